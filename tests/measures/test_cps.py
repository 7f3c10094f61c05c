"""CPS against hand-worked values."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from equimask.measures import cps, preference
from tests.measures.test_s_jsd import log_probs, scores


def test_the_likelier_shared_span_wins_and_sums_are_over_tokens() -> None:
    rows = cps.row_scores(scores([[-1.0, -2.0], [-3.0]], [[-2.0, -2.0], [-1.0]]))
    assert rows.cps.tolist() == [1.0, 0.0]
    assert rows.pll_more.tolist() == [-3.0, -3.0]
    assert rows.pll_less.tolist() == [-4.0, -1.0]
    assert cps.total(rows.cps) == 50.0


@given(st.lists(st.tuples(log_probs, log_probs), min_size=1, max_size=8))
def test_swapping_the_sides_gives_100_minus_cps(tokens: list[tuple[float, float]]) -> None:
    more, less = [a for a, _ in tokens], [b for _, b in tokens]
    forward = cps.total(cps.row_scores(scores([more], [less])).cps)
    backward = cps.total(cps.row_scores(scores([less], [more])).cps)
    assert backward == 100.0 - forward


def test_a_tie_is_worth_half_and_nothing_in_the_released_scripts() -> None:
    tied = scores([[-1.0, -2.0]], [[-2.0, -1.0]])
    assert cps.row_scores(tied).cps[0] == 0.5
    assert cps.row_scores(tied, ties="zero").cps[0] == 0.0


def test_a_margin_that_float32_cannot_resolve_is_a_tie() -> None:
    left = np.array([-100.0, -100.0])
    right = np.array([-100.0 - 1e-5, -100.0 - 1e-3])
    assert preference.row_scores(left, right).tolist() == [0.5, 1.0]
    assert preference.row_scores(left, right, ties="zero").tolist() == [1.0, 1.0]


def test_sums_by_pair_follow_the_counts() -> None:
    table = scores([[-1.0], [-2.0, -3.0], [-4.0]], [[0.0], [0.0, 0.0], [0.0]])
    assert table.sum_by_pair(table.log_p_more) == pytest.approx([-1.0, -5.0, -4.0])


def test_impossible_sentences_tie_with_each_other_and_lose_to_all_others() -> None:
    left, right = np.array([-np.inf, -np.inf, -3.0]), np.array([-np.inf, -3.0, -np.inf])
    assert preference.row_scores(left, right).tolist() == [0.5, 0.0, 1.0]
