"""The gender lexicon over wild text, in every language that has one: offsets hold, swaps undo."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import strategies as st

from equimask.gender.lexicon.records import languages_with_pairs
from equimask.gender.lexicon.tokens import tokenize
from equimask.gender.swap import GenderLexicon, GenderWord, Refusal, Swap, apply, revert
from tests.hardening.examples import inputs
from tests.hardening.strategies import (
    LONG,
    broken_text,
    gender_words,
    repeated_text,
    sentences_with_gender_words,
)

LEXICONS = {lang: GenderLexicon.load(lang) for lang in languages_with_pairs()}
languages = st.sampled_from(sorted(LEXICONS))


def check_words(sentence: str, words: list[GenderWord]) -> None:
    for word in words:
        assert 0 <= word.start < word.end <= len(sentence)
        assert sentence[word.start : word.end] == word.text
        assert word.pairs
    assert all(left.end <= right.start for left, right in pairwise(words))


def check_swap(lexicon: GenderLexicon, sentence: str, swap: Swap) -> None:
    ours, other = (swap.male, swap.female) if swap.origin == "male" else (swap.female, swap.male)
    assert ours == sentence != other
    assert all(sentence[edit.start : edit.end] == edit.old for edit in swap.edits)
    assert all(left.end <= right.start for left, right in pairwise(swap.edits))
    assert apply(sentence, swap.edits) == other
    assert revert(swap) == sentence
    before = [word.gender for word in lexicon.find(sentence)]
    after = [word.gender for word in lexicon.find(other)]
    assert swap.origin in before and {"male": "female", "female": "male"}[swap.origin] in after


def check(lang: str, sentence: str) -> None:
    lexicon = LEXICONS[lang]
    check_words(sentence, lexicon.find(sentence))
    swap = lexicon.try_swap(sentence)
    if isinstance(swap, Refusal):
        assert swap.reason
    else:
        check_swap(lexicon, sentence, swap)


@inputs(60, languages, broken_text)
def test_any_text_is_searched_and_swapped_or_refused(lang: str, sentence: str) -> None:
    check(lang, sentence)


@pytest.mark.slow
@inputs(
    250, languages.flatmap(lambda lang: st.tuples(st.just(lang), sentences_with_gender_words(lang)))
)
def test_gender_words_in_wild_text_are_found_by_offset_and_swapped_back(
    drawn: tuple[str, str],
) -> None:
    check(*drawn)


@inputs(20, languages, repeated_text, st.data())
def test_long_text_beside_a_gender_word_is_no_trouble(
    lang: str, text: str, data: st.DataObject
) -> None:
    check(lang, f"{text} {data.draw(gender_words(lang))} {text}")


@inputs(60, languages, broken_text)
def test_tokens_lie_in_order_and_leave_out_blanks_only(lang: str, sentence: str) -> None:
    at = 0
    for token in tokenize(sentence, lang):
        assert sentence[token.start : token.end] == token.text
        assert not sentence[at : token.start].strip()
        at = token.end
    assert not sentence[at:].strip()


@pytest.mark.slow
@pytest.mark.parametrize("lang", sorted(LEXICONS))
def test_a_hundred_thousand_characters_are_read(lang: str) -> None:
    for piece in ("\u0301", "a-' ", LEXICONS[lang].pairs[0].male + ", "):
        check(lang, (piece * LONG)[:LONG])


def test_a_document_in_place_of_a_sentence_is_refused_before_the_rules_are_asked() -> None:
    document = "er, " * (LONG // 4)  # one pronoun and 24,999 that may agree with it
    assert LEXICONS["de"].try_swap(document) == Refusal("too_long", "er")
