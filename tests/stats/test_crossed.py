"""The error of a mean over crossed clusters, against loops over rows."""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from equimask import stats

RNG = np.random.default_rng(5)
NAMES, TEMPLATES, CORPORA = (RNG.integers(0, k, 60) for k in (9, 6, 3))
ROWS = RNG.normal(size=60) + RNG.normal(size=9)[NAMES] + RNG.normal(size=6)[TEMPLATES]


def naive_variance(columns: list[np.ndarray]) -> float:
    """Inclusion and exclusion of CR2 variances, row by row."""
    n, mean = len(ROWS), ROWS.mean()

    def by(*members: np.ndarray) -> float:
        residuals: dict[tuple[int, ...], list[float]] = defaultdict(list)
        for row, labels in zip(ROWS, zip(*members, strict=True), strict=True):
            residuals[tuple(int(label) for label in labels)].append(row - mean)
        return sum(sum(own) ** 2 / (1 - len(own) / n) for own in residuals.values()) / n**2

    signed = sum(
        (-1) ** (size + 1) * by(*members)
        for size in range(1, len(columns) + 1)
        for members in combinations(columns, size)
    )
    return max(signed, *(by(column) for column in columns))


@pytest.mark.parametrize("columns", [[NAMES, TEMPLATES], [NAMES, TEMPLATES, CORPORA]])
def test_variance_is_that_of_all_rows_that_share_something(columns: list[np.ndarray]) -> None:
    error = stats.crossed_error(ROWS, columns)
    assert error is not None
    assert error.stderr**2 == pytest.approx(naive_variance(columns))
    assert error.n_clusters == min(stats.n_clusters(column) for column in columns)


def test_degrees_of_freedom_lie_between_those_of_the_columns() -> None:
    error = stats.crossed_error(ROWS, [NAMES, TEMPLATES])
    assert error is not None
    single = [stats.cluster_error(ROWS, column) for column in (NAMES, TEMPLATES)]
    freedoms = [one.df for one in single if one is not None]
    assert min(freedoms) <= error.df <= sum(freedoms)


def test_one_column_the_same_twice_and_one_within_another_are_one_way() -> None:
    for columns in ([NAMES], [NAMES, NAMES], [NAMES, np.zeros(60)], [NAMES, np.arange(60)]):
        assert stats.crossed_error(ROWS, columns) == pytest.approx(stats.cluster_error(ROWS, NAMES))


def test_columns_that_never_change_cannot_tell() -> None:
    assert stats.crossed_error(ROWS, [np.zeros(60), np.ones(60)]) is None


@given(st.integers(0, 2**32 - 1))
def test_neither_labels_nor_order_nor_which_column_is_first_matter(seed: int) -> None:
    rng = np.random.default_rng(seed)
    order, names, templates = rng.permutation(60), rng.permutation(9), rng.permutation(6)
    columns = [templates[TEMPLATES][order], names[NAMES][order]]
    expected = stats.crossed_error(ROWS, [NAMES, TEMPLATES])
    assert stats.crossed_error(ROWS[order], columns) == pytest.approx(expected)
