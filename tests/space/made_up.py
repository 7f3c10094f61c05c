"""A made-up measurement of every metric: four rows, one of them skipped."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from equimask.core.result import from_list
from equimask.metrics import spec_of
from equimask.space.scoring import Measured
from tests.results import CPS

RESULT = replace(
    CPS,
    n_ties=1,
    skipped={},
    signature="cps|n:212",
    details={"direction": "above 50: the stereotypical sentence is preferred"},
)
WON = [1.0, 0.0, None, 0.5]
ROWS: dict[str, dict[str, list[Any]]] = {
    "s_jsd": {"s_jsd": [-0.01, 0.02, None, 0.0], "b_s_jsd": WON},
    "cps": {
        "pll_more": [-1.0, -2.5, None, -3.0],
        "pll_less": [-2.0, -1.0, None, -3.0],
        "cps": WON,
    },
    "aul": {
        "score_sent_more": [-1.0, -2.5, None, -3.0],
        "score_sent_less": [-2.0, -1.0, None, -3.0],
        "aul": WON,
    },
    "sbm": {
        "score_male": [-1.0, -2.5, None, -3.0],
        "score_female": [-2.0, -1.0, None, -3.0],
        "sbm": WON,
    },
    "mbe": {"score": [-1.0, -2.0, None, -3.0]},
    "dcbm": {"p_male": [0.5, 0.0, None, 0.1], "p_female": [0.1, 0.1, None, 0.1], "dcbm": WON},
    "latent_pmi": {"pmi": [0.5, -0.5, None, 0.0]},
}


def measured(metric: str = "cps", **changes: Any) -> Measured:
    rows = changes.pop("rows", ROWS[metric])
    row_values = {name: from_list(values) for name, values in rows.items()}
    result = replace(RESULT, **{"metric": metric, "row_values": row_values, **changes})
    n = len(next(iter(rows.values())))
    columns = {name: [f"<{name}> {row}" for row in range(n)] for name in spec_of(metric).columns}
    return Measured(result, columns, "4 pasted rows were scored.")
