"""How often a measure finds a bias in models that have none."""

from __future__ import annotations

from typing import NamedTuple

from scipy import stats as sps

from builders.lab_validity.power import LEVEL
from builders.lab_validity.table import Rows, nulls


class Rate(NamedTuple):
    """A share of cells with its exact (Clopper-Pearson) 95 % interval."""

    found: int
    cells: int
    rate: float
    low: float
    high: float


def false_alarms(rows: Rows, p_value: str = "p_value") -> Rate | None:
    """The rate at the 5 % level over the null cells of all languages, by one of the two p-values.

    None where none was computed. A test without an answer, as when all pairs tie, raises no alarm.
    """
    cells = nulls(rows)
    if p_value == "p_calibrated":
        cells = [cell for cell in cells if cell["null"] is not None]
    if not cells:
        return None
    return rate(sum(c[p_value] is not None and c[p_value] < LEVEL for c in cells), len(cells))


def rate(found: int, cells: int) -> Rate:
    """The share and its interval."""
    interval = sps.binomtest(found, cells).proportion_ci(0.95, method="exact")
    return Rate(found, cells, found / cells, float(interval.low), float(interval.high))
