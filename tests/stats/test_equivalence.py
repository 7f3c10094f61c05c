"""Two one-sided tests, against statsmodels and against their interval."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.weightstats import DescrStatsW

from equimask import stats


@pytest.mark.parametrize("bound", [0.1, 0.5, 2.0])
def test_p_is_that_of_statsmodels(bound: float) -> None:
    rows = np.random.default_rng(0).normal(0.2, 1.0, 30)
    found = stats.tost(rows.mean(), rows.std(ddof=1) / np.sqrt(30), 29, bound)
    p_value, *_ = DescrStatsW(rows).ttost_mean(-bound, bound)
    assert found.p_value == pytest.approx(p_value)
    assert found[1:] == pytest.approx(DescrStatsW(rows).tconfint_mean(0.1))


@given(st.floats(-3, 3), st.floats(0.01, 2), st.floats(1, 500), st.floats(0.05, 3))
def test_small_is_what_has_its_interval_within_the_bound(
    effect: float, stderr: float, df: float, bound: float
) -> None:
    found = stats.tost(effect, stderr, df, bound)
    margin = min(found.low + bound, bound - found.high)
    if abs(margin) > 1e-9:
        assert (found.p_value < 0.05) == (margin > 0)
    assert found.p_value == pytest.approx(stats.tost(-effect, stderr, df, bound).p_value)


def test_without_an_error_the_number_decides() -> None:
    assert stats.tost(0.1, 0.0, 5, 0.2) == (0.0, 0.1, 0.1)
    assert stats.tost(0.2, 0.0, 5, 0.2).p_value == 1.0


def test_draws_tell_the_same_as_the_normal_law() -> None:
    draws = np.random.default_rng(1).normal(0.3, 0.2, 100_000)
    draws[:3] = np.nan
    found, expected = stats.tost_of_draws(draws, 0.7), stats.tost(0.3, 0.2, np.inf, 0.7)
    assert found == pytest.approx(expected, abs=0.01)
    assert stats.tost_of_draws(-draws, 0.7).p_value == found.p_value
    assert stats.tost_of_draws(draws, 9.0).p_value == 1 / (1 + 99_997)


def test_too_little_is_not_small() -> None:
    assert stats.tost(0.0, 1.0, 3, 0.5).p_value > 0.05


@pytest.mark.parametrize("bound", [0.0, -1.0, float("nan")])
def test_a_bound_is_above_0(bound: float) -> None:
    with pytest.raises(ValueError, match="above 0"):
        stats.tost(0.0, 1.0, 3, bound)
    with pytest.raises(ValueError, match="above 0"):
        stats.tost_of_draws(np.zeros(9), bound)
