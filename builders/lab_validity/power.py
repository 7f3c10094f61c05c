"""How often a measure finds what was planted if it has fewer pairs.

Pairs are drawn from a cell's own without replacement, many times, and tested as the measure does:
S_JSD by sign flips, percentages by the exact sign test. Found means: p below 0.05, on the side to
which the dose should push. In a cell without the measure's own dose either side is a false alarm,
and the share is that of false alarms.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import stats as sps

from builders.lab_validity.design import Cell, claim_of
from equimask.metrics import all_measures

Floats = npt.NDArray[np.float64]

SIZES = (14, 28, 56, 112)
LEVEL = 0.05
DRAWS = 200
_FLIPS = 999


def power_of(cell: Cell, record: Mapping[str, Any]) -> list[float | None]:
    """The share of draws that find the dose, for each of SIZES; None where there are no pairs."""
    measure = all_measures().get(record["measure"])
    if measure is None or not record["rows"]:
        return [None] * len(SIZES)
    claim = claim_of(measure.name)
    dose: float = getattr(cell, claim.dose)
    centre = 0.5 if measure.statistic == "share" else 0.0
    values = claim.direction * (np.asarray(record["rows"]) - centre)
    rng = np.random.default_rng(cell.seed)
    return [_share_found(values, n, dose, measure.statistic == "mean", rng) for n in SIZES]


def _share_found(
    values: Floats, n: int, dose: float, continuous: bool, rng: np.random.Generator
) -> float | None:
    if n > len(values):
        return None
    drawn = draw_rows(values, n, rng)
    p_values = sign_flip_tests(drawn, rng) if continuous else sign_tests(drawn)
    found = p_values < LEVEL
    if dose:
        found &= np.sign(drawn.mean(axis=1)) == np.sign(dose)
    return float(found.mean())


def draw_rows(values: Floats, n: int, rng: np.random.Generator) -> Floats:
    """[draws, n]: each draw without replacement; all values at once need only one."""
    if n == len(values):
        return values[None, :]
    order = rng.random((DRAWS, len(values))).argsort(axis=1)
    return values[order[:, :n]]


def sign_tests(drawn: Floats) -> Floats:
    """The exact sign test of every draw; values are centred, and 0 is a tie."""
    wins, losses = (drawn > 0).sum(axis=1), (drawn < 0).sum(axis=1)
    return np.array([_binomial_p(int(w), int(x)) for w, x in zip(wins, losses, strict=True)])


def sign_flip_tests(drawn: Floats, rng: np.random.Generator) -> Floats:
    """The two-sided sign-flip test of every draw, all by the same random flips."""
    flips = rng.choice((-1.0, 1.0), (_FLIPS, drawn.shape[1]))
    observed = np.abs(drawn.sum(axis=1))
    resolution = 1e-9 * np.abs(drawn).sum(axis=1)
    flipped = np.abs(drawn @ flips.T)
    extreme = (flipped >= (observed - resolution)[:, None]).sum(axis=1)
    return np.asarray((1 + extreme) / (1 + _FLIPS), dtype=np.float64)


@cache
def _binomial_p(wins: int, losses: int) -> float:
    return float(sps.binomtest(wins, wins + losses).pvalue) if wins + losses else 1.0
