"""Draws as count matrices: how often each row of a pooled table counts, draw by draw."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from equimask.core.arrays import Floats, Ints

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


def _draw_counts(size: int, n: int, rng: np.random.Generator) -> Counts:
    if not n:
        return np.zeros((size, 0), np.float32)
    picks = rng.integers(0, n, (size, n)) + n * np.arange(size)[:, None]
    return np.bincount(picks.ravel(), minlength=size * n).reshape(size, n).astype(np.float32)
