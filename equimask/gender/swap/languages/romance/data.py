"""The word lists behind the agreement rules, read from the package's TSV files."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import TypedDict

from equimask.core.packaged import packaged_text
from equimask.gender.swap.languages.romance.words import Paradigm


class WordLists(TypedDict):
    """What each language lists in its files, by the fields of its grammar."""

    nouns: dict[str, str]
    person_nouns: dict[str, Paradigm]
    role_nouns: frozenset[str]
    adjectives: dict[str, Paradigm]
    adverbial: frozenset[str]
    one_sex: frozenset[str]
    personal: frozenset[str]
    prenominal: frozenset[str]
    auxiliaries: frozenset[str]
    copulas: dict[str, str]
    person_verbs: frozenset[str]
    adverbs: frozenset[str]
    coordinators: frozenset[str]
    fixed_pronouns: frozenset[str]
    numerals: frozenset[str]
    prepositions: frozenset[str]
    subordinators: frozenset[str]


@lru_cache(maxsize=64)
def rows(lang: str, name: str) -> tuple[tuple[str, ...], ...]:
    """The rows of a word list without its header."""
    _, *lines = packaged_text("agreement", lang, f"{name}.tsv").splitlines()
    return tuple(tuple(line.split("\t")) for line in lines if line)


def by_form(paradigms: Iterable[Paradigm]) -> dict[str, Paradigm]:
    """Every form with the paradigm it belongs to."""
    return {form: paradigm for paradigm in paradigms for form in paradigm if form}


def column(lang: str, name: str) -> frozenset[str]:
    """A word list of one column."""
    return frozenset(row[0] for row in rows(lang, name))


def words_of(lang: str, kind: str) -> frozenset[str]:
    """The function words of one class."""
    return frozenset(word for word, of_kind in rows(lang, "function_words") if of_kind == kind)


def mapping(lang: str, name: str) -> dict[str, str]:
    """A word list of two columns as a mapping."""
    return {row[0]: row[1] for row in rows(lang, name)}


def word_lists(lang: str, paradigm: Callable[[str], Paradigm]) -> WordLists:
    """The word lists of a language; `paradigm` inflects an adjective or a noun for a person."""
    nouns = mapping(lang, "nouns")
    return WordLists(
        nouns=nouns,
        person_nouns=by_form(paradigm(noun) for noun, kind in nouns.items() if kind == "i"),
        role_nouns=words_of(lang, "role_noun"),
        adjectives=by_form(map(paradigm, column(lang, "adjectives"))),
        adverbial=words_of(lang, "adverbial_adjective"),
        one_sex=words_of(lang, "one_sex_adjective"),
        personal=words_of(lang, "personal_adjective"),
        prenominal=words_of(lang, "prenominal_adjective"),
        auxiliaries=words_of(lang, "auxiliary"),
        copulas=mapping(lang, "copulas"),
        person_verbs=column(lang, "person_verbs"),
        adverbs=words_of(lang, "adverb"),
        coordinators=words_of(lang, "coordinator"),
        fixed_pronouns=words_of(lang, "pronoun"),
        numerals=words_of(lang, "numeral"),
        prepositions=words_of(lang, "preposition"),
        subordinators=words_of(lang, "subordinator"),
    )
