"""Arabic forms with a gender: adjectives, verbs of the third person, pronouns at a word's end."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from equimask.gender.lexicon.types import Gender
from equimask.gender.swap.languages.ar.words import bare
from equimask.gender.swap.languages.tables import read_table

_FEMININE = "ة"
_ARTICLE = "ال"
_OBJECTS = ("ني", "نا", "كم", "هم", "هما")
_TANWIN = "\u064b"


class Verb(NamedTuple):
    """A listed verb in a form of the third person singular."""

    counterpart: str
    kind: str
    is_being: bool
    has_object: bool = False


_BEING = frozenset("كان كانت يكون تكون أصبح أصبحت يصبح تصبح صار صارت ليس ليست ظل ظلت".split())


def adjective_counterpart(word: str, gender: Gender) -> str | None:
    """A listed adjective, with or without the article, in the other gender."""
    table = _adjectives(gender)
    found = table.get(bare(word))
    if found is None and bare(word).startswith(_ARTICLE):
        plain = table.get(bare(word)[2:])
        found = None if plain is None else _ARTICLE + plain
    return found


def attribute_counterpart(word: str, gender: Gender) -> str | None:
    """A word with the article behind a noun with the article: an adjective, listed or not."""
    form = bare(word)
    listed = adjective_counterpart(form, gender)
    if listed is not None:
        return listed
    if not form.startswith(_ARTICLE) or len(form) < 5 or form.startswith(("الأ", "الآ")):
        return None
    if gender == "female":
        return form[:-1] if form.endswith(_FEMININE) else None
    if form.endswith(("ة", "ى", "اء", "ات", "ون", "ين", "ان", "و")):
        return None
    return form + _FEMININE


def cannot_be_attribute(word: str, gender: Gender) -> bool:
    """Whether a word with the article lacks the ending of an adjective beside the noun."""
    form = bare(word)
    if not form.startswith(_ARTICLE):
        return False
    return form.endswith(_FEMININE) == (gender == "male") and not form.endswith(("اء", "ى"))


def predicate_counterpart(word: str, gender: Gender, *, accusative: bool) -> str | None:
    """An indefinite adjective said of the noun; behind "was" it stands in the accusative."""
    form = bare(word)
    if not accusative:
        return adjective_counterpart(form, gender)
    if gender == "male":
        base = form[:-1] if form.endswith("ا") else form
        return adjective_counterpart(base, gender) if form.endswith("ا") else None
    male = adjective_counterpart(form, gender)
    if male is None or male.endswith(("ى", "اء")) or not form.endswith(_FEMININE):
        return None
    return male + "ا" + _TANWIN


def verb_counterpart(word: str, gender: Gender) -> Verb | None:
    """A listed verb in the other gender; "and" before it and a pronoun behind it stay."""
    form = bare(word)
    for lead in ("", "و", "ف", "س", "وس", "فس", "ل"):
        if not form.startswith(lead):
            continue
        core = form[len(lead) :]
        found = _verbs(gender).get(core)
        if found is not None and (lead[-1:] not in ("س", "ل") or core[0] in "يت"):
            return found._replace(counterpart=lead + found.counterpart)
        for suffix in _OBJECTS:
            found = _verbs(gender).get(core.removesuffix(suffix)) if core.endswith(suffix) else None
            if found is not None and not core.removesuffix(suffix).endswith(("ى", "ي", "ا")):
                counterpart = lead + found.counterpart + suffix
                return found._replace(counterpart=counterpart, has_object=True)
    return None


@lru_cache(maxsize=2)
def _adjectives(gender: Gender) -> dict[str, str]:
    rows = read_table("ar", "adjectives")
    if gender == "male":
        return {male: female for male, female in rows}  # noqa: C416
    return {female: male for male, female in rows}


@lru_cache(maxsize=2)
def _verbs(gender: Gender) -> dict[str, Verb]:
    forms: dict[str, Verb] = {}
    for past_male, past_female, present_male, kind in read_table("ar", "verbs"):
        for male, female in ((past_male, past_female), (present_male, "ت" + present_male[1:])):
            if not male:
                continue
            ours, theirs = (male, female) if gender == "male" else (female, male)
            forms.setdefault(ours, Verb(theirs, kind, ours in _BEING))
    return forms
