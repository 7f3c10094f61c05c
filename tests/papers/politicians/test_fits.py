"""The model is fitted to men's and women's words, and lists are no longer than they may be."""

from __future__ import annotations

import numpy as np
import pytest

from equimask.core.schema import PERSON_GENDERS
from equimask.measures.counting import CountTable, count_rows
from equimask.measures.latent_pmi import fit
from equimask.papers.politicians.families import Family, family_of
from equimask.papers.politicians.fits import QUICK_L1, QUICK_POSTERIOR, fitted
from equimask.papers.request import PaperModel
from tests.papers.politicians import made

LEXICON = {
    row["word"]: (row["negative"], row["neutral"], row["positive"]) for row in made.lexicon()
}


def table(n: int = 30, seldom: int = 0) -> CountTable:
    """Words said ten times of either gender; the last ones of women only twice."""
    rows = [
        (f"w{i:02}", gender, 2 if gender == "female" and i >= n - seldom else 10 + i % 3)
        for i in range(n)
        for gender in ("male", "female")
    ]
    words, genders, counts = (list(column) for column in zip(*rows, strict=True))
    return count_rows(words, genders, PERSON_GENDERS, counts).table


@pytest.mark.slow
def test_a_fit_is_that_of_the_measure() -> None:
    found = made.work(made.counts()).words.of("RoBERTa-base", "en", "ADJ")
    assert found is not None
    ours = fitted(found, LEXICON, full=False)
    assert ours is not None
    two = found.of_genders(("male", "female"))
    entries = np.array([LEXICON[word] for word in two.words])
    theirs = fit(two.counts, entries, l1=QUICK_L1, posterior=QUICK_POSTERIOR)
    assert np.array_equal(ours.found.deviation, theirs.deviation)
    assert ours.known == len(two.words)


@pytest.mark.slow
def test_the_papers_grid_has_forty_fits() -> None:
    full = fitted(table(6), {"w01": made.POSITIVE}, full=True)
    assert full is not None and len(full.found.fits) == 40


def test_without_a_lexicon_that_knows_a_word_there_are_no_sentiments() -> None:
    for lexicon in (None, {"another": made.POSITIVE}):
        found = fitted(table(), lexicon, full=False)
        assert found is not None and not found.has_sentiments
        assert found.sentiments_of(found.found.deviation) is None


def test_words_of_one_gender_are_not_fitted() -> None:
    men = count_rows(["a", "b"], ["male", "male"], PERSON_GENDERS).table
    assert fitted(men, None, full=False) is None


@pytest.mark.slow
def test_a_list_is_at_most_a_third_as_long_as_the_words_of_either_gender() -> None:
    found = fitted(table(30, seldom=6), {"w01": made.POSITIVE}, full=False)
    assert found is not None
    assert found.list_size == 24 // 3
    lists = found.sentiments_of(found.found.deviation)
    assert lists is not None and lists.labels.shape[1] == 8
    scarce = fitted(table(30, seldom=28), {"w01": made.POSITIVE}, full=False)
    assert scarce is not None and scarce.list_size == 0
    assert scarce.sentiments_of(scarce.found.deviation) is None


def test_families_are_the_papers_or_read_off_configurations() -> None:
    albert = PaperModel("x", "albert/albert-xxlarge-v2")
    assert family_of(albert, "monolingual") == Family("ALBERT", "xxlarge")
    embedded = PaperModel("embedded", "embedded")
    assert family_of(embedded, "monolingual") == Family("BERT", "other")
    assert family_of(PaperModel("my-base-model", "embedded"), "multilingual") == Family(
        "m-BERT", "base"
    )
