"""Rows that belong together: clusters drawn whole, and how surely a mean over them is known."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from equimask.core.arrays import Floats, Ints

Labels = npt.NDArray[Any] | Sequence[Any]  # of one column: strings or integers, one a row


class ClusterSums(NamedTuple):
    """Rows of every cluster, counted and added up."""

    sizes: Floats
    sums: Floats

    @property
    def mean(self) -> float:
        """Over rows: a cluster weighs as much as it has."""
        return float(self.sums.sum() / self.sizes.sum())


class ClusterError(NamedTuple):
    """The standard error of a mean of rows in clusters, and how surely it is known itself."""

    stderr: float
    df: float
    n_clusters: int


def codes(labels: Labels) -> Ints:
    """Clusters by number from 0; a row without a label, "", is a cluster of its own."""
    found = np.asarray(labels)
    _, numbers = np.unique(found, return_inverse=True)
    numbers = numbers.astype(np.int64)
    if found.dtype.kind in "UO":
        alone = np.flatnonzero(found == "")
        numbers[alone] = len(found) + np.arange(len(alone))
        _, numbers = np.unique(numbers, return_inverse=True)
    return numbers.astype(np.int64)


def n_clusters(labels: Labels) -> int:
    """How many there are."""
    return int(codes(labels).max()) + 1 if len(labels) else 0


def cluster_sums(rows: Floats, clusters: Labels) -> ClusterSums:
    """What all statistics of a mean over clusters start from."""
    numbers = by_content(codes(clusters), rows)
    return ClusterSums(
        np.bincount(numbers).astype(np.float64),
        np.bincount(numbers, rows).astype(np.float64),
    )


def by_content(numbers: Ints, rows: Floats) -> Ints:
    """Clusters numbered by size, then by sum, so that neither labels nor order move a draw."""
    order = np.lexsort((np.bincount(numbers, rows), np.bincount(numbers)))
    return np.argsort(order)[numbers]


def cluster_error(rows: Floats, clusters: Labels) -> ClusterError | None:
    """Cluster-robust error of a mean of rows; None where one cluster cannot tell.

    The variance is CR2, unbiased for independent rows of one spread, however uneven the clusters
    are. Its degrees of freedom are those of Bell and McCaffrey (2002) in a model with an effect of
    every cluster, of the size that the rows show (Imbens and Kolesár 2016): a few large clusters
    among many small ones count for few.
    """
    totals = cluster_sums(rows, clusters)
    n_found = len(totals.sizes)
    if n_found < 2:
        return None
    residuals = totals.sums - totals.sizes * totals.mean
    variance = float((residuals**2 / _unseen(totals.sizes)).sum())
    stderr = np.sqrt(variance) / totals.sizes.sum()
    return ClusterError(float(stderr), _freedom(totals, sum_variances(rows, totals)), n_found)


def effective_number(rows: Floats, error: ClusterError | None) -> float:
    """Independent rows that would give a mean this surely; no more than there are.

    Rows that are all alike do not tell how alike clusters are: then every cluster counts once.
    """
    if error is None:
        return 1.0
    if np.ptp(rows) == 0.0:
        return float(error.n_clusters)
    plain = float(np.var(rows, ddof=1)) / len(rows)
    return len(rows) * (plain / error.stderr**2 if error.stderr**2 > plain else 1.0)


def _unseen(sizes: Floats) -> Floats:
    """The share of rows outside a cluster: the less, the more it pulls the mean to itself."""
    shares: Floats = sizes / sizes.sum()
    return 1.0 - shares


def sum_variances(rows: Floats, totals: ClusterSums) -> Floats:
    """How much each cluster's sum varies, by the analysis of variance of one random effect."""
    sizes, sums = totals
    n, n_found = len(rows), len(sizes)
    explained = float((sums**2 / sizes).sum())
    between = (explained - n * totals.mean**2) / (n_found - 1)
    within = max(0.0, float((rows**2).sum()) - explained) / (n - n_found) if n > n_found else 0.0
    usual_size = (n - float((sizes**2).sum()) / n) / (n_found - 1)
    of_clusters = max(0.0, between - within) / usual_size
    if of_clusters + within == 0.0:
        within, of_clusters = 0.0, 1.0
    found: Floats = within * sizes + of_clusters * sizes**2
    return found


def _freedom(totals: ClusterSums, variances: Floats) -> float:
    """Satterthwaite's degrees of freedom of the CR2 variance: 2 mean^2 / variance.

    The residuals are (I - sizes 1' / n) sums; their covariance is a diagonal matrix and one of
    rank two, so both traces are sums over clusters.
    """
    sizes = totals.sizes
    n, total = sizes.sum(), variances.sum()
    weights = 1.0 / _unseen(sizes)
    shared = sizes**2 * total / n**2 - 2 * sizes * variances / n
    own = variances + shared

    def weighed(values: Floats) -> float:
        return float((weights * values).sum())

    squares, cross = weighed(sizes**2), weighed(sizes * variances)
    off_diagonal = (
        2 * (squares * weighed(variances**2) + cross**2) / n**2
        + (squares * total / n**2) ** 2
        - 4 * squares * cross * total / n**3
        - float((weights**2 * shared**2).sum())
    )
    return float(weighed(own) ** 2 / ((weights**2 * own**2).sum() + off_diagonal))
