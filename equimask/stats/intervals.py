"""Error bars: percentile bootstraps of means and percentages."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy import stats as sps

from equimask.core.arrays import Floats
from equimask.core.randomness import Seed

RESAMPLES_AT_ONCE = 8_000_000  # numbers held at a time: bounds memory for large n


class Interval(NamedTuple):
    """A standard error and a confidence interval; None where one row cannot tell."""

    stderr: float | None
    low: float | None
    high: float | None


def bootstrap_mean(
    values: Floats, confidence_level: float = 0.95, n_resamples: int = 9999, seed: Seed = 0
) -> Interval:
    """SciPy's percentile bootstrap of the mean, over rows."""
    n = len(values)
    if n < 2:
        return Interval(None, None, None)
    result = sps.bootstrap(
        (values,),
        np.mean,
        confidence_level=confidence_level,
        n_resamples=n_resamples,
        batch=max(1, RESAMPLES_AT_ONCE // n),
        method="percentile",
        vectorized=True,
        rng=np.random.default_rng(seed),
    )
    low, high = result.confidence_interval
    return Interval(float(result.standard_error), float(low), float(high))


def bootstrap_percentage(
    bits: Floats, confidence_level: float = 0.95, n_resamples: int = 9999, seed: Seed = 0
) -> Interval:
    """Bootstrap of a percentage of bits.

    When all rows agree the bootstrap has no spread; Wilson's interval then says what n allows.
    """
    interval = bootstrap_mean(100.0 * bits, confidence_level, n_resamples, seed)
    if interval.stderr is None or not (bits == bits[0]).all() or bits[0] == 0.5:
        return interval
    wins = int(bits.sum())
    wilson = sps.binomtest(wins, len(bits)).proportion_ci(confidence_level, method="wilson")
    return Interval(interval.stderr, 100.0 * float(wilson.low), 100.0 * float(wilson.high))


def mean_interval(values: Floats, confidence_level: float) -> tuple[float, float, float, float]:
    """Mean, standard error and Student's interval of a few repeated values."""
    mean, stderr = float(np.mean(values)), float(sps.sem(values))
    half = float(sps.t.ppf(0.5 + confidence_level / 2, len(values) - 1)) * stderr
    return mean, stderr, mean - half, mean + half


POWER = 0.8


def minimum_detectable_effect(
    standard_deviation: float,
    n: float,
    confidence_level: float = 0.95,
    power: float = POWER,
    df: float | None = None,
) -> float | None:
    """The smallest shift of a mean that a two-sided test over n rows finds with this power.

    For rows in clusters, n is their effective number and `df` the degrees of freedom of the error.
    """
    if n < 1:
        return None
    law = sps.norm if df is None else sps.t(df)
    quantiles = float(law.ppf(0.5 + confidence_level / 2) + law.ppf(power))
    return quantiles * standard_deviation / float(np.sqrt(n))
