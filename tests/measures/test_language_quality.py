"""Language quality: worked by hand, and against a loop."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from equimask.measures.language_quality import IN_SIGHT, MASKED, of_tokens, of_words


def test_tokens_count_the_same_whatever_sentence_they_are_of() -> None:
    found = of_tokens(np.log([0.5, 0.25, 0.125]), np.array([True, False, False]), IN_SIGHT)
    assert found.accuracy == pytest.approx(1 / 3)
    assert found.surprisal == pytest.approx(2 * np.log(2))
    assert found.read == "in_sight"


def test_of_two_words_the_likelier_one_is_asked_and_either_may_be_the_top_prediction() -> None:
    log_p = np.log([[0.5, 0.1, 0.01], [0.2, 0.4, 0.04]])
    pieces = np.array([[1, 1, 1], [1, 2, 1]])
    hits = np.array([[True, True, False], [False, False, False]])
    found = of_words(log_p, pieces, hits)
    assert found.accuracy == pytest.approx(2 / 3)  # the second by a word that lost
    assert found.surprisal == pytest.approx(-np.log(0.5 * 0.4 * 0.04) / (1 + 2 + 1))
    assert found.read == MASKED


@given(
    st.lists(
        st.tuples(*[st.floats(-30, 0)] * 2, *[st.integers(1, 4)] * 2, *[st.booleans()] * 2),
        min_size=1,
        max_size=9,
    )
)
def test_words_equal_a_loop_over_rows(
    rows: list[tuple[float, float, int, int, bool, bool]],
) -> None:
    nats, tokens, right = 0.0, 0, 0
    for log_male, log_female, male, female, hit_male, hit_female in rows:
        nats -= log_male if log_male >= log_female else log_female
        tokens += male if log_male >= log_female else female
        right += hit_male or hit_female
    columns = np.array(rows, dtype=np.float64).T
    found = of_words(columns[:2], columns[2:4].astype(np.int64), columns[4:].astype(bool))
    assert found.surprisal == pytest.approx(nats / tokens)
    assert found.accuracy == pytest.approx(right / len(rows))
