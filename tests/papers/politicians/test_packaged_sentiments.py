"""The sentiments that stand in: judged once, and of words that the sentences have."""

from __future__ import annotations

import re
import unicodedata

import pytest

from equimask.core.packaged import packaged_languages
from equimask.inputs.pairs import load_pairs
from equimask.papers.politicians.packaged_sentiments import SEEDS, SENTENCES, packaged_sentiments

LANGUAGES = packaged_languages(SENTENCES)


def test_the_quick_languages_have_them() -> None:
    assert {"en", "es"} <= set(LANGUAGES)
    assert packaged_sentiments("xx") == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_is_judged_twice_and_all_are_words_of_the_sentences(language: str) -> None:
    seeds, own = packaged_sentiments(language, SEEDS), packaged_sentiments(language, SENTENCES)
    assert not set(seeds) & set(own)
    assert packaged_sentiments(language) == {**seeds, **own}
    said = {
        word
        for pair in load_pairs(language)
        for text in (pair.male, pair.female)
        for word in re.findall(r"[^\W\d_]+", text)
    }
    assert set(own) <= said
    assert all(word == unicodedata.normalize("NFC", word) for word in own)
    assert {max(range(3), key=entry.__getitem__) for entry in own.values()} == {0, 1, 2}
