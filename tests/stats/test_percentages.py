"""Percentages of few units, against SciPy's exact intervals and the sign test."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats as sps

from equimask import stats


@given(n=st.integers(2, 29), data=st.data())
def test_few_bits_have_clopper_and_pearsons_interval(n: int, data: st.DataObject) -> None:
    wins = data.draw(st.integers(0, n))
    found = stats.percentage_interval(np.repeat([1.0, 0.0], [wins, n - wins]), 0.9, 9)
    exact = sps.binomtest(wins, n).proportion_ci(0.9, method="exact")
    assert found[1:] == pytest.approx((100 * exact.low, 100 * exact.high))


@given(n=st.integers(2, 29), data=st.data())
def test_it_leaves_50_out_where_the_sign_test_finds_a_difference(
    n: int, data: st.DataObject
) -> None:
    wins = data.draw(st.integers(0, n))
    bits = np.repeat([1.0, 0.0], [wins, n - wins])
    _, low, high = stats.percentage_interval(bits, 0.95, 9)
    p_value = stats.sign_test(bits)
    assert low is not None and high is not None and p_value is not None
    assert (p_value > 0.05) == (low <= 50.0 <= high)


def test_ties_count_half() -> None:
    _, low, high = stats.percentage_interval(np.array([1.0, 0.5, 0.5, 0.0, 1.0, 0.5]), 0.95, 9)
    assert low is not None and high is not None
    few, many = (sps.binomtest(wins, 6).proportion_ci(0.95, "exact") for wins in (3, 4))
    assert 100 * few.low < low < 100 * many.low
    assert 100 * few.high < high < 100 * many.high


def test_from_thirty_on_it_is_the_bootstrap() -> None:
    bits = (np.arange(stats.FEW_UNITS) % 3 == 0).astype(np.float64)
    assert stats.percentage_interval(bits) == stats.bootstrap_percentage(bits)
    assert stats.percentage_interval(bits[1:]) != stats.bootstrap_percentage(bits[1:])
    assert stats.percentage_interval(bits[:1]) == (None, None, None)


def test_single_bits_have_wilsons_interval_with_students_quantile() -> None:
    bits = np.repeat([1.0, 0.0], [31, 69])
    error = stats.cluster_error(bits, np.arange(100))
    assert error is not None
    found = stats.percentage_of_clusters(
        bits, error._replace(df=np.inf, stderr=np.sqrt(0.31 * 0.69 / 100))
    )
    wilson = sps.binomtest(31, 100).proportion_ci(0.95, method="wilson")
    assert found[1:] == pytest.approx((100 * wilson.low, 100 * wilson.high))
    _, low, high = stats.percentage_of_clusters(bits, error)
    assert low is not None and high is not None
    assert low < 100 * wilson.low
    assert high > 100 * wilson.high


def test_bits_said_many_times_over_tell_no_more() -> None:
    bits = (np.random.default_rng(0).random(60) < 0.4).astype(np.float64)
    once = stats.percentage_of_clusters(bits, stats.cluster_error(bits, np.arange(60)))
    clusters = np.repeat(np.arange(60), 8)
    often = np.repeat(bits, 8)
    assert stats.percentage_of_clusters(often, stats.cluster_error(often, clusters)) == (
        pytest.approx(once)
    )


@pytest.mark.parametrize("bit", [0.0, 1.0])
def test_where_all_agree_every_cluster_is_one_bit(bit: float) -> None:
    bits, clusters = np.full(80, bit), np.repeat(np.arange(8), 10)
    _, low, high = stats.percentage_of_clusters(bits, stats.cluster_error(bits, clusters))
    exact = sps.binomtest(int(8 * bit), 8).proportion_ci(0.95, method="exact")
    assert low is not None and high is not None
    assert (low, high) == pytest.approx((100 * exact.low, 100 * exact.high))
    assert 0.0 <= low <= 100 * bit <= high <= 100.0
    assert stats.percentage_of_clusters(bits, None) == (None, None, None)


@pytest.mark.parametrize("n", range(2, 12))
@pytest.mark.parametrize("bit", [0.0, 1.0])
def test_clusters_that_all_agree_leave_50_out_where_their_flips_do(n: int, bit: float) -> None:
    bits, clusters = np.full(n + 1, bit), [*range(n), 0]  # the first one has two rows
    rng = np.random.default_rng(0)
    found = stats.clustered_percentage(bits, [clusters], 0.95, 9999, rng)
    _, low, high = found.interval
    assert low is not None and high is not None and found.p_value is not None
    assert (low <= 50.0 <= high) == (found.p_value > 0.05)


@given(wins=st.integers(1, 99), level=st.sampled_from([0.9, 0.95, 0.99]))
def test_a_percentage_whose_error_is_that_of_bits_has_the_interval_of_bits(
    wins: int, level: float
) -> None:
    error = stats.ClusterError(100 * np.sqrt(wins * (100 - wins) / 100**3), np.inf, 100)
    wilson = sps.binomtest(wins, 100).proportion_ci(level, method="wilson")
    found = stats.percentage_by_error(float(wins), error, level)
    assert found == pytest.approx((error.stderr, 100 * wilson.low, 100 * wilson.high))


@pytest.mark.parametrize("value", [0.0, 100.0])
def test_at_its_end_a_percentage_is_as_sure_as_its_clusters_are_many(value: float) -> None:
    error = stats.ClusterError(0.0, np.inf, 12)
    exact = sps.binomtest(int(12 * value / 100), 12).proportion_ci(0.95, method="exact")
    found = stats.percentage_by_error(value, error)
    assert found[1:] == pytest.approx((100 * exact.low, 100 * exact.high))
    assert stats.percentage_by_error(value, None) == (None, None, None)


def test_what_lies_outside_0_to_100_has_students_interval() -> None:
    found = stats.percentage_by_error(103.0, stats.ClusterError(2.0, 10.0, 12))
    assert found[1:] == pytest.approx(sps.t.interval(0.95, 10, 103.0, 2.0))
