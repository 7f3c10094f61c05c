"""Certainly small: two one-sided tests against a bound, and the interval that goes with them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy import stats as sps

from equimask.core.arrays import Floats
from equimask.stats.percentages import clopper_pearson
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


def tost_of_percentage(bits: Floats, bound: float, alpha: float = ALPHA) -> Equivalence:
    """The same of a percentage of independent bits, around 50 %: two exact binomial tests.

    `bound` is in points. Ties count half, as in the interval of Clopper and Pearson.
    """
    check_bound(bound)
    n, wins = len(bits), float(bits.sum())
    far = min(0.5 + bound / 100.0, 1.0)
    at_most = sps.beta.sf(far, wins + 1, n - wins) if wins < n else 1.0
    at_least = sps.beta.sf(far, n - wins + 1, wins) if wins > 0 else 1.0
    ends = (100.0 * end - 50.0 for end in clopper_pearson(wins, n, 1.0 - 2.0 * alpha))
    return Equivalence(float(max(at_most, at_least)), *ends)


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
