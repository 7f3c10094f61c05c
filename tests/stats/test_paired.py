"""Two scores on the same rows: error bars, tests, ranks."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats as sps

from equimask import stats


def test_a_paired_bootstrap_draws_rows_for_both_at_once() -> None:
    rng = np.random.default_rng(0)
    shared = rng.normal(0, 10, 80)  # what both have in common must not widen the interval
    first, second = shared + rng.normal(0.5, 1, 80), shared
    found = stats.paired_bootstrap(first, second, n_resamples=1999)
    naive = [
        (first - second)[np.random.default_rng(seed).integers(0, 80, 80)].mean()
        for seed in range(2000)
    ]
    assert found.difference == pytest.approx((first - second).mean())
    assert found.interval.stderr == pytest.approx(np.std(naive, ddof=1), rel=0.1)
    assert found.interval.low == pytest.approx(np.percentile(naive, 2.5), abs=0.05)
    assert found.interval.high == pytest.approx(np.percentile(naive, 97.5), abs=0.05)


def test_the_paired_p_is_that_of_all_swaps() -> None:
    first, second = np.array([3.0, 1.0, 4.0, 2.0, 6.0]), np.array([1.0, 0.5, 5.0, 1.0, 2.0])
    observed = abs((first - second).mean())
    swaps = [abs(np.mean(np.array(s) * (first - second))) for s in product((1, -1), repeat=5)]
    found = stats.paired_bootstrap(first, second)
    assert found.p_value == pytest.approx(np.mean(np.array(swaps) >= observed - 1e-12))


def test_five_rows_that_differ_are_too_few_to_be_sure() -> None:
    first = np.zeros(112)
    first[:5] = 100.0  # a bootstrap's own p would be 0.02 here; 5 coins on one side are 1 in 16
    assert stats.paired_bootstrap(first, np.zeros(112)).p_value == pytest.approx(2 / 2**5, abs=0.01)


@given(st.lists(st.integers(-10, 10), min_size=2, max_size=12))
def test_the_interval_of_few_differences_leaves_0_out_only_where_their_test_does(
    values: list[int],
) -> None:
    rows = np.array(values, dtype=np.float64)
    found = stats.paired_bootstrap(rows, np.zeros(len(rows)))
    low, high = found.interval[1:]
    assert (low is None) == (len(rows) < 6)
    if low is not None and high is not None and not low <= 0 <= high:
        assert found.p_value is not None and found.p_value <= 0.05 + 1e-9


def test_equal_scores_differ_by_nothing() -> None:
    same = np.random.default_rng(1).normal(size=30)
    found = stats.paired_bootstrap(same, same)
    assert (found.difference, found.p_value) == (0.0, 1.0)
    assert (found.interval.low, found.interval.high) == (0.0, 0.0)
    assert stats.difference_of_draws(0.0, np.zeros(99)).p_value == 1.0


def test_draws_of_a_difference_agree_with_the_normal_law() -> None:
    draws = 2.0 + np.random.default_rng(2).normal(0, 1, 40_000)
    found = stats.difference_of_draws(2.0, draws)
    assert found.p_value == pytest.approx(2 * sps.norm.sf(2.0), abs=0.005)
    assert found.interval.low == pytest.approx(2 - 1.96, abs=0.03)
    assert found.interval.stderr == pytest.approx(1.0, abs=0.02)


def test_undefined_draws_are_left_out() -> None:
    draws = np.array([1.0, np.nan, 3.0, 2.0])
    assert stats.difference_of_draws(2.0, draws) == stats.difference_of_draws(
        2.0, draws[~np.isnan(draws)]
    )


def test_a_rank_correlation_needs_two_sides_that_change() -> None:
    left, right = np.array([1.0, 2.0, 2.0, 9.0]), np.array([1.0, 3.0, 2.0, 4.0])
    ranks = np.corrcoef(sps.rankdata(left), sps.rankdata(right))[0, 1]
    assert stats.rank_correlation(left, right) == pytest.approx(ranks)
    assert stats.rank_correlation(left, np.ones(4)) is None
