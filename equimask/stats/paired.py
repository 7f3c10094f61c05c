"""Two scores on the same rows: their difference, and whether they order things alike."""

from __future__ import annotations

import warnings
from typing import NamedTuple

import numpy as np
from scipy import stats as sps

from equimask.core.arrays import Floats
from equimask.core.randomness import Seed
from equimask.stats.intervals import Interval
from equimask.stats.means import interval_of_mean
from equimask.stats.tests import sign_flip_test


class PairedDifference(NamedTuple):
    """One score minus another on the same rows: its error bar, its interval and a two-sided p."""

    difference: float
    interval: Interval
    p_value: float | None


def paired_bootstrap(
    first: Floats,
    second: Floats,
    confidence_level: float = 0.95,
    n_resamples: int = 9999,
    seed: Seed = 0,
) -> PairedDifference:
    """Difference of two means over the same rows; rows are drawn for both at once.

    The p is that of a permutation test in which the two swap places row by row: it stays valid
    where few rows differ at all, and there the bootstrap's own would be too small. Of few rows the
    interval goes by the same test, as that of any mean.
    """
    rows = first - second
    return PairedDifference(
        float(np.mean(rows)),
        interval_of_mean(rows, confidence_level, n_resamples, seed),
        sign_flip_test(rows, n_resamples, seed),
    )


def difference_of_draws(
    difference: float, draws: Floats, confidence_level: float = 0.95
) -> PairedDifference:
    """The same from draws of a difference, where a score is no mean over rows.

    The draws vary around the difference as it would vary around 0 if there were none.
    """
    draws = draws[~np.isnan(draws)]
    tail = 100.0 * (1.0 - confidence_level) / 2.0
    low, high = np.percentile(draws, [tail, 100.0 - tail])
    farther = np.abs(draws - difference) >= abs(difference)
    return PairedDifference(
        difference,
        Interval(float(np.std(draws, ddof=1)), float(low), float(high)),
        float(1 + farther.sum()) / (1 + len(draws)),
    )


def rank_correlation(left: Floats, right: Floats) -> float | None:
    """Spearman's, ties by mean rank; None where one side never changes."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", sps.ConstantInputWarning)
        found = float(sps.spearmanr(left, right).statistic)
    return None if np.isnan(found) else found
