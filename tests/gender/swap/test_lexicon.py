from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from equimask.core.errors import DataError, OptionError
from equimask.gender.lexicon.records import languages_with_pairs, load_pairs
from equimask.gender.swap import GenderLexicon, Refusal, Swap, apply, revert


def swapped(lang: str, sentence: str) -> Swap:
    swap = GenderLexicon.load(lang).try_swap(sentence)
    assert isinstance(swap, Swap), swap
    return swap


def reason(lang: str, sentence: str) -> str:
    refusal = GenderLexicon.load(lang).try_swap(sentence)
    assert isinstance(refusal, Refusal), refusal
    return refusal.reason


def test_a_swap_names_both_sides_and_its_origin() -> None:
    swap = swapped("en", "An earl sang.")
    assert (swap.male, swap.female) == ("An earl sang.", "A countess sang.")
    assert (swap.male_word, swap.female_word, swap.origin) == ("earl", "countess", "male")
    assert [(e.old, e.new, e.kind) for e in swap.edits] == [
        ("An", "A", "article"),
        ("earl", "countess", "gender_word"),
    ]
    back = swapped("en", swap.female)
    assert (back.male, back.female, back.origin) == (swap.male, swap.female, "female")


@pytest.mark.parametrize(
    ("lang", "sentence", "expected"),
    [
        ("en", "It rains.", "no_gender_word"),
        ("en", "He saw her.", "several_gender_words"),
        ("en", "The actor bowed.", "ambiguous_word"),
        ("en", "Queen Victoria reigned.", "name_beside"),
        ("en", "My sister, Emma, sings.", "name_beside"),
        ("en", "Peter forgot himself.", "name_as_antecedent"),
        ("en", "A man-eater.", "compound_word"),
        ("en", "(S)he won.", "split_form"),
        ("en", "The wOmAn won.", "odd_casing"),
        ("en", "I watched her sleep.", "pronoun_use"),
        ("de", "Er sah sie.", "several_gender_words"),
        ("de", "Sie lachen.", "ambiguous_word"),
        ("de", "Junge Leute lachen.", "ambiguous_word"),
        ("ar", "رأيت أمه", "ambiguous_word"),
        ("ar", "جاء رجلها", "glued_form"),
        ("fi", "Hän tapasi miehensä.", "glued_form"),
        ("nl", "De koning slaapt.", "no_agreement_rules"),
    ],
)
def test_the_reason_of_a_refusal(lang: str, sentence: str, expected: str) -> None:
    assert reason(lang, sentence) == expected


def test_swap_counts_its_refusals_and_try_swap_does_not() -> None:
    lexicon = GenderLexicon.load("en")
    assert lexicon.swap("It rains.") is None
    assert lexicon.swap("It snows.") is None
    assert lexicon.swap("She sings.") is not None
    lexicon.try_swap("He saw her.")
    assert lexicon.refusals == {"no_gender_word": 2}
    assert GenderLexicon.load("en").refusals == {}


def test_decomposed_text_stays_decomposed_and_comes_back_byte_for_byte() -> None:
    sentence = unicodedata.normalize("NFD", "Her fiancée, in the café, laughs.").replace(
        "Her", "Our"
    )
    swap = swapped("en", sentence)
    assert swap.female == sentence
    assert unicodedata.is_normalized("NFD", swap.male)
    assert swap.male == unicodedata.normalize("NFD", "Our fiancé, in the café, laughs.")
    assert revert(swap).encode() == sentence.encode()


@settings(deadline=None)
@given(
    st.sampled_from(["en", "fi", "id", "ja", "th", "zh"]),
    st.text(max_size=20),
    st.data(),
    st.text(max_size=20),
)
def test_any_swap_is_its_edits_and_nothing_else(
    lang: str, before: str, data: st.DataObject, after: str
) -> None:
    pair = data.draw(st.sampled_from(load_pairs(lang)))
    word = data.draw(st.sampled_from([pair.male, pair.female]))
    sentence = f"{before} {word} {after}"
    swap = GenderLexicon.load(lang).try_swap(sentence)
    if isinstance(swap, Refusal):
        return
    other = swap.female if swap.origin == "male" else swap.male
    assert sentence == (swap.male if swap.origin == "male" else swap.female)
    assert apply(sentence, swap.edits) == other != sentence
    assert revert(swap) == sentence
    assert list(swap.edits) == sorted(swap.edits, key=lambda e: e.start)
    assert all(a.end <= b.start for a, b in zip(swap.edits, swap.edits[1:], strict=False))
    found = GenderLexicon.load(lang).find(sentence)  # what women are called too may stay beside
    assert swap.origin in {word.gender for word in found}


@pytest.mark.parametrize("lang", languages_with_pairs())
def test_every_lexicon_loads_and_has_a_signature(lang: str) -> None:
    lexicon = GenderLexicon.load(lang)
    assert lexicon.pairs == load_pairs(lang)
    assert len(lexicon.signature()) == 12


def test_signatures_differ_by_language_and_not_by_load() -> None:
    signatures = {GenderLexicon.load(lang).signature() for lang in languages_with_pairs()}
    assert len(signatures) == len(languages_with_pairs())
    assert GenderLexicon.load("de").signature() in signatures


def test_a_language_without_a_lexicon_is_refused() -> None:
    with pytest.raises(DataError, match=r"Choose one of.*GenderLexicon.from_records"):
        GenderLexicon.load("sv")
    with pytest.raises(OptionError):
        GenderLexicon.load("klingon")
