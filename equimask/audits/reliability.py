"""What small changes of the sentences do to the scores, and to the pairs behind them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from equimask import stats
from equimask.audits.concordance import both_known, same_sign
from equimask.audits.kept_cells import Scored
from equimask.audits.results import Cell, Reliability
from equimask.audits.tasks import Task
from equimask.core.result import with_gaps
from equimask.inputs.pairs import Pair
from equimask.metrics import measure_of

PairsOf = Mapping[tuple[str, str], Sequence[Pair]]
"""By language and perturbation; "" for the pairs as they are."""


def reliabilities(scored: Mapping[Task, Scored], pairs_of: PairsOf) -> tuple[Reliability, ...]:
    """Of every perturbed cell beside the cell as it is."""
    found = []
    for task, after in scored.items():
        before = scored[Task(task.role, task.language, task.measure)]
        if task.perturbation and after.cell is not None and before.cell is not None:
            pairs = pairs_of[task.language, ""], pairs_of[task.language, task.perturbation]
            changed = np.array([old != new for old, new in zip(*pairs, strict=True)])
            found.append(_reliability(task, before.cell, after.cell, changed))
    return tuple(found)


def _reliability(
    task: Task, before: Cell, after: Cell, changed: npt.NDArray[np.bool_]
) -> Reliability:
    if before.effects is None or after.effects is None:  # both sides of a pair are in the bags
        row = measure_of(task.measure).row
        known = both_known(
            *(
                with_gaps(cell.result.row_values[row])[np.tile(changed, 2)]
                for cell in (before, after)
            )
        )
        turned = None
    else:
        known = both_known(before.effects[changed], after.effects[changed])
        turned = 1.0 - same_sign(*known) if len(known[0]) else None
    return Reliability(
        language=task.language,
        measure=task.measure,
        perturbation=task.perturbation,
        n=len(known[0]),
        rank_correlation=stats.rank_correlation(*known) if len(known[0]) > 1 else None,
        sign_changes=turned,
        value=after.result.value,
        change=after.result.value - before.result.value,
    )
