"""Lemmas that still show a gender: by the lexicon, and by the rule for Romance languages."""

from __future__ import annotations

import pytest

from equimask.studies.completions.leftovers import (
    FEMININE_FORM,
    GENDER_WORD,
    GenderedLemmas,
    Leftover,
)
from equimask.studies.completions.treebank import WordList


def lemmas(lang: str, **by_upos: str) -> GenderedLemmas:
    words = WordList(lang)
    for upos, forms in by_upos.items():
        for form in forms.split():
            words.add(form, upos, "_")
    return GenderedLemmas(words)


SPANISH = lemmas(
    "es",
    NOUN="fundador amigo caso mayo",
    ADJ="bonito exterior socialista alemán",
    VERB="proteger casar leer traer suicidar",
)


@pytest.mark.parametrize(
    ("lemma", "masculine"),
    [
        ("fundadora", "fundador"),
        ("amiga", "amigo"),
        ("protegida", "protegido"),
        ("bonitas", "bonito"),
        ("alemana", "alemán"),
        ("leída", "leído"),
        ("traídas", "traído"),
    ],
)
def test_a_feminine_form_is_known_by_its_masculine(lemma: str, masculine: str) -> None:
    assert SPANISH.find(lemma, "ADJ") == Leftover("female", FEMININE_FORM, masculine)


def test_the_words_that_the_study_left_over_are_found() -> None:
    # Stanczak et al. 2023, Table 6: lemmas that no lemmatiser should have given
    kinds = [SPANISH.find(word, "ADJ") for word in "fundadora amiga protegida chica".split()]
    assert [found.gender for found in kinds if found] == ["female"] * 4
    assert kinds[3] == Leftover("female", GENDER_WORD)


@pytest.mark.parametrize(
    "lemma", "socialista exteriores nómada suicida rosa bonito exterior indígena".split()
)
def test_words_of_one_form_for_both_genders_are_none(lemma: str) -> None:
    assert SPANISH.find(lemma, "ADJ") is None


def test_a_verb_is_a_leftover_only_as_a_participle() -> None:
    assert SPANISH.find("casa", "ADJ") == Leftover("female", FEMININE_FORM, "caso")
    assert SPANISH.find("casa", "VERB") is None
    assert SPANISH.find("casada", "VERB") == Leftover("female", FEMININE_FORM, "casado")


def test_french_and_portuguese_have_their_own_rules() -> None:
    french = lemmas("fr", ADJ="premier blanc heureux calme", VERB="élire périmer")
    found = {word: french.find(word, "ADJ") for word in "première blanche heureuse périmée".split()}
    assert {word: leftover and leftover.masculine for word, leftover in found.items()} == {
        "première": "premier",
        "blanche": "blanc",
        "heureuse": "heureux",
        "périmée": "périmé",
    }
    assert french.find("calme", "ADJ") is None
    portuguese = lemmas("pt", ADJ="alemão", VERB="construir acusar")
    assert portuguese.find("alemã", "ADJ") == Leftover("female", FEMININE_FORM, "alemão")
    assert portuguese.find("construída", "VERB") is not None
    assert portuguese.find("acusadas", "VERB") is not None


def test_elsewhere_the_gender_lexicon_decides() -> None:
    english = lemmas("en", ADJ="women", VERB="father")
    assert english.find("women", "ADJ") == Leftover("female", GENDER_WORD)
    assert english.find("father", "VERB") == Leftover("male", GENDER_WORD)
    assert english.find("brave", "ADJ") is None
    assert lemmas("ru").find("женский", "ADJ") == Leftover("female", GENDER_WORD)


def test_a_language_without_a_lexicon_has_no_leftovers() -> None:
    assert lemmas("it", ADJ="bello").find("bella", "ADJ") is None
