"""One door to rows in clusters: which interval and which test a mean or a percentage gets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from equimask.core.arrays import Floats
from equimask.core.randomness import Seed
from equimask.stats.clusters import Labels, effective_number
from equimask.stats.crossed import changing, crossed_error
from equimask.stats.equivalence import Equivalence, check_bound
from equimask.stats.flips import attainable_p, cluster_interval, cluster_sign_flip_test
from equimask.stats.intervals import Interval
from equimask.stats.paired import PairedDifference
from equimask.stats.percentages import percentage_of_clusters
from equimask.stats.tests import ALPHA
from equimask.stats.wild import crossed_interval, wild_cluster_test


class Clustered(NamedTuple):
    """How surely a mean or a percentage of rows in clusters is known.

    `n_clusters` is the fewest of any column, `effective_n` the independent rows that would tell as
    much, `df` the degrees of freedom of the standard error; `attainable_p` is the smallest p that
    so few clusters can give.
    """

    interval: Interval
    p_value: float | None
    test: str
    n_clusters: int
    effective_n: float
    df: float | None
    attainable_p: float


def clustered_mean(
    rows: Floats,
    columns: Sequence[Labels],
    neutral: float,
    confidence_level: float,
    n_resamples: int,
    rng: np.random.Generator,
) -> Clustered:
    """A mean: the interval holds the values that the test does not refuse, by the same flips."""
    seed = int(rng.integers(2**63))
    found, drawn = changing(columns), (confidence_level, n_resamples, np.random.default_rng(seed))
    if len(found) > 1:
        interval = crossed_interval(rows, found, *drawn)
    else:
        interval = cluster_interval(rows, (found or columns)[0], *drawn)
    return _with_test(rows, columns, neutral, interval, n_resamples, np.random.default_rng(seed))


def clustered_difference(
    first: Floats,
    second: Floats,
    columns: Sequence[Labels],
    confidence_level: float,
    n_resamples: int,
    seed: Seed = 0,
) -> PairedDifference:
    """The difference of two means over the same rows, whose clusters are flipped for both."""
    rows, rng = first - second, np.random.default_rng(seed)
    found = clustered_mean(rows, columns, 0.0, confidence_level, n_resamples, rng)
    return PairedDifference(float(np.mean(rows)), found.interval, found.p_value)


def clustered_equivalence(
    rows: Floats,
    columns: Sequence[Labels],
    neutral: float,
    bound: float,
    n_resamples: int,
    rng: np.random.Generator,
    alpha: float = ALPHA,
) -> Equivalence | None:
    """Two one-sided tests of a mean that is `bound` or more from neutral, by flips of clusters.

    A two-sided p is twice that of the side on which the mean lies. None where one cluster is all.
    """
    check_bound(bound)
    seed, sides = int(rng.integers(2**63)), []
    for side in (-1.0, 1.0):
        far, flipped = neutral + side * bound, np.random.default_rng(seed)
        found = clustered_mean(rows, columns, far, 1.0 - 2.0 * alpha, n_resamples, flipped)
        if found.p_value is None:
            return None
        within = side * (float(np.mean(rows)) - far) < 0.0
        sides.append(found.p_value / 2.0 if within else 1.0 - found.p_value / 2.0)
    low, high = (None if end is None else end - neutral for end in found.interval[1:])
    return Equivalence(max(sides), low, high)


def clustered_percentage(
    bits: Floats,
    columns: Sequence[Labels],
    confidence_level: float,
    n_resamples: int,
    rng: np.random.Generator,
) -> Clustered:
    """A percentage of bits, tested against 50 %.

    The interval is Wilson's by the error over clusters, the test flips them: near its level the two
    may part by a little. Where all bits agree, they do not.
    """
    interval = percentage_of_clusters(bits, crossed_error(bits, columns), confidence_level)
    return _with_test(bits, columns, 0.5, interval, n_resamples, rng)


def _with_test(
    rows: Floats,
    columns: Sequence[Labels],
    neutral: float,
    interval: Interval,
    n_resamples: int,
    rng: np.random.Generator,
) -> Clustered:
    found, error = changing(columns), crossed_error(rows, columns)
    if len(found) > 1:
        test = "wild cluster bootstrap"
        p_value = wild_cluster_test(rows - neutral, found, n_resamples, rng)
    else:
        clusters = (found or columns)[0]
        test = "sign-flip test of clusters"
        p_value = cluster_sign_flip_test(rows - neutral, clusters, n_resamples, rng)
    n_found = 1 if error is None else error.n_clusters
    return Clustered(
        interval,
        p_value,
        test,
        n_found,
        effective_number(rows, error),
        None if error is None else error.df,
        attainable_p(n_found),
    )
