"""Plain replacement, as the text of Yu et al. has it."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from equimask.gender.swap import GenderLexicon, Refusal, WordPair, apply
from equimask.studies.pair_making import plain_pairs
from equimask.studies.pair_making.plain import VERDICTS, PlainReplacement, Verdicts, verdict
from equimask.studies.pair_making.records import GenderPair


@lru_cache
def replacement(lang: str) -> PlainReplacement:
    return PlainReplacement(lang, GenderLexicon.load(lang).pairs)


def replaced(lang: str, sentence: str) -> GenderPair:
    pair = replacement(lang).pair_of(sentence)
    assert isinstance(pair, GenderPair), pair
    return pair


def other(pair: GenderPair) -> str:
    return pair.female if pair.origin == "male" else pair.male


@pytest.mark.parametrize(
    ("lang", "sentence", "expected"),
    [
        ("en", "She sang.", "He sang."),
        ("en", "The king's hat fell.", "The queen's hat fell."),
        ("en", "SHE SANG.", "HE SANG."),
        ("en", "Then the actress’s mother sang.", "Then the actress’s father sang."),
        ("en", "An earl sang.", "An countess sang."),  # nothing agrees
        ("en", "The wOmAn sang.", "The man sang."),  # nothing is refused
        ("en", "King Charles sang.", "Queen Charles sang."),
        ("de", "Der alte König schlief.", "Der alte Königin schlief."),
        ("de", "Die Frau schlief.", "Die Mann schlief."),  # and no "Herr"
        ("de", "die frau schlief.", "die mann schlief."),
        ("de", "Er sah die Königin.", "Er sah die König."),  # er and sie are no part of the list
        ("es", "La mujer vieja duerme.", "La hombre vieja duerme."),
        ("es", "Ella duerme.", "Él duerme."),
        ("zh", "他走了。", "她走了。"),
        ("zh", "其他人看见了国王。", "其他人看见了女王。"),
    ],
)
def test_only_the_word_is_replaced_with_its_casing(lang: str, sentence: str, expected: str) -> None:
    pair = replaced(lang, sentence)
    assert other(pair) == expected
    assert (pair.male if pair.origin == "male" else pair.female) == sentence
    edits = pair.female_edits or pair.male_edits
    assert apply(sentence, edits) == expected
    assert len(edits) == 1
    word = pair.male_word if pair.origin == "male" else pair.female_word
    assert pair.masked.replace("[MASK]", word) == sentence


@pytest.mark.parametrize(
    ("lang", "sentence", "reason"),
    [
        ("en", "The lamp fell.", "no_gender_word"),
        ("en", "He saw her.", "several_gender_words"),
        ("en", "The king met the king.", "several_gender_words"),
        ("en", "There the sheet fell.", "no_gender_word"),  # no "she", no "her", no "he"
        ("en", "The actor bowed.", "no_gender_word"),  # he may be anybody
        ("en", "The [MASK] saw the king.", "mask_in_text"),
        ("de", "Sie schlief.", "no_gender_word"),
        ("de", "Er schlief.", "no_gender_word"),
        ("de", "Der Lehrer schlief.", "no_gender_word"),  # Lehrer are also men and women
        ("es", "La lámpara cae.", "no_gender_word"),
        ("zh", "他们走了。", "no_gender_word"),
        ("zh", "其他人走了。", "no_gender_word"),
        ("zh", "他看见了她。", "several_gender_words"),
    ],
)
def test_sentences_without_exactly_one_word_give_no_pair(
    lang: str, sentence: str, reason: str
) -> None:
    found = replacement(lang).pair_of(sentence)
    assert isinstance(found, Refusal)
    assert found.reason == reason


def test_words_on_both_sides_and_doubtful_words_fall_out_with_their_counterparts() -> None:
    pairs = [
        WordPair("es", male, female, gloss="", pos="noun", number="", case="", ambiguous=doubt)
        for male, female, doubt in (
            ("su", "suya", ""),
            ("amigo", "Su", ""),
            ("rey", "reina", ""),
            ("señor", "señora", "male side: also God"),
        )
    ]
    plain = PlainReplacement("es", pairs)
    assert plain.size == {"male": 1, "female": 1}
    for word in ("su", "suya", "amigo", "señor", "señora"):
        found = plain.pair_of(f"Ahí va {word} otra vez.")
        assert isinstance(found, Refusal) and found.reason == "no_gender_word"
    assert isinstance(plain.pair_of("Su reina canta."), GenderPair)


def test_of_several_counterparts_the_first_is_taken_and_titles_last() -> None:
    plain = replacement("en")
    assert other(replaced("en", "They saw her hat.")) == "They saw him hat."
    assert plain.is_one_of_several("They saw her hat.")
    assert not plain.is_one_of_several("The king sang.")
    rows = [
        {"male": "h", "female": "f", "pos": "title"},
        {"male": "m", "female": "f", "pos": "noun"},
    ]
    own = PlainReplacement("sv", GenderLexicon.from_records("sv", rows).pairs)
    pair = own.pair_of("en f här")
    assert isinstance(pair, GenderPair) and pair.male == "en m här"


def test_text_that_is_not_composed_keeps_its_letters() -> None:
    sentence = unicodedata.normalize("NFD", "Der müde König schlief.")
    pair = replaced("de", sentence)
    assert pair.male == sentence
    assert pair.female == unicodedata.normalize("NFD", "Der müde ") + "Königin schlief."


def test_the_swap_judges_what_plain_replacement_leaves() -> None:
    cases = {
        ("en", "She sang."): "same",
        ("de", "Der alte König schlief."): "lacks_agreement",
        ("es", "La reina cansada duerme."): "lacks_agreement",
        ("en", "Her hat fell."): "other_word",
        ("de", "Die Königin sah ihn."): "several_gendered",
        ("de", "Diese junge Leute."): "doubtful",
        ("en", "Queen Victoria reigned."): "refused",
    }
    for (lang, sentence), expected in cases.items():
        assert verdict(GenderLexicon.load(lang), replaced(lang, sentence)) == expected, sentence
    lexicon = GenderLexicon.load("de")
    counts = Verdicts(lexicon)
    for pair in plain_pairs(lexicon, ["Der König schlief.", "Sie schlief.", "Ein König schlief."]):
        counts.add(pair)
    assert counts.summary() == {**dict.fromkeys(VERDICTS, 0), "lacks_agreement": 2}


@given(st.text(max_size=60), st.sampled_from(["she", "King", "mother-in-law", "HERSELF"]))
def test_any_text_around_a_word_comes_back(text: str, word: str) -> None:
    sentence = f"{text} {word} {text[::-1]}"
    pair = replacement("en").pair_of(sentence)
    if isinstance(pair, GenderPair):
        assert sentence in (pair.male, pair.female)
        assert pair.male != pair.female
        assert apply(sentence, pair.male_edits) == pair.male
        assert apply(sentence, pair.female_edits) == pair.female
