"""The largest deviations: exact, whatever the order of the words."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from equimask.analyses.ranking import check_deviation, gender_index, largest_cells, largest_words
from equimask.errors import InputError, OptionError


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


@pytest.mark.parametrize(
    ("deviation", "words", "message"),
    [
        (np.zeros((2, 3, 2)), ["a"], r"shape \(1, 3, 2\).*shape \(2, 3, 2\)"),
        (np.zeros((2, 3, 2)), ["a", "a"], "'a' again in row 1"),
        (np.full((2, 3, 2), np.nan), ["a", "b"], "word 0: 'a'"),
    ],
)
def test_deviations_that_fit_no_words_are_refused(
    deviation: np.ndarray, words: list[str], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        check_deviation(deviation, words, ("male", "female"), ("neg", "neu", "pos"))


def test_an_absent_gender_is_named() -> None:
    with pytest.raises(OptionError, match="'female' among"):
        gender_index(("male", "femal"), "female")
