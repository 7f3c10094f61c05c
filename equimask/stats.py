"""Error bars, tests and power. Every sampler takes its seed; nothing reads a global generator."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy import stats as sps

Floats = npt.NDArray[np.float64]

_RESAMPLES_AT_ONCE = 8_000_000  # numbers held at a time: bounds memory for large n
_DRAW_RESOLUTION = 1e-5  # draws are sums in float32; the score itself is one in float64
POWER = 0.8


class Interval(NamedTuple):
    """A standard error and a confidence interval; None where one row cannot tell."""

    stderr: float | None
    low: float | None
    high: float | None


def bootstrap_mean(
    values: Floats, confidence_level: float = 0.95, n_resamples: int = 9999, seed: int = 0
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
        batch=max(1, _RESAMPLES_AT_ONCE // n),
        method="percentile",
        vectorized=True,
        rng=np.random.default_rng(seed),
    )
    low, high = result.confidence_interval
    return Interval(float(result.standard_error), float(low), float(high))


def bootstrap_percentage(
    bits: Floats, confidence_level: float = 0.95, n_resamples: int = 9999, seed: int = 0
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


def sign_test(bits: Floats) -> float | None:
    """Exact two-sided sign test against 50 %; ties say nothing about direction and are left out."""
    wins, losses = int((bits == 1.0).sum()), int((bits == 0.0).sum())
    if wins + losses == 0:
        return None
    return float(sps.binomtest(wins, wins + losses, 0.5).pvalue)


def sign_flip_test(values: Floats, n_resamples: int = 9999, seed: int = 0) -> float | None:
    """Two-sided permutation test of a mean of 0: the two sides of a pair may swap labels."""
    n = len(values)
    if n < 2:
        return None
    scale = float(np.abs(values).max())
    if scale == 0.0:
        return 1.0
    result = sps.permutation_test(
        (values / scale,),  # SciPy compares statistics with an absolute tolerance
        np.mean,
        permutation_type="samples",
        n_resamples=n_resamples,
        batch=max(1, _RESAMPLES_AT_ONCE // n),
        vectorized=True,
        rng=np.random.default_rng(seed),
    )
    return float(result.pvalue)


class TwinTest(NamedTuple):
    """Where untrained twins score, how surely that is known, and how far the model is from it.

    `stderr` is that of the distance between the model and the null.
    """

    null: float
    null_stderr: float
    p_value: float
    stderr: float


def twin_test(
    value: float, twin_values: Floats, difference_stderr: float, twin_row_variance: float = 0.0
) -> TwinTest:
    """Two-sided test of a score against those of random-init twins on the same rows.

    Two things vary: the twins among themselves, and the difference model - twins with the rows that
    happened to be drawn (`difference_stderr`). Rows move the twins apart too; that part of their
    variance (`twin_row_variance`, of one twin) is in the difference already and counts once.
    Degrees of freedom by Welch and Satterthwaite, but no fewer than the twins have: their formula
    breaks down where most of the twins' variance is the rows' and is taken out.
    """
    k = len(twin_values)
    if k < 2:
        raise ValueError("at least two twins are needed to know how they vary")
    null = float(np.mean(twin_values))
    between = float(np.var(twin_values, ddof=1)) * (1.0 + 1.0 / k)
    by_seed = max(0.0, between - twin_row_variance * (1.0 + 1.0 / k))
    variance = by_seed + difference_stderr**2
    if variance == 0.0:
        return TwinTest(null, 0.0, 1.0 if value == null else 0.0, 0.0)
    freedom = (k - 1) * max(1.0, variance / between) ** 2 if between > 0 else np.inf
    distance = abs(value - null) / float(np.sqrt(variance))
    p_value = 2.0 * float(sps.t.sf(distance, freedom))
    return TwinTest(null, float(np.sqrt(between)), p_value, float(np.sqrt(variance)))


def mcnemar_test(first: Floats, second: Floats) -> float | None:
    """Exact McNemar test of two paired indicators: only the discordant pairs speak."""
    only_first = int(((first == 1) & (second != 1)).sum())
    only_second = int(((first != 1) & (second == 1)).sum())
    if only_first + only_second == 0:
        return None
    return float(sps.binomtest(only_first, only_first + only_second, 0.5).pvalue)


def permutation_p_value(value: float, null_draws: Floats) -> float:
    """Two-sided p of a score among its permuted values: twice the smaller tail."""
    null_draws = null_draws[~np.isnan(null_draws)]
    resolution = _DRAW_RESOLUTION * abs(value)
    above = int((null_draws >= value - resolution).sum())
    below = int((null_draws <= value + resolution).sum())
    return min(1.0, 2.0 * (1 + min(above, below)) / (1 + len(null_draws)))


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
    seed: int = 0,
) -> PairedDifference:
    """Difference of two means over the same rows; rows are drawn for both at once.

    The p is that of a permutation test in which the two swap places row by row: it stays valid
    where few rows differ at all, and there the bootstrap's own would be too small.
    """
    rows = first - second
    return PairedDifference(
        float(np.mean(rows)),
        bootstrap_mean(rows, confidence_level, n_resamples, seed),
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


def q_values(p_values: Sequence[float | None]) -> list[float | None]:
    """P-values after false-discovery control by Benjamini and Hochberg; None stays None."""
    known = [p for p in p_values if p is not None]
    adjusted = iter(sps.false_discovery_control(known).tolist() if known else ())
    return [None if p is None else float(next(adjusted)) for p in p_values]


def rank_correlation(left: Floats, right: Floats) -> float | None:
    """Spearman's, ties by mean rank; None where one side never changes."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", sps.ConstantInputWarning)
        found = float(sps.spearmanr(left, right).statistic)
    return None if np.isnan(found) else found


def minimum_detectable_effect(
    standard_deviation: float, n: int, confidence_level: float = 0.95, power: float = POWER
) -> float | None:
    """The smallest shift of a mean that a two-sided test over n rows finds with this power."""
    if n < 1:
        return None
    return _z_sum(confidence_level, power) * standard_deviation / float(np.sqrt(n))


def required_n(
    effect: float, standard_deviation: float, confidence_level: float = 0.95, power: float = POWER
) -> int:
    """How many rows are needed to find a shift of `effect`."""
    n = (_z_sum(confidence_level, power) * standard_deviation / effect) ** 2
    return int(np.ceil(n - 1e-9))


def _z_sum(confidence_level: float, power: float) -> float:
    return float(sps.norm.ppf(0.5 + confidence_level / 2) + sps.norm.ppf(power))
