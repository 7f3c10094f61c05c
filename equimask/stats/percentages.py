"""Intervals of percentages that hold where units are few, and never leave 0 to 100."""

from __future__ import annotations

import numpy as np
from scipy import stats as sps

from equimask.core.arrays import Floats
from equimask.core.randomness import Seed
from equimask.stats.clusters import ClusterError
from equimask.stats.intervals import Interval, bootstrap_percentage

FEW_UNITS = 30  # below these, percentages have exact intervals


def percentage_interval(
    bits: Floats, confidence_level: float = 0.95, n_resamples: int = 9999, seed: Seed = 0
) -> Interval:
    """Of independent bits: Clopper and Pearson's exact interval where they are few.

    Without ties it leaves 50 out just where the exact sign test finds a difference. Ties count half
    here and are left out there: with many of them the interval is the wider of the two.
    """
    interval = bootstrap_percentage(bits, confidence_level, n_resamples, seed)
    n, wins = len(bits), float(bits.sum())
    if not 1 < n < FEW_UNITS:
        return interval
    low, high = clopper_pearson(wins, n, confidence_level)
    return Interval(interval.stderr, 100.0 * low, 100.0 * high)


def percentage_of_clusters(
    bits: Floats, error: ClusterError | None, confidence_level: float = 0.95
) -> Interval:
    """Of bits in clusters: Wilson's interval on their effective number, with Student's quantile.

    `error` is that of the mean of the bits. Where all agree, every cluster counts as one bit and
    the interval is exact: it leaves 50 out just where flips of clusters do.
    """
    if error is None:
        return Interval(None, None, None)
    share = float(bits.mean())
    if np.ptp(bits) > 0.0:
        plain = share * (1.0 - share) / len(bits)
        n = len(bits) * (plain / error.stderr**2 if error.stderr**2 > plain else 1.0)
        low, high = _wilson(share, n, error.df, confidence_level)
    else:
        low, high = _of_clusters(share, error, confidence_level)
    return Interval(100.0 * error.stderr, 100.0 * low, 100.0 * high)


def percentage_by_error(
    value: float, error: ClusterError | None, confidence_level: float = 0.95
) -> Interval:
    """Of any percentage whose standard error, in points, is known over clusters, as Wilson's.

    As many bits as would have this error; every cluster is one where nothing varies. A percentage
    outside 0 to 100, as weights below 0 give it, has Student's interval.
    """
    if error is None:
        return Interval(None, None, None)
    share, stderr = value / 100.0, error.stderr / 100.0
    if not 0.0 <= share <= 1.0:
        half = float(sps.t.ppf(0.5 + confidence_level / 2, error.df)) * error.stderr
        return Interval(error.stderr, value - half, value + half)
    if stderr > 0.0 and 0.0 < share < 1.0:
        n = share * (1.0 - share) / stderr**2
        low, high = _wilson(share, n, error.df, confidence_level)
    else:
        low, high = _of_clusters(share, error, confidence_level)
    return Interval(error.stderr, 100.0 * low, 100.0 * high)


def _of_clusters(share: float, error: ClusterError, level: float) -> tuple[float, float]:
    """Every cluster is one bit; all of them ties, or near one another, have Wilson's interval."""
    n = error.n_clusters
    if 0.0 < share < 1.0:
        return _wilson(share, n, error.df, level)
    return clopper_pearson(share * n, n, level)


def clopper_pearson(wins: float, n: int, confidence_level: float) -> tuple[float, float]:
    """The exact interval of a share of n bits; ties among them count half."""
    tail = (1.0 - confidence_level) / 2.0
    low = sps.beta.ppf(tail, wins, n - wins + 1) if wins > 0 else 0.0
    high = sps.beta.isf(tail, wins + 1, n - wins) if wins < n else 1.0
    return float(low), float(high)


def _wilson(share: float, n: float, df: float, confidence_level: float) -> tuple[float, float]:
    """Wilson's interval of a share of n bits, with Student's quantile."""
    quantile = float(sps.t.ppf(0.5 + confidence_level / 2, df))
    weight = quantile**2 / n
    centre = (share + weight / 2.0) / (1.0 + weight)
    half = np.sqrt(weight * (share * (1.0 - share) + weight / 4.0)) / (1.0 + weight)
    low, high = np.clip([centre - half, centre + half], 0.0, 1.0)
    return float(low), float(high)
