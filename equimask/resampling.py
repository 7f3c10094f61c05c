"""Draws as count matrices: how often each row of a pooled table counts, draw by draw."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

Counts = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int64]

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
    groups = [np.arange(n)]
    if strata is not None:
        groups = [np.flatnonzero(strata == value) for value in np.unique(strata)]
    for size in _chunks(n_resamples, n):
        male = np.tile(labels, (size, 1))
        for group in groups:
            male[:, group] = rng.permuted(male[:, group], axis=1)
        yield male, 1.0 - male


def _chunks(n_resamples: int, n: int) -> Iterator[int]:
    step = max(1, _CELLS_AT_ONCE // n)
    for start in range(0, n_resamples, step):
        yield min(step, n_resamples - start)


def _draw_counts(size: int, n: int, rng: np.random.Generator) -> Counts:
    picks = rng.integers(0, n, (size, n)) + n * np.arange(size)[:, None]
    return np.bincount(picks.ravel(), minlength=size * n).reshape(size, n).astype(np.float32)
