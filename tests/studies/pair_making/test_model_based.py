"""Pairs by a model's own words."""

from __future__ import annotations

import math

import pytest

from equimask.gender.swap import GenderLexicon, Refusal, apply
from equimask.studies.pair_making.model_based import GenderVocabulary, ModelBased
from equimask.studies.pair_making.records import Prediction, original_of
from equimask.studies.pair_making.statistics import PredictionCounts
from tests.studies.pair_making.heads import WORDS, biased, pair, predicted

KING = "The old king slept."


class FakeTokenizer:
    all_special_ids = (0,)
    unk_token = "<unk>"

    def __init__(self, *pieces: str) -> None:
        self.vocabulary = {piece: index for index, piece in enumerate(("<s>", *pieces))}

    def get_vocab(self) -> dict[str, int]:
        return self.vocabulary

    def tokenize(self, text: str) -> list[str]:
        return [text]


@pytest.mark.parametrize(
    ("pieces", "after_space", "at_start", "after_quote"),
    [
        (("king", "##king", "##s"), {"king"}, {"king"}, {"king"}),
        (("king", "Ġking", "Ġlamp"), {"Ġking"}, {"king", "Ġking"}, {"king"}),
        (("king", "▁king", "▁lamp"), {"▁king"}, {"king", "▁king"}, {"king"}),
    ],
)
def test_only_pieces_that_are_whole_words_count(
    pieces: tuple[str, ...], after_space: set[str], at_start: set[str], after_quote: set[str]
) -> None:
    tokenizer = FakeTokenizer(*pieces)
    pairs = GenderLexicon.load("en").pairs
    vocabulary = GenderVocabulary(tokenizer, pairs, cased=True)
    names = {index: piece for piece, index in tokenizer.vocabulary.items()}
    for before, wanted in (("the ", after_space), ("", at_start), ('"', after_quote)):
        found = {
            names[index]
            for index, piece in vocabulary.pieces.items()
            if piece.may_follow(before, after_bare_mark=False)
        }
        assert found == wanted, before


def test_byte_level_pieces_are_decoded_and_listed_capitals_are_needed() -> None:
    tokenizer = FakeTokenizer("ĠKÃ¶nig", "ĠkÃ¶nig", "Ġjunge", "Ġsie")
    pairs = GenderLexicon.load("de").pairs
    cased = GenderVocabulary(tokenizer, pairs, cased=True)
    assert set(cased.pieces) == {1}  # "sie" is doubtful
    uncased = GenderVocabulary(tokenizer, pairs, cased=False)
    assert {1, 2} <= set(uncased.pieces)


def test_both_sides_are_the_models_own_words() -> None:
    found = predicted(KING, {"man": 9, "mother": 8, "king": 7, "lamp": 10})
    assert (found.sides, found.first_rank) == ("both", 2)
    made = pair(found)
    assert (made.male, made.female) == ("The old man slept.", "The old mother slept.")
    assert (made.male_word, made.female_word) == ("man", "mother")
    assert (made.origin, made.masked) == ("male", "The old [MASK] slept.")
    assert made.p_male is not None and made.p_female is not None
    assert math.isclose(made.p_male / made.p_female, math.e, rel_tol=0.05)
    for side, edits in ((made.male, made.male_edits), (made.female, made.female_edits)):
        assert apply(KING, edits) == side
        assert original_of(side, edits) == KING


def test_the_lexicon_gives_the_counterpart_of_one_side() -> None:
    wishes = {"queen": 9.0, **dict.fromkeys(("lamp", "the", "a", "The", "an", "slept"), 8.0)}
    found = predicted(KING, wishes, k=5)
    made = pair(found)
    assert found.sides == "one"
    assert (made.male, made.female) == (KING, "The old queen slept.")
    assert made.p_female is not None and made.p_male is not None
    assert made.p_female > 100 * made.p_male > 0  # the counterpart was asked for


def test_without_a_gender_word_the_sentence_is_dropped() -> None:
    found = predicted(KING, {"lamp": 9, "slept": 8, "the": 7, "a": 6}, k=3)
    assert (found.sides, found.first_rank, found.result) == ("none", None, Refusal("none"))


def test_a_word_of_another_kind_is_no_candidate() -> None:
    found = predicted(KING, {"he": 9, "men": 8, "women": 7, "woman": 6, "him": 5}, k=5)
    assert found.sides == "one"  # pronouns and plurals do not fit after "The old"
    assert pair(found).female_word == "woman"


def test_casing_is_that_of_the_sentence() -> None:
    made = pair(predicted("He slept.", {"he": 9, "she": 8}))
    assert (made.male, made.female) == ("He slept.", "She slept.")


def test_several_pieces_are_scored_at_as_many_masks_only_when_asked() -> None:
    words = [word for word in WORDS if word != "queen"]
    lexicon = GenderLexicon.load("en")
    for multi_token in (False, True):
        mlm = biased({"king": 9}, *words)
        (result,) = ModelBased(lexicon, mlm, k=1, multi_token=multi_token)([KING])
        assert isinstance(result, Prediction)
        made = pair(result)
        assert made.female == "The old queen slept."
        assert (made.p_female is not None) is multi_token
        assert made.p_male is not None and made.p_male > (made.p_female or 0)


def test_sentences_that_cannot_be_masked_are_told() -> None:
    maker = ModelBased(GenderLexicon.load("en"), biased({"king": 9}))
    long = "The king slept" + " and slept" * 40 + "."
    results = maker(
        [long, "The lamp fell.", "The king met the queen.", KING, "The king [SEP] slept."]
    )
    assert [getattr(result, "reason", "") for result in results] == [
        "too_long",
        "no_gender_word",
        "several_gender_words",
        "",
        "special_in_text",
    ]


def test_counts_are_none_one_both_and_coverage_by_k() -> None:
    wishes = {"lamp": 9.0, "man": 8.0, "woman": 7.0}
    maker = ModelBased(GenderLexicon.load("en"), biased(wishes), k=2)
    counts = PredictionCounts()
    for result in maker([KING, "He slept.", "The boy slept.", "The king met the queen."]):
        counts.add(result)
    summary = counts.summary()
    assert summary["sides"] == {"none": 1, "one": 2, "both": 0}
    assert summary["unmasked"] == {"several_gender_words": 1}
    assert (summary["rows"], summary["masked"], summary["truncation"]) == (2, 3, 0.5)
    assert summary["coverage_by_k"][0] == 0.0
    assert set(summary["coverage_by_k"][1:]) == {0.6667}
    assert summary["words"] == {"male": 1, "female": 1}
