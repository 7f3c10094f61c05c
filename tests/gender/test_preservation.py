"""Whether a translation still shows the gender of its English sentence."""

from __future__ import annotations

import pytest

from equimask.core.packaged import packaged
from equimask.gender.preservation import Preservation, PronounPreservation


@pytest.mark.parametrize(
    ("gender", "sentence", "same", "kept"),
    [
        ("male", "Der Mann schlief.", 1.0, 1.0),
        ("male", "Die Frau schlief.", 0.0, 0.0),
        ("female", "Der Mann und die Frau schliefen.", 0.0, 0.0),
        ("female", "Alle schliefen.", 0.0, 0.0),
    ],
)
def test_what_a_translation_shows(gender: str, sentence: str, same: float, kept: float):
    check = Preservation("de", (packaged() / "gender_lexicon" / "de.tsv").read_text("utf-8"))
    check.count(gender, sentence)
    shares = check.summary()["sure"][gender]
    assert (shares["same"], shares["kept"]) == (same, kept)
    assert sum(shares[name] for name in ("same", "other", "both", "none")) == 1.0


@pytest.mark.parametrize(
    ("sentence", "kept"),
    [
        ("Ich glaube, dass er ging.", 1.0),
        ("Ich sah ihn.", 1.0),  # in any case
        ("Sie ging.", 0.0),
        ("Mein Bruder ging.", 0.0),  # another word than the paper counts
    ],
)
def test_the_paper_asks_for_the_word_for_he(sentence: str, kept: float):
    check = PronounPreservation("de", (packaged() / "gender_lexicon/de.tsv").read_text("utf-8"))
    check.count("news", "male", ["son"], sentence)  # no "he" in the English
    check.count("talks", "female", ["she"], "Sie sang.")
    check.count("news", "male", ["he", "son"], sentence)
    assert check.summary("news")["male"] == {"sentences": 1, "kept": kept}
    assert check.summary("news")["female"] == {"sentences": 0, "kept": None}
    assert check.summary()["all"] == {"sentences": 2, "kept": (1 + kept) / 2}


def test_a_language_whose_pronouns_have_no_gender_has_no_such_share():
    check = PronounPreservation("fi", (packaged() / "gender_lexicon/fi.tsv").read_text("utf-8"))
    check.count("news", "male", ["he"], "Hän lähti.")
    assert check.summary() == check.summary("news") == {}
