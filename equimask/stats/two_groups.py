"""Two groups of rows: their difference as a mean of rows, to be had wherever a mean is.

For strata, for crossed clusters that are flipped, and for ranks of several models in step. Of one
model without strata `contrasts` knows the error better where a group has few clusters.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from equimask.core.arrays import Bools, Floats, Ints
from equimask.stats.clusters import Labels, codes


class GroupedRows(NamedTuple):
    """Rows, [..., n], and how far each is from the mean of its group in its stratum."""

    rows: Floats
    residuals: Floats
    n_cells: int


def difference_rows(
    values: Floats,
    first: Bools,
    clusters: Labels | None = None,
    strata: Labels | None = None,
    *,
    strata_vary: bool = False,
) -> Floats:
    """Rows, [..., n], whose mean is that of the first group less that of the other, and its error.

    A row stands for the difference and for how far it pulls it, so clusters may hold rows of one
    group or of both, and models on the same rows may be compared. A cluster also pulls the mean of
    its group to itself: where `clusters` are given, that is made up for (CR2).

    With `strata`, such as templates, the difference is taken within each and averaged, all strata
    alike: they are a fixed factor, and what they do to both groups is gone. With `strata_vary` they
    are a sample of others: a row then also tells how far its stratum's difference is from the
    average.

    Errors of the mean are right for groups of about the same number of clusters, or of twenty and
    more: a few clusters against many vary more than all of them together show.
    """
    return grouped_rows(values, first, clusters, strata, strata_vary=strata_vary).rows


def grouped_rows(
    values: Floats,
    first: Bools,
    clusters: Labels | None = None,
    strata: Labels | None = None,
    *,
    strata_vary: bool = False,
) -> GroupedRows:
    """The same, with what is left of the rows beside their group and stratum."""
    n = values.shape[-1]
    numbers = np.zeros(n, np.int64) if strata is None else codes(strata)
    n_strata = int(numbers.max(initial=0)) + 1
    pulls, residuals = np.zeros(values.shape), np.zeros(values.shape)
    differences = np.zeros((*values.shape[:-1], n_strata))
    for stratum in range(n_strata):
        for sign, cell in _groups(numbers == stratum, first):
            mean = values[..., cell].mean(axis=-1)
            differences[..., stratum] += sign * mean
            residuals[..., cell] = values[..., cell] - mean[..., None]
            pulls[..., cell] = sign * residuals[..., cell] * n / (n_strata * len(cell))
    if clusters is not None:
        pulls *= _unpulled(codes(clusters), 2 * numbers + first)
        pulls -= pulls.mean(axis=-1, keepdims=True)
    average = differences.mean(axis=-1, keepdims=True)
    if strata_vary:
        weights = n / (n_strata * np.bincount(numbers))
        pulls += (weights * (differences - average))[..., numbers]
    return GroupedRows(average + pulls, residuals, 2 * n_strata)


def _groups(stratum: Bools, first: Bools) -> Iterator[tuple[float, Ints]]:
    for sign, group in ((1.0, first), (-1.0, ~first)):
        cell = np.flatnonzero(stratum & group)
        if not len(cell):
            raise ValueError("every stratum needs rows of both groups")
        yield sign, cell


def _unpulled(clusters: Ints, cells: Ints) -> Floats:
    """What makes up for the pull on the mean of a cell, less what the error of any mean makes up.

    A cluster that is a cell leaves nothing that could be made larger.
    """
    both = codes(clusters * (cells.max() + 1) + cells)

    def shares(rows: Ints, whole: Ints) -> Floats:
        found: Floats = np.bincount(rows)[rows] / np.bincount(whole)[whole]
        return found

    in_cell, in_all = shares(both, cells), shares(clusters, np.zeros_like(cells))
    alone = in_cell == 1.0
    found: Floats = np.sqrt((1.0 - in_all) / np.where(alone, 1.0 - in_all, 1.0 - in_cell))
    return found
