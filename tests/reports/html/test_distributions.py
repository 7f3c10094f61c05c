"""The pairs of a language as an outline, and their quartiles in a table."""

from __future__ import annotations

import numpy as np
import pytest

from equimask.audits.results import Audit
from equimask.reports.html import distributions
from equimask.reports.html.distributions import distribution


def test_an_outline_counts_the_pairs() -> None:
    edges = np.array([0.0, 1.0, 2.0, 3.0])
    heights = np.array([0.1, 0.4, 0.4])
    x, y = distributions._outline(heights, edges, 5, (-1, 1))
    assert x.tolist() == [0, 1, 1, 3, 3, 1, 1, 0]
    assert y.tolist() == pytest.approx([4.9, 4.9, 4.6, 4.6, 5.4, 5.4, 5.1, 5.1])
    x, y = distributions._outline(heights, edges, 5, (1,))
    assert y.max() == pytest.approx(5.4) and y.min() == 5.0


def test_the_table_of_pairs_has_their_quartiles(audit: Audit) -> None:
    cell = audit.cell("de", "s_jsd")
    assert cell is not None and cell.effects is not None
    known = 1e3 * cell.effects[~np.isnan(cell.effects)]
    (table,) = distribution(audit, "s_jsd").sheets
    row = next(row for row in table.rows if row[:2] == ("German", "model"))
    assert row[2:7] == (
        str(len(known)),
        *(f"{v:.2f}" for v in (known.mean(), *np.percentile(known, (25, 50, 75)))),
    )
    assert row[7] == f"{100 * (known > 0).mean():.0f} %"
