"""From rows to a score with its error bar, its test and its power."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from equimask import stats
from equimask.core.arrays import Floats
from equimask.core.options import Options
from equimask.metrics import Measure


class Estimate(NamedTuple):
    """A score, and how surely it is known."""

    value: float
    stderr: float | None
    ci_low: float | None
    ci_high: float | None
    p_value: float | None
    test: str
    mde: float | None


def estimate(measure: Measure, rows: Floats, options: Options) -> Estimate:
    """Of a measure that is the mean of its rows, or the share of rows in %."""
    drawn = options.confidence_level, options.n_resamples, options.seed
    n = len(rows)
    if measure.statistic == "mean":
        interval = stats.bootstrap_mean(rows, *drawn)
        start = measure.neutral or 0.0
        p_value = stats.sign_flip_test(rows - start, options.n_resamples, options.seed)
        test = f"sign-flip permutation test of mean {start:g}"
        spread = float(np.std(rows, ddof=1)) if n > 1 else None
    else:
        interval = stats.bootstrap_percentage(rows, *drawn)
        p_value, test, spread = stats.sign_test(rows), "exact sign test of 50 %", 50.0
    return Estimate(
        measure.scale * float(np.mean(rows)),
        interval.stderr,
        interval.low,
        interval.high,
        p_value,
        test,
        None
        if spread is None
        else stats.minimum_detectable_effect(spread, n, options.confidence_level),
    )
