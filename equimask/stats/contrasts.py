"""Rows of two kinds: the difference of their means, where a cluster may hold both.

For one model and no strata: its error and degrees of freedom are those of the difference itself, so
they hold for a few rows of one kind beside many of the other. `two_groups` gives the same
difference as a mean of rows, for strata and for several models in step; it needs more clusters to
be as sure.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from scipy import stats as sps

from equimask.core.arrays import Bools, Floats
from equimask.stats.clusters import ClusterError, ClusterSums, Labels, codes, sum_variances
from equimask.stats.crossed import by_overlaps, changing
from equimask.stats.effects import StandardisedEffect
from equimask.stats.flips import attainable_p
from equimask.stats.intervals import Interval

_ROUNDING = 1e-12  # of the largest row: what sums in another order leave of no spread


class Contrast(NamedTuple):
    """One mean minus another: its interval, a two-sided p, and the difference in spreads of rows.

    `effect` is None where rows do not vary. `n_clusters` is the fewest of any column.
    """

    difference: float
    interval: Interval
    p_value: float | None
    effect: StandardisedEffect | None
    n_clusters: int


def contrast_of_means(
    rows: Floats,
    first: Bools,
    columns: Sequence[Labels] = (),
    confidence_level: float = 0.95,
) -> Contrast:
    """The mean of the rows that are `first` minus that of the others.

    Without columns every row is a cluster of its own, and the test is Welch's. So few clusters that
    flips of them could not show it claim nothing: p is no smaller than theirs, and where that is
    too large there are no ends.
    """
    rows = rows - rows[0]  # rows that are all alike have no spread, not one of rounding
    difference = float(rows[first].mean() - rows[~first].mean())
    alone = [np.arange(len(rows))]
    error = crossed_contrast_error(rows, first, columns or alone)
    if error is None:
        return Contrast(difference, Interval(None, None, None), None, None, 1)
    quantile = float(sps.t.ppf(0.5 + confidence_level / 2, error.df))
    least = attainable_p(error.n_clusters)
    stderr = error.stderr if error.stderr > _ROUNDING * float(np.abs(rows).max()) else 0.0

    def interval(middle: float, stderr: float, quantile: float) -> Interval:
        if least > 1.0 - confidence_level + _ROUNDING:
            return Interval(stderr, None, None)
        return Interval(stderr, middle - quantile * stderr, middle + quantile * stderr)

    effect = None
    if (spread := _spread_within(rows, first)) > _ROUNDING * float(np.abs(rows).max()):
        size = difference / spread
        own = crossed_contrast_error(_pulls(rows, first, spread, size), first, columns or alone)
        assert own is not None  # of the same clusters
        by = float(sps.t.ppf(0.5 + confidence_level / 2, own.df))
        effect = StandardisedEffect(size, interval(size, own.stderr, by))
    if stderr == 0.0:
        p_value = 0.0 if difference else 1.0
    else:
        p_value = 2.0 * float(sps.t.sf(abs(difference) / stderr, error.df))
    return Contrast(
        difference,
        interval(difference, stderr, quantile),
        max(p_value, least),
        effect,
        error.n_clusters,
    )


def crossed_contrast_error(
    rows: Floats, first: Bools, columns: Sequence[Labels]
) -> ClusterError | None:
    """The error over several columns, crossed; None where one of them has a kind in one cluster."""
    found = changing(columns)
    if any(contrast_error(rows, first, column) is None for column in found):
        return None
    return by_overlaps(found, lambda cells: contrast_error(rows, first, cells))


def contrast_error(rows: Floats, first: Bools, clusters: Labels) -> ClusterError | None:
    """Cluster-robust error of the difference of two means; None where a kind is in one cluster.

    CR2, as that of one mean: what the two kinds of a cluster have in common goes out. Its degrees
    of freedom are Bell and McCaffrey's, with the variances and covariances that the rows show;
    where every row is a cluster of its own, Welch's.
    """
    numbers = codes(clusters)
    n_found = int(numbers.max()) + 1
    kinds = [np.flatnonzero(kind) for kind in (first, ~first)]
    sizes = np.array([np.bincount(numbers[kind], minlength=n_found) for kind in kinds], np.float64)
    totals = sizes.sum(axis=1, keepdims=True)
    if (sizes == totals).any():
        return None
    sums = [np.bincount(numbers[kind], rows[kind], n_found) for kind in kinds]
    residuals = np.array(sums) - sizes * np.sum(sums, axis=1, keepdims=True) / totals
    weights = np.array([[1.0], [-1.0]]) / totals / np.sqrt(1.0 - sizes / totals)
    stderr = float(np.sqrt(((weights * residuals).sum(axis=0) ** 2).sum()))
    variances = np.zeros_like(sizes)
    for at, kind in enumerate(kinds):
        there = sizes[at] > 0
        if np.ptp(rows[kind]) > 0.0:
            found = ClusterSums(sizes[at][there], sums[at][there])
            variances[at][there] = sum_variances(rows[kind], found)
    if not variances.any():
        variances = sizes**2
    together = float((residuals[0] * residuals[1]).sum()) / max(1.0, float(sizes[0] @ sizes[1]))
    most = np.sqrt(variances[0] * variances[1])
    covariances = np.clip(together * sizes[0] * sizes[1], -most, most)
    freedom = _freedom(weights, weights * sizes / totals, variances, covariances)
    return ClusterError(stderr, freedom, n_found)


def _freedom(weights: Floats, means: Floats, variances: Floats, covariances: Floats) -> float:
    """Satterthwaite's degrees of freedom of the sum of squares of what each cluster adds.

    A cluster adds its sums, weighed, less its part in both means: [2, clusters]. The covariance of
    what clusters add is a diagonal matrix and one of rank four, so both traces are sums.
    """
    shared = np.array([[variances[0], covariances], [covariances, variances[1]]])
    own = np.einsum("ghc,hc->gc", shared, weights)
    diagonal = (weights * own).sum(axis=0)
    total = shared.sum(axis=2)
    rest = np.einsum("gc,gh,hc->c", means, total, means) - 2.0 * (own * means).sum(axis=0)
    both = np.vstack([own, means])
    none, unit = np.zeros((2, 2)), np.eye(2)
    product = np.block([[none, -unit], [-unit, total]]) @ (both @ both.T)
    squares = (diagonal**2).sum() + 2.0 * (diagonal * rest).sum() + np.trace(product @ product)
    return float((diagonal + rest).sum() ** 2 / squares)


def _spread_within(rows: Floats, first: Bools) -> float:
    """The standard deviation of rows around the mean of their kind, of both kinds together."""
    squares = sum(float(((rows[kind] - rows[kind].mean()) ** 2).sum()) for kind in (first, ~first))
    return float(np.sqrt(squares / (len(rows) - 2))) if len(rows) > 2 else 0.0


def _pulls(rows: Floats, first: Bools, spread: float, effect: float) -> Floats:
    """Rows whose contrast varies as the standardised effect does, by the delta method."""
    pulls = np.zeros_like(rows)
    for kind, sign in ((first, 1.0), (~first, -1.0)):
        scaled = (rows[kind] - rows[kind].mean()) / spread
        share = float(kind.mean())
        pulls[kind] = scaled - sign * share * effect * (scaled**2 - 1.0) / 2.0
    return pulls
