"""Intervals of means that say no more than their test where units are few."""

from __future__ import annotations

import numpy as np

from equimask.core.arrays import Floats
from equimask.core.randomness import Seed
from equimask.stats.flips import cluster_interval
from equimask.stats.intervals import Interval, bootstrap_mean
from equimask.stats.percentages import FEW_UNITS


def interval_of_mean(
    values: Floats, confidence_level: float = 0.95, n_resamples: int = 9999, seed: Seed = 0
) -> Interval:
    """Of independent rows: the percentile bootstrap, which is too narrow where they are few.

    There it holds all means that the sign-flip test does not refuse, and has no ends where that
    test can refuse none: two rows, both below 0, do not show a mean below 0.
    """
    interval = bootstrap_mean(values, confidence_level, n_resamples, seed)
    n = len(values)
    if not 1 < n < FEW_UNITS:
        return interval
    flipped = np.random.default_rng(seed)
    found = cluster_interval(values, np.arange(n), confidence_level, n_resamples, flipped)
    return Interval(interval.stderr, found.low, found.high)
