"""Coverage, words used, and the two figures."""

from __future__ import annotations

from equimask.gender.swap import GenderLexicon
from equimask.studies.pair_making import lexicon_pairs
from equimask.studies.pair_making.statistics import Coverage, PairCounts, lexicon_size, share


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
