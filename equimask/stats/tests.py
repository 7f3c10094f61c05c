"""Tests of one score: signs, flips, permutations, untrained twins; false-discovery control."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, lgamma, log
from typing import NamedTuple

import numpy as np
from scipy import stats as sps

from equimask.core.arrays import Floats
from equimask.core.randomness import Seed
from equimask.stats.intervals import RESAMPLES_AT_ONCE

ALPHA = 0.05  # the level at which a score is said to show something
_DRAW_RESOLUTION = 1e-5  # draws are sums in float32; the score itself is one in float64


def sign_test(bits: Floats) -> float | None:
    """Exact two-sided sign test against 50 %; ties say nothing about direction and are left out."""
    wins, losses = int((bits == 1.0).sum()), int((bits == 0.0).sum())
    if wins + losses == 0:
        return None
    return float(sps.binomtest(wins, wins + losses, 0.5).pvalue)


def sign_flip_test(values: Floats, n_resamples: int = 9999, seed: Seed = 0) -> float | None:
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
        batch=max(1, RESAMPLES_AT_ONCE // n),
        vectorized=True,
        rng=np.random.default_rng(seed),
    )
    return float(result.pvalue)


class TwinTest(NamedTuple):
    """Where untrained twins score, how surely that is known, and how far the model is from it.

    `stderr` is that of the distance between the model and the null, `df` its degrees of freedom.
    """

    null: float
    null_stderr: float
    p_value: float
    stderr: float
    df: float = np.inf


def twin_test(
    value: float,
    twin_values: Floats,
    difference_stderr: float,
    twin_row_variance: float = 0.0,
    difference_df: float = np.inf,
) -> TwinTest:
    """Two-sided test of a score against those of random-init twins on the same rows.

    Two things vary: the twins among themselves, and the difference model - twins with the rows that
    happened to be drawn (`difference_stderr`). Rows move the twins apart too; that part of their
    variance (`twin_row_variance`, of one twin) is in the difference already and counts once.
    Degrees of freedom by Welch and Satterthwaite, but no fewer than the twins have: their formula
    breaks down where most of the twins' variance is the rows' and is taken out. `difference_df` are
    those of the difference's own error, where its rows are in few clusters.
    """
    k = len(twin_values)
    between = _variance(twin_values) * (1.0 + 1.0 / k)
    by_seed = max(0.0, between - twin_row_variance * (1.0 + 1.0 / k))
    variance = by_seed + difference_stderr**2
    freedom = (k - 1) * max(1.0, variance / between) ** 2 if between > 0 else np.inf
    if np.isfinite(difference_df) and variance > 0:
        parts = by_seed**2 / (k - 1) + difference_stderr**4 / difference_df
        freedom = min(freedom, variance**2 / parts)
    return _distance(value, twin_values, variance, freedom)


def mean_twin_test(
    value: float,
    twin_values: Floats,
    difference_stderr: float,
    twin_row_variance: float = 0.0,
    difference_df: float = np.inf,
) -> TwinTest:
    """The same against the mean of the twins: how single ones scatter around it is not chance.

    For scores of which trained models that have learnt no bias scatter less than untrained ones.
    What is left of the twins is how surely their mean is known.
    """
    k = len(twin_values)
    by_seed = max(0.0, _variance(twin_values) - twin_row_variance) / k
    variance = by_seed + difference_stderr**2
    parts = by_seed**2 / (k - 1) + difference_stderr**4 / difference_df
    return _distance(value, twin_values, variance, variance**2 / parts if parts > 0 else np.inf)


def _variance(twin_values: Floats) -> float:
    if len(twin_values) < 2:
        raise ValueError("at least two twins are needed to know how they vary")
    return float(np.var(twin_values, ddof=1))


def _distance(value: float, twin_values: Floats, variance: float, df: float) -> TwinTest:
    null = float(np.mean(twin_values))
    if variance == 0.0:
        return TwinTest(null, 0.0, 1.0 if value == null else 0.0, 0.0)
    stderr = float(np.sqrt(variance))
    p_value = 2.0 * float(sps.t.sf(abs(value - null) / stderr, df))
    scatter = float(np.sqrt(_variance(twin_values) * (1.0 + 1.0 / len(twin_values))))
    return TwinTest(null, scatter, p_value, stderr, df)


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


def attainable_p_of_labels(n_male: int, n_female: int, n_pairs: int = 0) -> float:
    """The smallest p that a permutation of so many labels can give.

    Labels of the `n_pairs` pairs, which are among the others, only swap within their pair.
    """
    male, female = n_male - n_pairs, n_female - n_pairs
    among_themselves = lgamma(male + female + 1) - lgamma(male + 1) - lgamma(female + 1)
    return min(1.0, 2.0 * exp(-n_pairs * log(2.0) - among_themselves))


def q_values(p_values: Sequence[float | None]) -> list[float | None]:
    """P-values after false-discovery control by Benjamini and Hochberg; None stays None."""
    known = [p for p in p_values if p is not None]
    adjusted = iter(sps.false_discovery_control(known).tolist() if known else ())
    return [None if p is None else float(next(adjusted)) for p in p_values]
