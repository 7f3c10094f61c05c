"""Lexicon-based pairs: exactly one gender word, its swap, equal origins."""

from __future__ import annotations

from collections import Counter

import pytest

from equimask.core.schema import DATASET_COLUMNS
from equimask.gender.swap import GenderLexicon, Refusal, Swap, apply
from equimask.studies.pair_making import MASK, GenderPair, balanced, lexicon_pairs, pair_of
from equimask.studies.pair_making.records import load_edits, original_of
from equimask.studies.pair_making.slots import slot_of

SENTENCES = {
    "en": [
        "The old king painted the fence.",
        "A queen bought three lamps.",
        "My father sells carpets.",
        "The waiter forgot the soup.",
        "The boys ran home.",
        "The table is green.",
        "The king met the queen.",
    ],
    "de": [
        "Der alte König malte den Zaun.",
        "Wir halfen einem guten Mann.",
        "Die Königin kaufte drei Lampen.",
        "Der Tisch ist grün.",
    ],
    "es": ["El rey compró tres lámparas.", "Vimos al viejo rey.", "La reina duerme."],
    "fr": ["Le roi dort.", "La reine dort.", "Je parle du roi."],
    "pt": ["O rei comprou três lâmpadas.", "A rainha dorme.", "O livro do rei é verde."],
    "zh": ["他买了三盏灯。", "她在家里睡觉。"],
}


@pytest.fixture(params=sorted(SENTENCES))
def lexicon(request: pytest.FixtureRequest) -> GenderLexicon:
    return GenderLexicon.load(request.param)


def test_edits_lead_to_both_sides_and_back(lexicon: GenderLexicon) -> None:
    pairs = list(lexicon_pairs(lexicon, SENTENCES[lexicon.lang]))
    assert pairs
    for pair in pairs:
        row = pair.row(id="x", lang=lexicon.lang, method="lexicon")
        assert tuple(row) == DATASET_COLUMNS["ted_gender_pairs"]
        edits = load_edits(row["edits"])
        for side in ("male", "female"):
            assert apply(pair.original, edits[side]) == row[side]
            assert original_of(row[side], edits[side]).encode() == pair.original.encode()
        assert row[row["origin_gender"]] == pair.original
        assert (row["p_male"], row["p_female"], row["model"]) == (None, None, "")


def test_the_origin_is_the_side_of_the_lexicon(lexicon: GenderLexicon) -> None:
    for pair in lexicon_pairs(lexicon, SENTENCES[lexicon.lang]):
        (word,) = lexicon.find(pair.original)
        assert pair.origin == word.gender
        own_word = pair.male_word if pair.origin == "male" else pair.female_word
        assert pair.masked.replace(MASK, own_word) == pair.original


def test_what_has_no_pair_is_counted() -> None:
    lexicon = GenderLexicon.load("en")
    pairs = list(lexicon_pairs(lexicon, [*SENTENCES["en"], "The king saw a [MASK]."]))
    assert len(pairs) == 5
    assert lexicon.refusals == {
        "no_gender_word": 1,
        "several_gender_words": 1,
        "mask_in_text": 1,
    }


def test_labels_substrings_and_casing_of_the_released_files_are_not_repeated() -> None:
    lexicon = GenderLexicon.load("en")
    pair = pair_of(lexicon, "Then the seamstress left the theatre.")
    if isinstance(pair, GenderPair):
        assert pair.origin == "female"
        assert pair.female == "Then the seamstress left the theatre."
        assert pair.male.startswith("Then the ") and pair.male.endswith(" left the theatre.")
    pair = pair_of(lexicon, "Mother bakes.")
    assert isinstance(pair, Refusal) or (pair.male, pair.female) == (
        "Father bakes.",
        "Mother bakes.",
    )


def many() -> list[GenderPair]:
    lexicon = GenderLexicon.load("en")
    men = [f"The king bought {n} lamps." for n in range(30)]
    women = [f"The queen bought {n} lamps." for n in range(12)]
    return list(lexicon_pairs(lexicon, [*men, *women]))


def test_origins_are_balanced_by_the_seed_and_not_by_the_order() -> None:
    pairs = many()
    kept = balanced(pairs, seed=3)
    assert Counter(pair.origin for pair in kept) == {"male": 12, "female": 12}
    assert kept == balanced(pairs, seed=3)
    assert set(balanced(pairs[::-1], seed=3)) == set(kept)
    assert kept != balanced(pairs, seed=4)
    assert [pair for pair in pairs if pair in kept] == kept  # in their order


def test_nothing_is_left_where_one_origin_is_missing() -> None:
    assert balanced([pair for pair in many() if pair.origin == "male"]) == []
    assert balanced([]) == []


def test_where_another_person_is_swapped_than_the_one_word_names_there_is_no_pair() -> None:
    lexicon, sentence = GenderLexicon.load("de"), "Er sah die Königin."
    assert isinstance(lexicon.try_swap(sentence), Swap)
    for found in (pair_of(lexicon, sentence), slot_of(lexicon, sentence)):
        assert isinstance(found, Refusal) and found.reason == "several_gender_words"
