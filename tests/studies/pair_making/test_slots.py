"""A sentence with another gender word in its slot."""

from __future__ import annotations

from equimask.gender.swap import GenderLexicon, Refusal
from equimask.studies.pair_making.records import GenderPair, original_of
from equimask.studies.pair_making.slots import rebuilt, slot_of
from tests.studies.pair_making.heads import pair, predicted


def test_agreement_is_right_on_both_sides_though_the_words_are_no_counterparts() -> None:
    made = pair(predicted("Der alte König schläft.", {"Vater": 9, "Frau": 8}, "de"))
    assert (made.male, made.female) == ("Der alte Vater schläft.", "Die alte Frau schläft.")
    assert made.agreement
    assert original_of(made.female, made.female_edits) == "Der alte König schläft."


def test_a_word_that_brings_another_article_is_refused() -> None:
    french = GenderLexicon.load("fr")
    slot = slot_of(french, "Le roi dort.")
    assert not isinstance(slot, Refusal)
    refused = rebuilt(french, slot, "homme", "reine")  # would be "le homme"
    assert isinstance(refused, Refusal)
    assert refused.reason == "agreement_refused"
    made = rebuilt(french, slot, "roi", "reine")
    assert isinstance(made, GenderPair)
    assert (made.male, made.female) == ("Le roi dort.", "La reine dort.")
