"""What pair making found, as numbers and as figures."""

from __future__ import annotations

import pytest

from equimask.core.errors import DataError
from equimask.gender.swap import GenderLexicon
from equimask.studies.pair_making import lexicon_pairs
from equimask.studies.pair_making.statistics import (
    Coverage,
    PairCounts,
    coverage_figure,
    lexicon_size,
    share,
    words_figure,
)


def test_coverage_is_of_sentences_with_an_english_gender_word() -> None:
    english, german = GenderLexicon.load("en"), GenderLexicon.load("de")
    coverage = Coverage()
    for one, other in [
        ("The king slept.", "Der König schlief."),
        ("She slept.", "Sie schlief."),
        ("The man slept.", "Der Mensch schlief."),
        ("The lamp fell.", "Die Frau fiel."),
    ]:
        coverage.add(english.find(one), german.find(other))
    summary = coverage.summary()
    assert (summary["sentences"], summary["sure"], summary["listed"]) == (3, 1, 2)
    assert summary["sure_share"] == 0.3333


def test_truncation_is_what_the_total_lost() -> None:
    counts = PairCounts()
    sentences = ["The king slept.", "A King slept.", "The queen slept."]
    for pair in lexicon_pairs(GenderLexicon.load("en"), sentences):
        counts.add(pair)
    summary = counts.summary(total=4)
    assert (summary["rows"], summary["truncation"]) == (3, 0.25)
    assert summary["words"] == {"male": 1, "female": 1}
    assert summary["origins"] == {"male": 2, "female": 1}
    assert share(1, 0) == 0.0


def test_the_size_of_the_lexicon_counts_sure_words() -> None:
    sizes = lexicon_size(GenderLexicon.load("en"))
    assert 150 <= sizes["male"] <= len(GenderLexicon.load("en").pairs)


def test_figures_are_pictures_and_repeat_themselves() -> None:
    shares = {"en": [k / 15 for k in range(1, 16)]}
    words = {
        "de": {"listed": {"male": 9, "female": 8}, "lexicon": {"male": 4, "female": 3}},
        "en": {
            "listed": {"male": 9, "female": 8},
            "lexicon": {"male": 4, "female": 3},
            "model": {"male": 2, "female": 2},
        },
    }
    for picture, again in (
        (coverage_figure(shares), coverage_figure(shares)),
        (words_figure(words), words_figure(words)),
    ):
        assert b"<svg" in picture
        assert picture == again
    assert words_figure(words, "png").startswith(b"\x89PNG")
    with pytest.raises(DataError, match="Make model-based pairs first"):
        coverage_figure({})
