"""Arabic words: the classes of the listed ones, and adjectives and verbs in the other gender."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from equimask.gender.lexicon.folding import ARABIC_MARKS
from equimask.gender.lexicon.types import Gender
from equimask.gender.swap.languages.tables import read_table, words_of

_SIGNS = dict.fromkeys(map(ord, ARABIC_MARKS))


class Verb(NamedTuple):
    """A listed verb of the third person singular in the other gender."""

    counterpart: str
    kind: str


def bare(word: str) -> str:
    """The word without vowel signs and stretching."""
    return word.translate(_SIGNS)


def is_a(word: str, *kinds: str) -> bool:
    """Whether the word is of one of these classes."""
    return any(word in words_of("ar", kind) for kind in kinds)


def counterpart(word: str, gender: Gender, kind: str) -> str | None:
    """The other side of a demonstrative or a pronoun of that gender."""
    return _pairs(gender, kind).get(word)


def adjective_counterpart(word: str, gender: Gender) -> str | None:
    """A listed adjective, with or without the article, in the other gender."""
    form, table = bare(word), _pairs(gender, "")
    if form in table or not form.startswith("ال"):
        return table.get(form)
    found = table.get(form[2:])
    return None if found is None else "ال" + found


def verb_counterpart(word: str, gender: Gender) -> Verb | None:
    """A listed verb in the other gender; "and" or "will" before it stays."""
    form = bare(word)
    for lead in ("", "و", "ف", "س", "وس", "فس", "ل"):
        core = form.removeprefix(lead)
        found = _verbs(gender).get(core) if form.startswith(lead) else None
        if found is not None and (lead[-1:] not in ("س", "ل") or core[0] in "يت"):
            return found._replace(counterpart=lead + found.counterpart)
    return None


def has_pronoun(word: str, gender: Gender) -> bool:
    """Whether a pronoun of that gender may be written at its end."""
    if word.startswith("ال") or len(word) < 2 or is_a(word, "no_pronoun"):
        return False
    return word.endswith("ه" if gender == "male" else "ها")


def may_be_verb(word: str, gender: Gender, opens: bool) -> bool:
    """Whether it may be a verb of the third person; in the past only where a clause opens."""
    core = word.lstrip("وف") if len(word) > 3 else word
    if is_a(core, "noun_like_present", "object_verb", "owned"):
        return False
    past = gender == "female" and core[-1:] == "ت" and core[-2:] != "ات"
    if verb_counterpart(word, gender) is not None or (past and (core != word or opens)):
        return True
    present = core.removeprefix("س")
    prefix = "ي" if gender == "male" else "ت"
    return len(present) > 3 and present[0] == prefix and not present.endswith(("ة", "ون", "نا"))


@lru_cache(maxsize=64)
def _pairs(gender: Gender, kind: str) -> dict[str, str]:
    rows = read_table("ar", "adjectives")
    if kind:
        rows = tuple((m, f) for m, f, found in read_table("ar", "agreeing") if found == kind)
    # of two masculine forms of one feminine the last one listed is taken
    return {m: f for m, f in rows} if gender == "male" else {f: m for m, f in rows}  # noqa: C416


@lru_cache(maxsize=2)
def _verbs(gender: Gender) -> dict[str, Verb]:
    forms: dict[str, Verb] = {}
    for past_male, past_female, present, kind in read_table("ar", "verbs"):
        for male, female in ((past_male, past_female), (present, "ت" + present[1:])):
            ours, theirs = (male, female) if gender == "male" else (female, male)
            if male:
                forms.setdefault(ours, Verb(theirs, kind))
    return forms
