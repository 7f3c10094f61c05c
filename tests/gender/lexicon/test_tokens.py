from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from equimask.gender.lexicon.tokens import isolate, merge, tokenize


@pytest.mark.parametrize(
    ("lang", "sentence", "tokens"),
    [
        ("en", "The king's 32-year-old aunt isn't in.", "The|king|'s|32-year-old|aunt|isn|'t|in|."),
        ("fr", "L'homme, dit-il, a 3,5 ans.", "L'|homme|,|dit-il|,|a|3,5|ans|."),
        ("fr", "d’elle", "d’|elle"),
        ("de", "„Ja“, sagte die 32-Jährige.", "„|Ja|“|,|sagte|die|32-Jährige|."),
        ("hi", "लड़का था।", "लड़का|था|।"),
        ("zh", "他有3.5个iPad。", "他|有|3.5|个|iPad|。"),
    ],
)
def test_words_and_marks(lang: str, sentence: str, tokens: str) -> None:
    assert [token.text for token in tokenize(sentence, lang)] == tokens.split("|")


@given(st.sampled_from(["en", "fr", "ar", "hi", "zh", "th"]), st.text(max_size=60))
def test_nothing_but_blanks_lies_between_tokens(lang: str, sentence: str) -> None:
    at = 0
    for token in tokenize(sentence, lang):
        assert sentence[token.start : token.end] == token.text
        assert sentence[at : token.start].strip() == ""
        at = token.end
    assert sentence[at:].strip() == ""


def test_a_word_is_cut_free_of_its_hyphens_only() -> None:
    tokens, first, last = isolate(tokenize("Der Ex-Mann kam", "de"), 7, 11)
    assert [t.text for t in tokens] == ["Der", "Ex", "-", "Mann", "kam"]
    assert (first, last) == (3, 3)
    tokens, first, last = isolate(tokenize("والرجل هنا", "ar"), 3, 6)
    assert (tokens[first].text, first, last) == ("والرجل", 0, 0)


def test_a_word_of_several_characters_is_one_token_without_spaces() -> None:
    sentence = "我女儿来"
    tokens = tuple(merge(tokenize(sentence, "zh"), sentence, 1, 3))
    assert [t.text for t in tokens] == ["我", "女儿", "来"]
