"""CPS against hand-worked values."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from equimask.measures import cps, preference
from tests.measures.test_s_jsd import log_probs, scores


def test_the_likelier_shared_span_wins_and_sums_are_over_tokens() -> None:
    rows = cps.row_scores(scores([[-1.0, -2.0], [-3.0]], [[-2.0, -2.0], [-1.0]]))
    assert rows.cps.tolist() == [1.0, 0.0]
    assert rows.pll_more.tolist() == [-3.0, -3.0]
    assert rows.pll_less.tolist() == [-4.0, -1.0]
    assert preference.total(rows.cps) == 50.0


@given(st.lists(st.tuples(log_probs, log_probs), min_size=1, max_size=8))
def test_swapping_the_sides_gives_100_minus_cps(tokens: list[tuple[float, float]]) -> None:
    more, less = [a for a, _ in tokens], [b for _, b in tokens]
    forward = preference.total(cps.row_scores(scores([more], [less])).cps)
    backward = preference.total(cps.row_scores(scores([less], [more])).cps)
    assert backward == 100.0 - forward


def test_a_tie_is_worth_half_and_nothing_in_the_released_scripts() -> None:
    tied = scores([[-1.0, -2.0]], [[-2.0, -1.0]])
    assert cps.row_scores(tied).cps[0] == 0.5
    assert cps.row_scores(tied, ties="zero").cps[0] == 0.0
