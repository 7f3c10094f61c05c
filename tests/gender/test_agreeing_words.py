from __future__ import annotations

import pytest

from equimask.gender.agreeing_words import (
    agrees,
    is_agreement_word,
    is_identity_word,
    negations,
)


@pytest.mark.parametrize(
    ("language", "word", "other"),
    [
        ("de", "kleine", "kleiner"),
        ("fr", "fière", "fier"),
        ("ru", "усталая", "усталый"),
        ("hi", "गई", "गया"),
        ("ar", "ذهبت", "ذهب"),
        ("es", "cansada", "cansado"),
    ],
)
def test_forms_of_one_word_agree(language: str, word: str, other: str) -> None:
    assert agrees(word, other, language)
    assert agrees(other, word, language)


@pytest.mark.parametrize(
    ("language", "word", "other"),
    [("de", "faul", "fleißig"), ("ru", "злой", "добрый"), ("en", "tired", "tires")],
)
def test_other_words_do_not(language: str, word: str, other: str) -> None:
    assert not agrees(word, other, language)


def test_articles_change_with_a_noun() -> None:
    assert is_agreement_word("der", "de")
    assert not is_agreement_word("der", "en")
    assert not is_agreement_word("haus", "de")


def test_trans_and_cis_are_identities() -> None:
    assert is_identity_word("cis")
    assert not is_identity_word("woman")


@pytest.mark.parametrize(
    ("language", "words", "count"),
    [
        ("en", ["she", "can", "t", "not"], 2),
        ("de", ["nie", "ohne", "mich"], 2),
        ("zh", ["她", "不", "去"], 1),
        ("ko", ["가지", "않는다"], 1),
        ("it", ["non"], 0),
    ],
)
def test_negations_are_counted(language: str, words: list[str], count: int) -> None:
    assert negations(words, language) == count
