"""Which word carries a bag, by hand and beside a naive count."""

from __future__ import annotations

from collections import defaultdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from equimask.gender.bag_words import WordBags, dominant_words

WORDS = st.lists(st.sampled_from(["Tom", "he", "king", "his"]), min_size=1, max_size=3, unique=True)
ROWS = st.lists(st.tuples(WORDS, st.sampled_from(["male", "female"])), max_size=30)


def test_a_word_counts_once_per_sentence_and_by_the_sentences_of_its_gender():
    words = ["Tom,he", "Tom", "Tom,Tom", "king", "she", "she,her"]
    found = dominant_words(words, ["male"] * 4 + ["female"] * 2, above=0.5)
    assert [tuple(one) for one in found] == [("female", "she", 2, 1.0), ("male", "Tom", 3, 0.75)]
    assert [one.is_pronoun for one in found] == [True, False]


def test_exactly_a_tenth_is_not_more_than_a_tenth():
    words = ["Tom"] * 10 + ["king"] * 10 + [f"w{n}" for n in range(79)] + ["king"]
    (one,) = dominant_words(words, ["male"] * 100)
    assert (one.word, one.share) == ("king", 0.11)


def test_the_columns_must_be_of_one_length():
    with pytest.raises(ValueError, match="zip"):
        dominant_words(["he"], ["male", "female"])


@given(ROWS, st.sampled_from([0.0, 0.1, 0.3, 0.55]))
def test_shares_equal_a_naive_count(rows: list[tuple[list[str], str]], above: float):
    bags = defaultdict(list)
    for words, gender in rows:
        bags[gender].append(words)
    expected = {
        (gender, word): count / len(bag)
        for gender, bag in bags.items()
        for word in {word for words in bag for word in words}
        if (count := sum(word in words for words in bag)) > above * len(bag)
    }
    columns = [",".join(words) for words, _ in rows], [gender for _, gender in rows]
    found = dominant_words(*columns, above=above)
    assert {(one.gender, one.word): one.share for one in found} == expected
    assert [one.share for one in found] == sorted((one.share for one in found), reverse=True)


def test_the_commonest_words_are_told_in_a_fixed_order():
    bags = WordBags()
    for words in ("b,a", "b", "c", "a", ""):
        bags.add("male", words)
    assert list(bags.commonest("male", 3).items()) == [("a", 2), ("b", 2), ("c", 1)]
    assert bags.commonest("female", 3) == {}
