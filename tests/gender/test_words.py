from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from equimask.core.errors import DataError
from equimask.core.languages import LANGUAGES
from equimask.gender.contrast import changed_tokens, gender_of, gender_of_more
from equimask.gender.words import GenderWords, fold

HEADER = "male\tfemale\tgloss\tpos\tnumber\tcase\tambiguous\n"
ENGLISH = GenderWords(
    "en",
    [
        ("he", "male", True, "noun"),
        ("she", "female", True, "noun"),
        ("his", "male", True, "oblique"),
        ("her", "female", True, "oblique"),
        ("man", "male", True, "noun"),
        ("woman", "female", True, "noun"),
        ("wife", "female", True, "noun"),
        ("husband", "male", True, "noun"),
        ("ma'am", "female", True, "noun"),
        ("stay-at-home dad", "male", True, "noun"),
    ],
    [("Tom", "male"), ("Ann", "female"), ("Will", "male")],
)


def genders(words: GenderWords, sentence: str) -> list[tuple[str, str]]:
    return [(token.text, token.gender) for token in words.tokens(sentence) if token.gender]


def test_only_whole_words_count() -> None:
    assert genders(ENGLISH, "The manual there") == []
    assert genders(ENGLISH, "The MAN, he said") == [("MAN", "male"), ("he", "male")]


def test_the_longest_expression_wins_and_keeps_its_offsets() -> None:
    sentence = "A stay-at-home dad says: yes, ma'am!"
    found = [token for token in ENGLISH.tokens(sentence) if token.gender]
    assert [(token.text, token.gender) for token in found] == [
        ("stay-at-home dad", "male"),
        ("ma'am", "female"),
    ]
    assert all(sentence[token.start : token.end] == token.text for token in found)


def test_a_name_needs_its_capital() -> None:
    assert genders(ENGLISH, "Will said he will") == [("Will", "male"), ("he", "male")]


def test_doubt_on_one_side_leaves_the_other_side_certain() -> None:
    lexicon = HEADER + "er\tsie\the / she\tpron\tsing\tnom\tfemale side: also they\n"
    tokens = GenderWords.parse("de", lexicon).tokens("Er und sie")
    assert [(t.gender, t.certain) for t in tokens if t.gender] == [
        ("male", True),
        ("female", False),
    ]


def test_a_word_of_both_genders_has_none() -> None:
    words = GenderWords("en", [], [("Kim", "male"), ("Kim", "female")])
    assert genders(words, "Kim left") == []


@pytest.mark.parametrize(
    ("language", "word", "sentence"),
    [
        ("ar", "رجل", "والرجل هنا"),
        ("ar", "رجل", "كان رجلاً"),
        ("fi", "Mikko", "Näin Mikon"),
        ("ru", "Анна", "Вижу Анну"),
        ("ko", "남자", "남자는 왔다"),
        ("id", "suami", "Suaminya datang"),
        ("de", "Anton", "Antons Haus"),
        ("hi", "लड़का", "लड़का आया"),
        ("zh", "男人", "一个男人来了"),
        ("th", "ผู้ชาย", "เห็นผู้ชายคนหนึ่ง"),
    ],
)
def test_a_word_is_found_with_what_the_language_glues_to_it(
    language: str, word: str, sentence: str
) -> None:
    words = GenderWords(language, [(word, "male", True, "noun")])
    assert [gender for _, gender in genders(words, sentence)] == ["male"]


@pytest.mark.parametrize(
    ("more", "less", "gender"),
    [
        ("She cooks.", "He cooks.", "female"),
        ("Tom and his car.", "Ann and her car.", "male"),
        ("Tom saw the man.", "Tom saw the woman.", "male"),
        # two people change places: the subject decides
        ("Tom likes Ann.", "Ann likes Tom.", "male"),
        # a possessive speaks of somebody else
        ("It was his wife.", "It was her husband.", "female"),
        # an unlisted name opposite a listed one
        ("Zed cooks.", "Ann cooks.", "male"),
        ("A car is red.", "A car is blue.", ""),
        ("Ann is sad.", "Ann is glad.", ""),
        ("She cooks.", "She cooks.", ""),
    ],
)
def test_the_gender_of_the_first_side(more: str, less: str, gender: str) -> None:
    assert gender_of_more(more, less, ENGLISH) == gender


def test_a_feminine_form_decides_where_no_list_helps() -> None:
    words = GenderWords("de", [])
    assert gender_of_more("Die Gärtnerin kam.", "Der Gärtner kam.", words) == "female"
    assert gender_of_more("Der Gärtner kam.", "Die Gärtnerin kam.", words) == "male"


def test_people_who_change_places_are_two_changed_words() -> None:
    tokens = (ENGLISH.tokens("Tom likes Ann."), ENGLISH.tokens("Ann likes Tom."))
    changed = [(ours[0].text, theirs[0].text) for ours, theirs in changed_tokens(*tokens)]
    assert changed == [("Tom", "Ann"), ("Ann", "Tom")]


def test_mixed_words_have_no_common_gender() -> None:
    assert gender_of(ENGLISH.tokens("he and his dog")) == "male"
    assert gender_of(ENGLISH.tokens("he and she")) == ""


@given(st.text(), st.sampled_from(["en", "ar", "zh", "hi", "ko"]))
def test_tokens_lie_in_the_sentence_in_order(sentence: str, language: str) -> None:
    end = 0
    for token in GenderWords.load(language).tokens(sentence):
        assert token.start >= end
        assert sentence[token.start : token.end] == token.text != ""
        end = token.end


@given(st.text(max_size=40), st.text(max_size=40))
def test_swapping_the_sides_never_keeps_the_gender(more: str, less: str) -> None:
    words = GenderWords.load("en")
    gender = gender_of_more(more, less, words)
    assert not gender or gender_of_more(less, more, words) != gender


@given(st.text())
def test_folding_twice_changes_nothing_more(text: str) -> None:
    once = fold(text)
    assert fold(once) == once


def test_a_word_list_with_a_missing_cell_is_refused_by_its_line() -> None:
    with pytest.raises(DataError, match="line 2"):
        GenderWords.parse("en", HEADER + "man\twoman\n")


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_every_language_loads_and_one_without_lists_has_no_words(language: str) -> None:
    words = GenderWords.load(language)
    assert words.language.code == language
    assert words.tokens("") == []
