"""All differences of models at once against Tukey's range; ranks by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats as sps

from equimask import stats

SCORES = np.array([1.0, 4.0, 2.0, 2.5])


def rng(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(seed)


def test_draws_of_independent_models_reach_as_far_as_tukeys_range() -> None:
    draws = SCORES[:, None] + rng().normal(size=(4, 60_000))
    found = stats.simultaneous_differences_of_draws(SCORES, draws, 0.95)
    reach = sps.studentized_range.ppf(0.95, 4, np.inf) / np.sqrt(2)
    off = ~np.eye(4, dtype=bool)
    assert found.values == pytest.approx(SCORES[:, None] - SCORES)
    assert found.stderr[off] == pytest.approx(np.sqrt(2), rel=0.02)
    assert (found.high - found.values)[off] == pytest.approx(reach * np.sqrt(2), rel=0.02)


def test_rows_of_independent_models_reach_as_far_too() -> None:
    rows = SCORES[:, None] + rng(1).normal(size=(4, 3000))
    found = stats.simultaneous_differences(rows, [np.arange(3000)], 0.95, 2000, rng())
    reach = sps.studentized_range.ppf(0.95, 4, np.inf) / np.sqrt(2)
    off = ~np.eye(4, dtype=bool)
    assert found.values == pytest.approx(rows.mean(1)[:, None] - rows.mean(1))
    for first, second in zip(*np.nonzero(off), strict=True):
        error = stats.cluster_error(rows[first] - rows[second], np.arange(3000))
        assert error is not None
        assert found.stderr[first, second] == pytest.approx(error.stderr)
    assert ((found.high - found.values) / np.where(off, found.stderr, 1))[off] == pytest.approx(
        reach, rel=0.05
    )


def test_what_models_share_does_not_blur_their_differences() -> None:
    clusters = np.arange(200) % 40
    shared = 50 * rng(2).normal(size=200)
    own = 0.1 * rng(3).normal(size=(4, 200))
    found = stats.simultaneous_differences(
        SCORES[:, None] + shared + own, [clusters], 0.95, 999, rng()
    )
    ranks = stats.rank_intervals(found)
    assert ranks.rank.tolist() == ranks.best.tolist() == ranks.worst.tolist() == [4, 1, 3, 2]


def test_ranks_are_those_that_no_difference_contradicts() -> None:
    draws = SCORES[:, None] + 0.3 * rng(4).normal(size=(4, 5000))
    found = stats.simultaneous_differences_of_draws(SCORES, draws, 0.95)
    ranks = stats.rank_intervals(found)
    assert ranks.rank.tolist() == [4, 1, 3, 2]
    assert ranks.best.tolist() == [3, 1, 2, 2]  # 1.0 and 2.0 are not told apart, 1.0 and 2.5 are
    assert ranks.worst.tolist() == [4, 1, 4, 3]


@given(st.integers(0, 2**32 - 1))
def test_tables_turn_over_and_models_may_come_in_any_order(seed: int) -> None:
    order = rng(seed).permutation(4)
    clusters = np.arange(60) % 12
    rows = SCORES[:, None] + 4 * rng(5).normal(size=(4, 60))
    found = stats.simultaneous_differences(rows, [clusters], 0.95, 99, rng())
    turned = stats.simultaneous_differences(
        rows[order], [rng(seed).permutation(12)[clusters]], 0.95, 99, rng()
    )
    assert found.low == pytest.approx(-found.high.T)
    for one, other in zip(found, turned, strict=True):
        assert other == pytest.approx(one[np.ix_(order, order)])


def test_crossed_columns_need_no_less_than_their_error() -> None:
    names, templates = np.arange(400) % 20, np.arange(400) // 20
    rows = rng(6).normal(size=(3, 400)) + rng(7).normal(size=(3, 20))[:, templates]
    found = stats.simultaneous_differences(rows, [names, templates], 0.95, 499, rng())
    error = stats.crossed_error(rows[0] - rows[1], [names, templates])
    assert error is not None
    assert found.stderr[0, 1] == pytest.approx(error.stderr)
    assert found.high[0, 1] - found.values[0, 1] > 2.2 * error.stderr


def test_few_clusters_leave_every_rank_open() -> None:
    rows = SCORES[:, None] + 1e-3 * rng(8).normal(size=(4, 50))
    for columns in ([np.arange(50) % 5], [np.arange(50) % 5, np.arange(50)], [np.zeros(50)]):
        found = stats.simultaneous_differences(rows, columns, 0.95, 999, rng())
        assert np.isnan(found.low[~np.eye(4, dtype=bool)]).all()
        ranks = stats.rank_intervals(found)
        assert ranks.best.tolist() == [1] * 4
        assert ranks.worst.tolist() == [4] * 4


def test_equal_models_share_their_rank() -> None:
    rows = np.tile(rng(9).normal(size=80), (3, 1))
    found = stats.simultaneous_differences(rows, [np.arange(80)], 0.95, 99, rng())
    assert (found.low == 0).all() and (found.high == 0).all()
    assert stats.rank_intervals(found).rank.tolist() == [1, 1, 1]
    drawn = stats.simultaneous_differences_of_draws(np.zeros(3), np.zeros((3, 50)), 0.95)
    assert (drawn.high == 0).all()


def test_one_model_is_first() -> None:
    found = stats.simultaneous_differences(np.ones((1, 9)), [np.arange(9)], 0.95, 99, rng())
    assert stats.rank_intervals(found) == ([1], [1], [1])
