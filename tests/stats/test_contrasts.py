"""Two means over rows of two kinds, against SciPy, naive matrices, and known truths."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats as sps

from equimask import stats
from equimask.core.arrays import Bools, Floats, Ints


def naive_error(rows: Floats, first: Bools, clusters: Ints) -> tuple[float, float]:
    """CR2 with whole matrices, and its degrees of freedom by the covariance that the rows show."""
    n = len(rows)
    design = np.column_stack([first, ~first]).astype(float)
    hat = design @ np.linalg.inv(design.T @ design) @ design.T
    weights = first / first.sum() - ~first / (~first).sum()
    maps = []
    for label in np.unique(clusters):
        at = np.flatnonzero(clusters == label)
        values, vectors = np.linalg.eigh(np.eye(len(at)) - hat[np.ix_(at, at)])
        turned = vectors @ np.diag(values**-0.5) @ vectors.T
        maps.append(weights[at] @ turned @ (np.eye(n) - hat)[at])
    matrix = np.array(maps)
    variance = float(((matrix @ rows) ** 2).sum())
    spread = matrix @ naive_covariance(rows, first, clusters) @ matrix.T
    return variance**0.5, float(np.trace(spread) ** 2 / np.trace(spread @ spread))


def naive_covariance(rows: Floats, first: Bools, clusters: Ints) -> Floats:
    """Components of variance of each kind, and what the two kinds of a cluster share."""
    n, own = len(rows), {}
    left = rows.copy()
    for kind in (True, False):
        at = first == kind
        left[at] -= rows[at].mean()
        values, labels = rows[at], clusters[at]
        groups = [values[labels == one] for one in np.unique(labels)]
        sizes = np.array([len(group) for group in groups])
        between = sum(len(g) * (g.mean() - values.mean()) ** 2 for g in groups) / (len(groups) - 1)
        spare = len(values) - len(groups)
        within = sum(((g - g.mean()) ** 2).sum() for g in groups) / spare if spare else 0.0
        usual = (sizes.sum() - (sizes**2).sum() / sizes.sum()) / (len(groups) - 1)
        own[kind] = within, max(0.0, between - within) / usual
    same = clusters[:, None] == clusters
    across = same & (first[:, None] & ~first)
    together = (np.outer(left, left) * across).sum() / max(1, across.sum())
    found = np.zeros((n, n))
    for kind, (within, shared) in own.items():
        at = first == kind
        found += np.where(np.outer(at, at) & same, shared, 0.0) + np.diag(np.where(at, within, 0.0))
    for label in np.unique(clusters):
        men, women = (np.flatnonzero((clusters == label) & (first == k)) for k in (True, False))
        if len(men) and len(women):
            most = np.sqrt(found[np.ix_(men, men)].sum() * found[np.ix_(women, women)].sum())
            most /= len(men) * len(women)
            found[np.ix_(men, women)] = np.clip(together, -most, most)
            found[np.ix_(women, men)] = np.clip(together, -most, most)
    return found


def drawn(seed: int, n: int = 60, n_clusters: int = 9) -> tuple[Floats, Bools, Ints]:
    rng = np.random.default_rng(seed)
    clusters = rng.integers(0, n_clusters, n)
    first = rng.random(n) < 0.4
    rows = rng.normal(size=n) + rng.normal(size=n_clusters)[clusters] + 0.5 * first
    return rows, first, clusters


@pytest.mark.parametrize("seed", range(6))
def test_rows_of_clusters_that_hold_both_kinds_have_the_error_of_naive_matrices(seed: int) -> None:
    rows, first, clusters = drawn(seed)
    error = stats.contrast_error(rows, first, clusters)
    assert error is not None
    assert (error.stderr, error.df) == pytest.approx(naive_error(rows, first, clusters), rel=1e-9)
    assert error.n_clusters == 9


@pytest.mark.parametrize("seed", range(4))
def test_independent_rows_get_the_test_of_welch(seed: int) -> None:
    rows, first, _ = drawn(seed)
    rows = np.where(first, 3 * rows, rows)
    found = stats.contrast_of_means(rows, first)
    welch = sps.ttest_ind(rows[first], rows[~first], equal_var=False)
    assert found.difference == pytest.approx(rows[first].mean() - rows[~first].mean())
    assert found.p_value == pytest.approx(welch.pvalue)
    assert found.interval[1:] == pytest.approx(tuple(welch.confidence_interval(0.95)))
    assert found.n_clusters == len(rows)


def test_what_both_kinds_share_in_a_cluster_goes_out_of_their_difference() -> None:
    rng = np.random.default_rng(0)
    clusters = np.repeat(np.arange(30), 2)
    first = np.tile([True, False], 30)
    rows = 5 * rng.normal(size=30)[clusters] + 0.1 * rng.normal(size=60)
    paired, strangers = (stats.contrast_of_means(rows, first, c) for c in ([clusters], []))
    assert paired.interval.stderr is not None and strangers.interval.stderr is not None
    assert paired.interval.stderr < 0.05 * strangers.interval.stderr
    same = sps.ttest_rel(rows[first], rows[~first])
    assert paired.p_value == pytest.approx(same.pvalue, rel=1e-6)


def test_clusters_of_one_kind_widen() -> None:
    rng = np.random.default_rng(1)
    clusters = np.repeat(np.arange(20), 6)
    first = clusters % 2 == 0
    rows = rng.normal(size=20)[clusters] + 0.3 * rng.normal(size=120)
    whole, strangers = (stats.contrast_of_means(rows, first, c) for c in ([clusters], []))
    assert whole.interval.stderr is not None and strangers.interval.stderr is not None
    assert whole.interval.stderr > 1.8 * strangers.interval.stderr
    means = np.array([rows[clusters == one].mean() for one in range(20)])
    welch = sps.ttest_ind(means[::2], means[1::2], equal_var=False)
    assert whole.p_value == pytest.approx(welch.pvalue, rel=1e-6)


@given(st.integers(0, 200), st.floats(-1e3, 1e3), st.floats(0.01, 100.0))
def test_a_constant_moves_nothing_and_a_factor_only_the_scale(
    seed: int, constant: float, factor: float
) -> None:
    rows, first, clusters = drawn(seed)
    found = stats.contrast_of_means(rows, first, [clusters])
    moved = stats.contrast_of_means(factor * rows + constant, first, [clusters])
    assert moved.difference == pytest.approx(factor * found.difference, abs=1e-9)
    assert moved.p_value == pytest.approx(found.p_value, rel=1e-6)
    assert moved.effect is not None and found.effect is not None
    assert moved.effect.effect == pytest.approx(found.effect.effect, rel=1e-6, abs=1e-9)
    assert moved.effect.interval == pytest.approx(found.effect.interval, rel=1e-6, abs=1e-9)


def test_the_effect_is_the_difference_in_spreads_within_the_kinds() -> None:
    rows, first, _ = drawn(3)
    found = stats.contrast_of_means(rows, first)
    pooled = (first.sum() - 1) * rows[first].var(ddof=1)
    pooled += ((~first).sum() - 1) * rows[~first].var(ddof=1)
    assert found.effect is not None
    assert found.effect.effect == pytest.approx(
        found.difference / (pooled / (len(rows) - 2)) ** 0.5
    )


def test_rows_that_are_all_alike_show_no_difference_and_have_no_effect() -> None:
    found = stats.contrast_of_means(np.full(9, 0.1), np.arange(9) < 4)
    assert (found.difference, found.p_value, found.effect) == (0.0, 1.0, None)


def test_one_row_or_one_cluster_of_a_kind_cannot_tell() -> None:
    rows = np.array([1.0, 2.0, 3.0, 4.0])
    one = stats.contrast_of_means(rows, np.array([True, False, False, False]))
    assert (one.difference, one.p_value) == (-2.0, None)
    assert one.interval == stats.Interval(None, None, None)
    first = np.array([True, True, False, False])
    whole = stats.contrast_of_means(rows, first, [["a", "a", "b", "c"]])
    assert whole.p_value is None
    names = ["x", "y", "x", "y"]  # a second column does not make good for the first
    assert stats.contrast_of_means(rows, first, [names, ["a", "a", "b", "c"]]).p_value is None


def test_few_clusters_claim_no_more_than_flips_of_them_could() -> None:
    rng = np.random.default_rng(4)
    clusters, first = np.repeat(np.arange(4), 50), np.tile([True, False], 100)
    rows = 3.0 * first + 0.1 * rng.normal(size=200)
    found = stats.contrast_of_means(rows, first, [clusters])
    assert found.p_value == stats.attainable_p(4) == 0.125
    assert found.interval.stderr is not None
    assert found.interval[1:] == (None, None)


def test_crossed_clusters_add_up_and_a_column_that_never_changes_adds_nothing() -> None:
    rng = np.random.default_rng(5)
    names, templates = rng.integers(0, 12, 300), rng.integers(0, 10, 300)
    first = rng.random(300) < 0.5
    rows = rng.normal(size=12)[names] * first + rng.normal(size=10)[templates] * first
    rows = rows + 0.2 * rng.normal(size=300)
    both = stats.contrast_of_means(rows, first, [names, templates]).interval.stderr
    for column in (names, templates):
        alone = stats.contrast_of_means(rows, first, [column])
        same = stats.contrast_of_means(rows, first, [column, np.zeros(300, int)])
        assert both is not None and alone.interval.stderr is not None
        assert both > alone.interval.stderr
        assert same == alone
