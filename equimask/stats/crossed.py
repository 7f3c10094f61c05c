"""Clusters of several kinds at once, crossed: every name in every template."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np

from equimask.core.arrays import Floats, Ints
from equimask.stats.clusters import ClusterError, Labels, cluster_error, codes


class Overlap(NamedTuple):
    """Rows that share their clusters in all of some columns, and whether that adds variance."""

    members: tuple[int, ...]
    cells: Ints
    sign: int


def changing(columns: Sequence[Labels]) -> list[Ints]:
    """Columns by number of cluster; one that never changes says nothing and is left out."""
    numbered = [codes(column) for column in columns]
    return [column for column in numbered if column.max(initial=0) > 0]


def overlaps(columns: Sequence[Ints]) -> list[Overlap]:
    """Inclusion and exclusion over all sets of columns, single ones first."""
    found = []
    for size in range(1, len(columns) + 1):
        for members in combinations(range(len(columns)), size):
            cells = columns[members[0]]
            for member in members[1:]:
                cells = codes(cells * (columns[member].max() + 1) + columns[member])
            found.append(Overlap(members, cells, 1 if size % 2 else -1))
    return found


def crossed_error(rows: Floats, columns: Sequence[Labels]) -> ClusterError | None:
    """The error of a mean of rows that vary with several columns; None where none can tell."""
    return by_overlaps(columns, lambda cells: cluster_error(rows, cells))


def by_overlaps(
    columns: Sequence[Labels], error_of: Callable[[Ints], ClusterError | None]
) -> ClusterError | None:
    """The error over several columns, from that over the clusters of one.

    By inclusion and exclusion (Cameron, Gelbach and Miller 2011): the variance by each column, less
    that by rows that share two of them, and so on; never less than by one column alone. The degrees
    of freedom are those of the column that varies most, and for what the others add, the fewest of
    theirs. `n_clusters` is the fewest of any column.
    """
    parts = [(o, error_of(o.cells)) for o in overlaps(changing(columns))]
    known = [(overlap, error) for overlap, error in parts if error is not None]
    alone = [error for overlap, error in known if len(overlap.members) == 1]
    if not alone:
        return None
    largest, *others = sorted(alone, key=lambda error: error.stderr, reverse=True)
    fewest = min(error.n_clusters for error in alone)
    own = largest.stderr**2
    added = max(0.0, sum(o.sign * error.stderr**2 for o, error in known) - own)
    if not others or added == 0.0:
        return largest._replace(n_clusters=fewest)
    lost = own**2 / largest.df + added**2 / min(error.df for error in others)
    return ClusterError(float(np.sqrt(own + added)), float((own + added) ** 2 / lost), fewest)
