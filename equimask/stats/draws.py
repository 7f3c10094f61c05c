"""Draws as count matrices: how often each row of a pooled table counts, draw by draw."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from equimask.core.arrays import Floats, Ints
from equimask.stats.clusters import Labels, codes
from equimask.stats.crossed import changing, overlaps

Counts = npt.NDArray[np.float32]

_CELLS_AT_ONCE = 16_000_000  # 64 MB a matrix: bounds memory for large sets and many draws


def bootstrap_two_sets(
    n_male: int, n_female: int, n_resamples: int, rng: np.random.Generator
) -> Iterator[tuple[Counts, Counts]]:
    """Chunks of draws with replacement within each set; columns are pooled, male first."""
    n = n_male + n_female
    for size in _chunks(n_resamples, n):
        male, female = np.zeros((size, n), np.float32), np.zeros((size, n), np.float32)
        male[:, :n_male] = _draw_counts(size, n_male, rng)
        female[:, n_male:] = _draw_counts(size, n_female, rng)
        yield male, female


def permute_two_sets(
    n_male: int,
    n_female: int,
    n_resamples: int,
    rng: np.random.Generator,
    strata: Ints | None = None,
) -> Iterator[tuple[Counts, Counts]]:
    """Chunks of random relabellings of the pooled rows; with `strata`, only within a stratum."""
    n = n_male + n_female
    labels = np.zeros(n, np.float32)
    labels[:n_male] = 1.0
    groups = _groups(n, strata)
    for size in _chunks(n_resamples, n):
        male = np.tile(labels, (size, 1))
        for group in groups:
            male[:, group] = rng.permuted(male[:, group], axis=1)
        yield male, 1.0 - male


def bootstrap_pairs(
    pairs: Ints, n_male: int, n_female: int, n_resamples: int, rng: np.random.Generator
) -> Iterator[tuple[Counts, Counts]]:
    """Chunks of draws with replacement in which the two rows of a pair are drawn together.

    `pairs` holds their pooled positions, [n, 2], the male one first. Rows without a partner are
    drawn among their own.
    """
    n = n_male + n_female
    alone = np.setdiff1d(np.arange(n), pairs)
    men, women = alone[alone < n_male], alone[alone >= n_male]
    for size in _chunks(n_resamples, n):
        male, female = np.zeros((size, n), np.float32), np.zeros((size, n), np.float32)
        male[:, pairs[:, 0]] = female[:, pairs[:, 1]] = _draw_counts(size, len(pairs), rng)
        male[:, men] = _draw_counts(size, len(men), rng)
        female[:, women] = _draw_counts(size, len(women), rng)
        yield male, female


def swap_pairs(
    pairs: Ints,
    n_male: int,
    n_female: int,
    n_resamples: int,
    rng: np.random.Generator,
    strata: Ints | None = None,
) -> Iterator[tuple[Counts, Counts]]:
    """Chunks of relabellings in which the two rows of a pair change places or not, by a coin.

    Rows without a partner are relabelled among themselves. With `strata`, rows change places only
    within a stratum.
    """
    n = n_male + n_female
    alone = np.setdiff1d(np.arange(n), pairs)
    if strata is not None:
        pairs = pairs[strata[pairs[:, 0]] == strata[pairs[:, 1]]]
    labels = np.arange(n) < n_male
    among = None if strata is None else strata[alone]
    for size in _chunks(n_resamples, n):
        male = np.tile(labels.astype(np.float32), (size, 1))
        stay = rng.integers(0, 2, (size, len(pairs))).astype(np.float32)
        male[:, pairs[:, 0]], male[:, pairs[:, 1]] = stay, 1.0 - stay
        for group in _groups(len(alone), among):
            male[:, alone[group]] = rng.permuted(male[:, alone[group]], axis=1)
        yield male, 1.0 - male


def swap_clusters(
    clusters: Labels,
    n_male: int,
    n_female: int,
    n_resamples: int,
    rng: np.random.Generator,
    strata: Ints | None = None,
) -> Iterator[tuple[Counts, Counts]]:
    """Chunks of relabellings in which all rows of a cluster change their gender or not, by a coin.

    Clusters of one gender are relabelled among themselves, each as a whole. With `strata`, rows
    follow the coin of their cluster only where it has both genders in their stratum, and clusters
    of one gender change places only with others whose mean stratum is the same, rounded.
    """
    numbers, labels = codes(clusters), (np.arange(n_male + n_female) < n_male).astype(np.float32)
    share = _male_shares(numbers, labels)
    single = np.flatnonzero((share == 0.0) | (share == 1.0))
    among = np.isin(numbers, single)
    moves, alike = ~among, None
    if strata is not None:
        parts = codes(numbers * (int(strata.max()) + 1) + strata)
        of_part = _male_shares(parts, labels)[parts]
        moves = (of_part > 0.0) & (of_part < 1.0)
        alike = np.rint(np.bincount(numbers, strata) / np.bincount(numbers))[single].astype(int)
    for size in _chunks(n_resamples, len(labels)):
        turn = (rng.integers(0, 2, (size, len(share))) == 0)[:, numbers] & moves
        male = np.where(turn, np.float32(1.0) - labels, labels)
        of_cluster = np.tile(share.astype(np.float32), (size, 1))
        for group in _groups(len(single), alike):
            of_cluster[:, single[group]] = rng.permuted(of_cluster[:, single[group]], axis=1)
        male[:, among] = of_cluster[:, numbers[among]]
        yield male, np.float32(1.0) - male


def _male_shares(numbers: Ints, labels: Counts) -> Floats:
    """Of the rows of every cluster."""
    shares: Floats = np.bincount(numbers, labels) / np.bincount(numbers)
    return shares


def cluster_bootstrap(
    rows: Floats, columns: Sequence[Labels], n_resamples: int, rng: np.random.Generator
) -> Floats:
    """Draws of the means of [..., n] in step, [..., n_resamples]: rows of a cluster come together.

    Crossed columns are drawn each on its own (the pigeonhole bootstrap, Owen 2007), which varies
    more than the mean does: on the safe side. NaN where a draw holds no row.
    """
    numbered = changing(columns)
    if not numbered:
        raise ValueError("at least two clusters are needed to draw them")
    cells = overlaps(numbered)[-1].cells
    first = np.unique(cells, return_index=True)[1]
    sizes = np.bincount(cells).astype(np.float64)
    flat = rows.reshape(-1, rows.shape[-1])
    sums = np.array([sizes, *(np.bincount(cells, values) for values in flat)]).T
    means = []
    for size in _chunks(n_resamples, len(first)):
        drawn = _cluster_counts([column[first] for column in numbered], size, rng) @ sums
        with np.errstate(invalid="ignore"):
            means.append(drawn[:, 1:] / drawn[:, :1])
    draws: Floats = np.concatenate(means).T
    return draws.reshape(*rows.shape[:-1], n_resamples)


def balanced_sets(
    pairs: Ints, n_male: int, n_female: int, n_draws: int, rng: np.random.Generator
) -> Iterator[tuple[Floats, Floats]]:
    """Chunks of draws without replacement in which both sets have the size of the smaller.

    That one is always there whole, and so are the partners of its rows, by `pairs` as above. A few
    draws are the score itself, so their counts are of full precision.
    """
    n = n_male + n_female
    male = np.arange(n) < n_male
    larger = np.flatnonzero(male == (n_male > n_female))
    alone, surplus = np.setdiff1d(larger, pairs), abs(n_male - n_female)
    for size in _chunks(n_draws, n):
        kept = np.ones((size, n))
        for draw in kept:
            draw[rng.choice(alone, surplus, replace=False)] = 0.0
        yield kept * male, kept * ~male


def _groups(n: int, strata: Ints | None) -> list[Ints]:
    """Positions by stratum."""
    if strata is None:
        return [np.arange(n)]
    return [np.flatnonzero(strata == value) for value in np.unique(strata)]


def _chunks(n_resamples: int, n: int) -> Iterator[int]:
    step = max(1, _CELLS_AT_ONCE // n)
    for start in range(0, n_resamples, step):
        yield min(step, n_resamples - start)


def _cluster_counts(numbered: Sequence[Ints], size: int, rng: np.random.Generator) -> Counts:
    """How often each row counts: the product over columns of how often its cluster is drawn."""
    counts = np.ones((size, len(numbered[0])), np.float32)
    for column in numbered:
        counts *= _draw_counts(size, int(column.max()) + 1, rng)[:, column]
    return counts


def _draw_counts(size: int, n: int, rng: np.random.Generator) -> Counts:
    if not n:
        return np.zeros((size, 0), np.float32)
    picks = rng.integers(0, n, (size, n)) + n * np.arange(size)[:, None]
    return np.bincount(picks.ravel(), minlength=size * n).reshape(size, n).astype(np.float32)
