"""Rules that are patterns around a gender word: how they are written, and what they answer."""

from __future__ import annotations

import re

import pytest

from equimask.gender.finder import GenderWords
from equimask.gender.lexicon.types import GenderWord
from equimask.gender.swap.engine.person import Unsure
from equimask.gender.swap.engine.reading import read_table, words_of
from equimask.gender.swap.languages.patterns import answer, refuse_anywhere, refuse_around

LANGUAGES = ["en", "hi", "id", "ja", "zh"]
ROWS = [(lang, *row) for lang in LANGUAGES for row in read_table(lang, "rules")]


def first_word(sentence: str) -> GenderWord:
    return GenderWords.load("en").find(sentence)[0]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_name_in_a_pattern_is_a_pattern_or_a_class_of_words(lang: str) -> None:
    known = {name for name, _ in read_table(lang, "patterns")}
    every = [pattern for _, pattern in read_table(lang, "patterns")]
    every += [pattern for *_, pattern in read_table(lang, "rules")]
    for name in {name for pattern in every for name in re.findall("@([a-z_]+)", pattern)}:
        assert name in known or words_of(lang, name), name


@pytest.mark.parametrize(("lang", "question", "reason", "pattern"), ROWS)
def test_a_row_has_one_gender_word_or_none(
    lang: str, question: str, reason: str, pattern: str
) -> None:
    assert pattern.count("«") == pattern.count("»") <= 1
    assert question and pattern


@pytest.mark.parametrize(
    ("sentence", "case"),
    [
        ("We met her.", "acc"), ("We liked her book.", "poss-det"), ("We saw her dance.", ""),
        ("We sat by her open window.", "poss-det"), ("In her later years", "poss-det"),
        ("We admired her slowly growing garden.", "poss-det"),
        ("“The Sea” was her “green” book.", "poss-det"),
    ],
)  # fmt: skip
def test_the_first_row_that_fits_answers(sentence: str, case: str) -> None:
    assert answer("en", "her", sentence, first_word(sentence)) == case


def test_lower_case_means_capitals_too_and_capitals_only_themselves() -> None:
    sentence = "The Lady of the manor"
    with pytest.raises(Unsure, match="ambiguous_word"):
        refuse_around("en", "noun", sentence, first_word(sentence))
    shouted, quiet = "He won the King's Cup", "He won the king's Cup"
    assert answer("en", "in_name", shouted, GenderWords.load("en").find(shouted)[1])
    assert not answer("en", "in_name", quiet, GenderWords.load("en").find(quiet)[1])


def test_what_was_found_is_not_found_again() -> None:
    refuse_anywhere("en", "male", "The fisherman slept.", [first_word("The fisherman slept.")])
    with pytest.raises(Unsure, match="unlisted_noun"):
        refuse_anywhere("en", "male", "The fisherman slept.")


def test_a_language_without_rules_answers_nothing() -> None:
    assert answer("sv", "her", "We met her.", first_word("We met her.")) == ""
    refuse_anywhere("sv", "anybody", "We met her.")
