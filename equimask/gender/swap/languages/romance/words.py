"""What the agreement rules of Spanish, Portuguese and French know about words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

from equimask.gender.lexicon.types import Edit, Gender

FORMS: tuple[tuple[str, Gender, str], ...] = (
    ("masculine", "male", "sing"),
    ("feminine", "female", "sing"),
    ("masculine_plural", "male", "plur"),
    ("feminine_plural", "female", "plur"),
    ("short_masculine", "male", "sing"),
)


class Tag(Enum):
    """The part that a word plays, as far as the rules must tell."""

    GENDER = "gender word"
    DETERMINER = "determiner"
    ADJECTIVE = "adjective"
    NOUN = "noun"
    NAME = "name"
    PRONOUN = "pronoun"
    PREPOSITION = "preposition"
    COORDINATOR = "coordinator"
    SUBORDINATOR = "subordinator"
    ADVERB = "adverb"
    NUMERAL = "numeral"
    COPULA = "copula"
    AUXILIARY = "auxiliary"
    VERB = "verb"
    MARK = "punctuation mark"
    UNKNOWN = "unknown"


NOMINAL = frozenset({Tag.NOUN, Tag.NAME, Tag.UNKNOWN, Tag.GENDER})
VERBAL = frozenset({Tag.COPULA, Tag.AUXILIARY, Tag.VERB})

# Neuter or adverbial in the masculine singular: "todo", "mucho", "lo".
NEUTER = frozenset(
    "todo mucho poco tanto demasiado cuanto cuánto lo mismo tudo muito pouco quanto o tout peu"
    " esto eso aquello isto isso aquilo ce le mais medio meio".split()
)


class Paradigm(NamedTuple):
    """The four forms of an agreeing word, and the masculine used before some nouns."""

    masculine: str
    feminine: str
    masculine_plural: str
    feminine_plural: str
    short_masculine: str = ""

    def readings(self, form: str) -> frozenset[tuple[Gender, str]]:
        """The genders and numbers that the form may stand for."""
        return frozenset(
            (gender, number) for name, gender, number in FORMS if getattr(self, name) == form
        )

    def form(self, gender: Gender, number: str, *, short: bool = False) -> str:
        """The form of that gender and number; the short one where asked and where there is one."""
        if number == "plur":
            return self.masculine_plural if gender == "male" else self.feminine_plural
        if gender == "female":
            return self.feminine
        return (short and self.short_masculine) or self.masculine

    @property
    def varies(self) -> bool:
        """Whether gender changes the word at all."""
        return (self.masculine, self.masculine_plural) != (self.feminine, self.feminine_plural)


@dataclass
class Word:
    """A token with the part it plays; `low` is lower-cased and has a straight apostrophe."""

    index: int
    text: str
    low: str
    start: int
    end: int
    tag: Tag = Tag.UNKNOWN
    homograph: bool = False
    is_stressed: bool = False


def low_at(words: list[Word], index: int) -> str:
    """The word at that place in lower case; nothing before the first and after the last."""
    return words[index].low if 0 <= index < len(words) else ""


def _is_never(words: list[Word], index: int) -> bool:
    return False


def _joins_nothing(words: list[Word], start: int, following: str) -> list[Edit]:
    return []


@dataclass(frozen=True, kw_only=True)
class Grammar:
    """The tables and the few functions in which the three languages differ.

    What not every language has is empty where it is not given.
    """

    determiners: Mapping[str, Paradigm]
    fixed_determiners: frozenset[str]
    contracted: frozenset[str]
    prepositions: frozenset[str]
    coordinators: frozenset[str]
    subordinators: frozenset[str]
    relatives: frozenset[str]
    adverbs: frozenset[str]
    adverb_suffix: str
    numerals: frozenset[str]
    copulas: Mapping[str, str]
    auxiliaries: frozenset[str]
    clitics: Mapping[str, Paradigm]
    fixed_pronouns: frozenset[str]
    object_pronouns: frozenset[str]
    pronouns: Mapping[str, Paradigm]
    stressed: Mapping[str, Paradigm] = field(default_factory=dict)
    possessors: frozenset[str] = frozenset()
    oblique: frozenset[str] = frozenset()
    speakers: frozenset[str]
    speaking_pronouns: frozenset[str] = frozenset()
    speaking_endings: tuple[str, ...]
    third_persons: frozenset[str]
    role_nouns: frozenset[str]
    adjectives: Mapping[str, Paradigm]
    nouns: Mapping[str, str]
    person_nouns: Mapping[str, Paradigm]
    verbs: frozenset[str]
    is_verb: Callable[[str], bool]
    is_nonfinite: Callable[[str], bool]
    guess_paradigm: Callable[[str], Paradigm | None]
    feminine_endings: tuple[str, ...]
    masculine_endings: tuple[str, ...]
    could_be: Callable[[str, Gender, str], bool]
    is_clitic: Callable[[list[Word], int], bool]
    is_preposition: Callable[[list[Word], int], bool] = _is_never
    is_impersonal: Callable[[list[Word], int], bool] = _is_never
    enclitic: Callable[[str], Paradigm | None]
    join: Callable[[list[Word], int, str], list[Edit]] = _joins_nothing
    determine: Callable[[list[Word], int, str, Gender, str], list[Edit] | None]
    takes_short: Callable[[str], bool]
    adverbial: frozenset[str]
    sometimes_adverbs: frozenset[str] = frozenset()
    personal: frozenset[str]
    one_sex: frozenset[str]
    person_verbs: frozenset[str]
    predeterminers: frozenset[str]
    postdeterminers: frozenset[str]
    possessives: frozenset[str]
    wives: frozenset[str]
    verb_like: frozenset[str] = frozenset()
    address_forms: frozenset[str] = frozenset()
    predicated: frozenset[str] = frozenset()
    settling_verbs: tuple[str, ...]
    naming_verbs: tuple[str, ...]
    having: tuple[str, ...]
    fact_verbs: tuple[str, ...]
    mankind: frozenset[str]
    others: frozenset[str] = frozenset()
    prenominal: frozenset[str]
    ranks: frozenset[str]
    life_stages: frozenset[str]
    bare_nouns: frozenset[str]
    as_words: frozenset[str]
    comparatives: frozenset[str] = frozenset()
    locatives: frozenset[str]
    of: frozenset[str]
    that: frozenset[str]

    def guess_noun_gender(self, low: str) -> Gender | None:
        """The gender that the ending of a noun, singular or plural, betrays."""
        singular = low.removesuffix("s")
        if singular.endswith(self.feminine_endings):
            return "female"
        return "male" if singular.endswith(self.masculine_endings) else None
