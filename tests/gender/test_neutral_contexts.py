"""Neutral contexts take any name of a gender as it is listed."""

from __future__ import annotations

import pytest

from equimask.core.errors import DataError
from equimask.core.packaged import packaged_languages
from equimask.core.schema import GENDERS
from equimask.gender.contrast import changed_tokens, gender_of
from equimask.gender.finder import GenderWords
from equimask.gender.lexicon.records import load_names
from equimask.gender.neutral_contexts import Frame, neutral_contexts

LANGUAGES = packaged_languages("lab")
INFLECTING = ("de", "fi", "ru")  # a name has other forms where it is no subject


def test_a_frame_takes_a_name() -> None:
    assert Frame("After school, ", " stays.").filled("Ann") == "After school, Ann stays."


def test_thirteen_languages_have_them() -> None:
    assert len(LANGUAGES) == 13


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_has_many_different_ones(language: str) -> None:
    contexts = neutral_contexts(language)
    assert len(contexts) == len(set(contexts)) == 40


@pytest.mark.parametrize("language", INFLECTING)
def test_a_name_that_inflects_is_the_subject_and_comes_first(language: str) -> None:
    frames = [frame for context in neutral_contexts(language) for frame in context]
    assert {frame.before for frame in frames} == {""}


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_differs_agrees_with_the_name(language: str) -> None:
    words, names = GenderWords.load(language), load_names(language)
    man, woman = (next(name for name, of in names.items() if of == g) for g in GENDERS)
    for context in neutral_contexts(language):
        male, female = context.male.filled(man), context.female.filled(woman)
        for more, less, gender in ((male, female, "male"), (female, male, "female")):
            regions = changed_tokens(words.tokens(more), words.tokens(less))
            assert gender_of(token for ours, _ in regions for token in ours) == gender, more


def test_a_language_without_them_is_refused_with_those_that_have_some() -> None:
    with pytest.raises(DataError, match=r"ar, de, en, .* but got 'nl'\. control='names'"):
        neutral_contexts("nl")
    with pytest.raises(DataError, match=r"got 'pt-BR'\. Take 'pt'\."):
        neutral_contexts("pt-BR")
