"""Certainly small: two one-sided tests against a bound, and the interval that goes with them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy import stats as sps

from equimask.core.arrays import Floats
from equimask.stats.tests import ALPHA


class Equivalence(NamedTuple):
    """The p of an effect beyond the bound, and the interval that lies within it where p < alpha.

    The interval has no ends where there are too few clusters for any.
    """

    p_value: float
    low: float | None
    high: float | None


def tost(
    effect: float, stderr: float, df: float, bound: float, alpha: float = ALPHA
) -> Equivalence:
    """Two one-sided t tests (Schuirmann 1987) of an effect of -bound or less, of bound or more.

    `effect` is the distance from the neutral point. The interval has the level 1 - 2 alpha.
    """
    check_bound(bound)
    half = float(sps.t.isf(alpha, df)) * stderr
    if stderr == 0.0:
        p_value = 0.0 if abs(effect) < bound else 1.0
    else:
        p_value = float(sps.t.cdf((abs(effect) - bound) / stderr, df))
    return Equivalence(p_value, effect - half, effect + half)


def tost_of_draws(draws: Floats, bound: float, alpha: float = ALPHA) -> Equivalence:
    """The same from bootstrap draws of an effect, where a score is no mean over rows."""
    check_bound(bound)
    draws = draws[~np.isnan(draws)]
    beyond = max(int((draws >= bound).sum()), int((draws <= -bound).sum()))
    low, high = np.quantile(draws, [alpha, 1.0 - alpha])
    return Equivalence((1 + beyond) / (1 + len(draws)), float(low), float(high))


def check_bound(bound: float) -> None:
    """Nothing is smaller than 0."""
    if not bound > 0.0:
        raise ValueError(f"the bound of an equivalence test is above 0, not {bound}")
