"""Intervals of few rows say no more than the test beside them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats as sps

from equimask import stats

FEW = st.lists(st.floats(-1, 1, allow_subnormal=False), min_size=2, max_size=12)


def test_many_rows_keep_the_bootstrap() -> None:
    rows = np.random.default_rng(0).normal(size=stats.FEW_UNITS)
    assert stats.interval_of_mean(rows) == stats.bootstrap_mean(rows)


@pytest.mark.parametrize("n", [2, 5])
def test_rows_that_can_show_nothing_have_an_error_and_no_ends(n: int) -> None:
    found = stats.interval_of_mean(np.linspace(-27.5, -0.7, n))
    assert found.stderr is not None and (found.low, found.high) == (None, None)


def test_one_row_has_neither() -> None:
    assert stats.interval_of_mean(np.array([1.0])) == stats.Interval(None, None, None)


@given(FEW)
def test_the_interval_of_few_rows_leaves_0_out_only_where_the_test_does(
    values: list[float],
) -> None:
    rows = np.array(values)
    found, p_value = stats.interval_of_mean(rows), stats.sign_flip_test(rows)
    if found.low is None or found.high is None:
        return
    nothing = 1e-9 * np.abs(rows).sum()  # the test's own resolution
    if not found.low - nothing <= 0 <= found.high + nothing:
        assert p_value is not None and p_value <= 0.05 + 1e-9


def test_labels_that_can_change_places_bound_the_p_of_their_permutation() -> None:
    assert stats.attainable_p_of_labels(3, 3) == pytest.approx(2 / 20)
    assert stats.attainable_p_of_labels(6, 6, n_pairs=6) == pytest.approx(stats.attainable_p(6))
    assert stats.attainable_p_of_labels(3, 2, n_pairs=2) == pytest.approx(2 / 4)
    assert stats.attainable_p_of_labels(1, 0) == 1.0
    assert stats.attainable_p_of_labels(10**6, 10**6) == 0.0


@given(st.integers(1, 60), st.data(), st.floats(0.5, 49.0))
def test_a_percentage_is_within_a_bound_by_two_binomial_tests(
    n: int, data: st.DataObject, bound: float
) -> None:
    wins = data.draw(st.integers(0, n))
    bits = np.array([1.0] * wins + [0.0] * (n - wins))
    found = stats.tost_of_percentage(bits, bound)
    share = bound / 100
    less = sps.binomtest(wins, n, 0.5 + share, alternative="less").pvalue
    more = sps.binomtest(wins, n, 0.5 - share, alternative="greater").pvalue
    assert found.p_value == pytest.approx(max(less, more), abs=1e-9)
    assert found.low is not None and found.high is not None
    inside = -bound < found.low and found.high < bound
    assert inside == (found.p_value < stats.ALPHA)


def test_rows_that_are_all_ties_are_not_proof_of_nothing() -> None:
    assert stats.tost_of_percentage(np.full(6, 0.5), 10.0).p_value > 0.4
    assert stats.tost_of_percentage(np.full(600, 0.5), 10.0).p_value < 0.001


def test_a_distance_from_twins_has_degrees_of_freedom() -> None:
    twins = np.array([49.0, 50.0, 51.0, 50.0])
    alone = stats.twin_test(55.0, twins, difference_stderr=0.0)
    assert alone.df == 3
    assert stats.twin_test(55.0, twins, difference_stderr=2.0).df > 3
    p_value = 2 * sps.t.sf(5.0 / alone.stderr, alone.df)
    assert alone.p_value == pytest.approx(p_value)
