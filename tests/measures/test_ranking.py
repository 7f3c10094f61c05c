"""The largest deviations: exact, whatever the order of the words."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from equimask.core.errors import InputError, OptionError
from equimask.measures.ranking import (
    MIN_COUNT,
    largest_cells,
    largest_of_each_list,
    largest_words,
    said_often,
)


def test_cells_are_ranked_jointly_over_words_and_columns() -> None:
    values = np.array([[0.1, 0.9, 0.3], [0.8, -1.0, 0.7]])
    found = largest_cells(values, ["b", "a"], 3)
    assert list(zip(found.words.tolist(), found.columns.tolist(), strict=True)) == [
        (0, 1),
        (1, 0),
        (1, 2),
    ]
    assert found.values.tolist() == [0.9, 0.8, 0.7]
    assert found.tied_at_cut == 0


def test_ties_go_by_word_and_those_left_out_are_counted() -> None:
    found = largest_words(np.array([1.0, 0.0, 0.0, 0.0]), ["d", "c", "b", "a"], 2)
    assert (found.words.tolist(), found.tied_at_cut) == ([0, 3], 2)


def test_cells_that_tie_at_the_cut_share_the_place() -> None:
    values = np.array([[2.0], [1.0], [1.0], [1.0]])
    of_cell = np.array([[[1.0, 0]], [[1, 0]], [[0, 1]], [[0, 1]]])
    found = largest_cells(values, ["d", "a", "b", "c"], 3)
    assert found.tied_at_cut == 1
    assert found.labels(of_cell).tolist() == pytest.approx(
        np.array([[1, 0], [1 / 3, 2 / 3], [1 / 3, 2 / 3]])
    )
    every = largest_cells(values, ["d", "a", "b", "c"], 4)
    assert every.tied_at_cut == 0
    assert every.labels(of_cell).tolist() == [[1, 0], [1, 0], [0, 1], [0, 1]]


@given(
    st.lists(
        st.tuples(st.text(min_size=1, max_size=3), st.integers(-3, 3), st.integers(-3, 3)),
        min_size=2,
        max_size=20,
        unique_by=lambda row: row[0],
    ),
    st.randoms(use_true_random=False),
)
def test_the_order_of_the_words_changes_nothing(rows: list[tuple[str, int, int]], rng) -> None:
    def ranked(table: list[tuple[str, int, int]]) -> list[tuple[str, int]]:
        words = [row[0] for row in table]
        found = largest_cells(np.array([row[1:] for row in table], float), words, len(rows))
        pairs = zip(found.words.tolist(), found.columns.tolist(), strict=True)
        return [(words[w], c) for w, c in pairs]

    shuffled = list(rows)
    rng.shuffle(shuffled)
    assert ranked(shuffled) == ranked(rows)


def test_a_list_longer_than_the_table_is_refused() -> None:
    with pytest.raises(InputError, match="size=3"):
        largest_words(np.zeros(2), ["a", "b"], 3)


def test_every_gender_and_sentiment_has_a_list_of_its_own() -> None:
    deviation = np.zeros((3, 2, 2))
    deviation[:, 0, 0] = 1.0, 3.0, 2.0
    deviation[:, 1, 1] = 1.0, 0.5, 1.0
    everything = np.ones((3, 2), dtype=bool)
    assert list(largest_of_each_list(deviation, ["c", "b", "a"], 2, everything)) == [
        (0, 0, 1, 1),
        (0, 0, 2, 2),
        (1, 1, 1, 2),
        (1, 1, 2, 0),
    ]


def test_a_word_at_the_mean_or_below_stands_in_no_list() -> None:
    deviation = np.array([2.0, 0.0, -3.0]).reshape(3, 1, 1)
    listed = np.ones((3, 1), dtype=bool)
    assert list(largest_of_each_list(deviation, ["a", "b", "c"], 3, listed)) == [(0, 0, 1, 0)]


def test_a_list_has_only_words_that_may_stand_in_it_and_may_be_short_or_missing() -> None:
    deviation = np.zeros((3, 1, 2))
    deviation[:, 0, 0] = 1.0, 3.0, 2.0
    listed = np.array([[True, False], [False, False], [True, False]])
    assert list(largest_of_each_list(deviation, ["c", "b", "a"], 5, listed)) == [
        (0, 0, 1, 2),
        (0, 0, 2, 0),
    ]


def test_nothing_is_said_often_that_was_never_said() -> None:
    assert said_often([[0, 1], [4, 5]], 1).tolist() == [[False, True], [True, True]]
    assert said_often([MIN_COUNT - 1, MIN_COUNT]).tolist() == [False, True]
    with pytest.raises(OptionError, match=r"at least 1.*min_count=0"):
        said_often([0], 0)
