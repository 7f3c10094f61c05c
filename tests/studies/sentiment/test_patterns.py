"""Words of which the lexica say the same share a row, and held-out entries leave others behind."""

from __future__ import annotations

import numpy as np
import pytest

from equimask.studies.sentiment.observations import Kind, SourceLexicon
from equimask.studies.sentiment.patterns import (
    hold_out,
    observation_table,
    patterns_of,
    seed_prior,
)

ONE = SourceLexicon("one", Kind.BINARY, {"a": (1.0,), "b": (1.0,), "c": (0.0,), "d": (1.0,)})
TWO = SourceLexicon("two", Kind.PAIR, {"c": (0.0, 0.5), "e": (1.0, 0.0), "d": (0.5, 0.0)})


def test_the_table_has_every_word_once_with_holes() -> None:
    table = observation_table([ONE, TWO])
    assert table.words == ("a", "b", "c", "d", "e")
    assert table.has.tolist() == [
        [True, False], [True, False], [True, True], [True, True], [False, True],
    ]  # fmt: skip
    np.testing.assert_array_equal(table.values[2], [0.0, 0.0, 0.5])


def test_equal_words_become_one_pattern_unless_one_is_a_seed() -> None:
    table = observation_table([ONE, TWO])
    plain = patterns_of(table, seed_prior(table, {}))
    assert sorted(plain.counts.tolist()) == [1, 1, 1, 2]
    assert plain.of_word[0] == plain.of_word[1]
    seeded = patterns_of(table, seed_prior(table, {"a": 2}))
    assert seeded.counts.tolist() == [1] * 5
    assert seeded.of_word[0] != seeded.of_word[1]


def test_patterns_give_every_word_its_own_values_back() -> None:
    table = observation_table([ONE, TWO])
    patterns = patterns_of(table, seed_prior(table, {"c": 0}))
    np.testing.assert_array_equal(patterns.values[patterns.of_word], table.values)


def test_a_seed_weighs_as_much_as_lexica_have_it() -> None:
    table = observation_table([ONE, TWO])
    prior = seed_prior(table, {"a": 2, "c": 0, "absent": 1})
    assert prior.tolist() == [[1, 1, 2], [1, 1, 1], [3, 1, 1], [1, 1, 1], [1, 1, 1]]


def test_only_words_with_another_entry_lose_one() -> None:
    table = observation_table([ONE, TWO])
    taken = hold_out(table, 1.0, np.random.default_rng(0))
    assert sorted(word for word, _ in taken) == [2, 3]
    assert table.without(taken).has.sum(1).tolist() == [1, 1, 1, 1, 1]
    assert table.has.sum() == 7


@pytest.mark.parametrize("seed", range(5))
def test_what_is_held_out_depends_on_the_generator_alone(seed: int) -> None:
    table = observation_table([ONE, TWO])
    first, second = (hold_out(table, 0.5, np.random.default_rng(seed)) for _ in range(2))
    assert first == second
