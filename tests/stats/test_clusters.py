"""The error of a mean over clusters, against matrices, closed forms and invariances."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import linalg

from equimask import stats
from equimask.stats.clusters import codes

CLUSTERS = np.repeat(["a", "b", "c", "d", "e"], [1, 7, 2, 4, 12])
ROWS = np.random.default_rng(0).normal(1.0, 2.0, len(CLUSTERS)) + (CLUSTERS == "b")


def test_a_row_without_a_label_stands_alone() -> None:
    assert stats.n_clusters(["x", "", "y", "", "x"]) == 4
    assert codes(["x", "", "y", "", "x"]).tolist() == [0, 2, 1, 3, 0]
    assert stats.n_clusters([3, 5, 3]) == 2
    assert stats.n_clusters([]) == 0


def test_the_variance_is_cr2_and_its_freedom_that_of_bell_and_mccaffrey() -> None:
    """All matrices written out: hat matrix, its square roots, the covariance of the model."""
    n, numbers = len(ROWS), codes(CLUSTERS)
    hat = np.full((n, n), 1.0 / n)
    left = np.eye(n) - hat
    adjusted = np.zeros((5, n))  # of each cluster: what its adjusted residuals add to the mean
    for cluster in range(5):
        own = numbers == cluster
        root = linalg.sqrtm(np.linalg.inv(left[np.ix_(own, own)])).real
        adjusted[cluster] = np.ones(own.sum()) @ root @ left[own] / n
    within, between = _components(ROWS, numbers)
    covariance = within * np.eye(n) + between * (numbers[:, None] == numbers)
    quadratic = adjusted @ covariance @ adjusted.T
    found = stats.cluster_error(ROWS, CLUSTERS)
    assert found is not None
    assert found.stderr == pytest.approx(np.sqrt(((adjusted @ ROWS) ** 2).sum()))
    assert found.df == pytest.approx(np.trace(quadratic) ** 2 / np.sum(quadratic**2))
    assert found.n_clusters == 5


def _components(rows: np.ndarray, numbers: np.ndarray) -> tuple[float, float]:
    """Variances within and of clusters by the analysis of variance, by hand."""
    groups = [rows[numbers == cluster] for cluster in np.unique(numbers)]
    sizes = np.array([len(group) for group in groups])
    n, k = sizes.sum(), len(groups)
    within = sum(((group - group.mean()) ** 2).sum() for group in groups) / (n - k)
    between = sum(len(g) * (g.mean() - rows.mean()) ** 2 for g in groups) / (k - 1)
    return within, max(0.0, (between - within) * (k - 1) / (n - (sizes**2).sum() / n))


def test_single_rows_have_the_error_of_the_mean_and_its_degrees_of_freedom() -> None:
    error = stats.cluster_error(ROWS, np.arange(len(ROWS)))
    assert error is not None
    assert error.stderr == pytest.approx(ROWS.std(ddof=1) / np.sqrt(len(ROWS)))
    assert error.df == pytest.approx(len(ROWS) - 1)
    assert stats.effective_number(ROWS, error) == pytest.approx(len(ROWS))


def test_clusters_of_one_size_are_as_good_as_their_means() -> None:
    rows = np.random.default_rng(1).normal(size=(12, 5))
    error = stats.cluster_error(rows.ravel(), np.repeat(np.arange(12), 5))
    assert error is not None
    assert error.stderr == pytest.approx(rows.mean(axis=1).std(ddof=1) / np.sqrt(12))
    assert error.df == pytest.approx(11)


def test_rows_said_many_times_over_count_once() -> None:
    rows = np.random.default_rng(2).normal(size=40)
    once = stats.cluster_error(rows, np.arange(40))
    often = stats.cluster_error(np.repeat(rows, 6), np.repeat(np.arange(40), 6))
    assert once is not None and often is not None
    assert often.stderr == pytest.approx(once.stderr)
    assert stats.effective_number(np.repeat(rows, 6), often) == pytest.approx(40, rel=0.03)


def test_few_large_clusters_among_small_ones_count_for_few() -> None:
    sizes = np.array([200, 200] + [1] * 50)
    clusters = np.repeat(np.arange(52), sizes)
    rng = np.random.default_rng(3)
    rows = rng.normal(size=52)[clusters] + 0.1 * rng.normal(size=len(clusters))
    error = stats.cluster_error(rows, clusters)
    assert error is not None
    assert error.df < 3
    assert error.n_clusters == 52


def test_rows_that_balance_out_within_clusters_are_not_more_than_they_are() -> None:
    rows, clusters = np.array([1.0, -1.0] * 10), np.repeat(np.arange(10), 2)
    error = stats.cluster_error(rows, clusters)
    assert error is not None
    assert error.stderr == pytest.approx(0.0)
    assert stats.effective_number(rows, error) == 20


def test_one_cluster_cannot_tell_and_equal_rows_count_once_a_cluster() -> None:
    assert stats.cluster_error(ROWS, np.zeros(len(ROWS))) is None
    assert stats.effective_number(ROWS, None) == 1.0
    same = np.full(len(ROWS), 0.1)
    error = stats.cluster_error(same, CLUSTERS)
    assert error is not None
    assert stats.effective_number(same, error) == 5
    assert np.isfinite(error.df)


@given(st.integers(0, 2**32 - 1))
def test_neither_labels_nor_order_matter(seed: int) -> None:
    rng = np.random.default_rng(seed)
    order = rng.permutation(len(ROWS))
    names = dict(zip("abcde", rng.permutation(5), strict=True))
    renamed = np.array([names[cluster] for cluster in CLUSTERS])
    expected = stats.cluster_error(ROWS, CLUSTERS)
    assert stats.cluster_error(ROWS[order], renamed[order]) == pytest.approx(expected)


def test_the_smallest_effect_that_can_be_shown_follows_the_effective_number() -> None:
    error = stats.cluster_error(ROWS, CLUSTERS)
    assert error is not None
    spread, n = ROWS.std(ddof=1), stats.effective_number(ROWS, error)
    assert n < len(ROWS)
    found = stats.minimum_detectable_effect(spread, n, df=error.df)
    plain = stats.minimum_detectable_effect(spread, n)
    assert found is not None and plain is not None
    assert plain == pytest.approx(2.8016 * error.stderr, rel=1e-4)
    assert found > plain
    assert stats.minimum_detectable_effect(spread, n, df=1e9) == pytest.approx(plain)
