"""Russian verbs: the gender of past forms and short adjectives, and what a verb governs."""

from __future__ import annotations

import re
from functools import lru_cache

from equimask.gender.lexicon.types import Gender
from equimask.gender.swap.languages.ru.words import (
    NOUNS_LIKE_INFINITIVES,
    NOUNS_LIKE_PAST_FEMALE,
    NOUNS_LIKE_PAST_MALE,
    NOUNS_LIKE_PRESENT,
    NOUNS_LIKE_VERBS,
    plain,
)
from equimask.gender.swap.languages.tables import read_table

_VOWELS = "аеиоуыэюя"
_PREFIXES = (
    "при у за по на до про вы от ото под подо пере с со в во вз взо вос воз из изо ис раз рас разо"
    " о об обо низ произ произо превзо превоз изне зане при пре недо пред"
).split()
_PRESENT_ENDINGS = (
    "у ю ешь ет ем ете ут ют ишь ит им ите ат ят и ь ьте й йте а я"
    " усь юсь ешься ется емся етесь утся ются ишься ится имся итесь атся ятся ись йся йтесь ясь"
).split()
_INFINITIVE_ENDINGS = (
    "ть ться л ла ло ли лся лась лось лись в вши вшись ю ешь ет ем ете ют й йте я"
    " юсь ешься ется емся етесь ются йся йтесь ясь"
).split()
_THIRD_PERSON = re.compile(r"\w{2,}[^н](?:ет|ит|ут|ют|ят|ат)$")
_VERBAL_ENDING = re.compile(
    r"(?:ться|тся|лись|лась|лся|лось|шись|ешь|ишь|ешься|ишься|[уаяиеоы]ть)$"
)
_SURE_PARTICIPLE = re.compile(r"\w{3,}(?:ирован|ован)а?$")
_PARTICIPLE_AFTER_BE = re.compile(r"\w{3,}(?:ан|ян|ен)$")
_FEMALE_PARTICIPLE_AFTER_BE = re.compile(r"\w{3,}(?:ан|ян|ен)а$")


def past_counterpart(word: str, gender: Gender) -> str | None:
    """The same past form in the other gender, spelled with ё; None for what is no such form."""
    form = plain(word)
    if gender == "male":
        stem, tail = (form[:-2], "ся") if form.endswith("ся") else (form, "")
        female = _female_past(stem)
        return None if female is None else female + ("сь" if tail else "")
    stem, tail = (form[:-2], "сь") if form.endswith("сь") else (form, "")
    male = _male_past(stem)
    return None if male is None else male + ("ся" if tail else "")


def short_counterpart(word: str, gender: Gender, *, after_be: bool) -> str | None:
    """The other gender of a short adjective or participle.

    Unlisted participles are only trusted right behind a form of "to be".
    """
    form = plain(word)
    listed = _short_forms(gender).get(form)
    if listed is not None or not (after_be or _SURE_PARTICIPLE.match(form)):
        return listed
    if gender == "male":
        return form + "а" if _PARTICIPLE_AFTER_BE.match(form) else None
    return form[:-1] if _FEMALE_PARTICIPLE_AFTER_BE.match(form) else None


def is_finite_or_infinitive(word: str) -> bool:
    """Whether the word is surely some form of a verb."""
    form = plain(word)
    if form in _known_forms() or form == "есть":
        return True
    if _THIRD_PERSON.search(form) and form not in NOUNS_LIKE_PRESENT:
        return True
    if _VERBAL_ENDING.search(form) is None:
        return False
    return not form.endswith(("пять", "десять")) and form not in NOUNS_LIKE_INFINITIVES


def governs(word: str) -> frozenset[str]:
    """The cases that a listed verb governs without a preposition; `copula` for being something."""
    form = plain(word)
    if form.endswith(("ировать", "ировал", "ировала", "ировали", "ирует", "ируют")):
        return frozenset({"acc"})
    return _known_forms().get(form, frozenset())


def _female_past(stem: str) -> str | None:
    irregular = _irregular("male").get(stem)
    if irregular is not None:
        return irregular
    regular = stem.endswith("л") and len(stem) > 2 and stem[-2] in _VOWELS
    if regular and stem not in NOUNS_LIKE_PAST_MALE:
        return stem + "а"
    return "ела" if stem == "ел" else None


def _male_past(stem: str) -> str | None:
    irregular = _irregular("female").get(stem)
    if irregular is not None:
        return irregular
    regular = stem.endswith("ла") and len(stem) > 3 and stem[-3] in _VOWELS
    if regular and stem not in NOUNS_LIKE_PAST_FEMALE:
        return stem[:-1]
    return "ел" if stem == "ела" else None


@lru_cache(maxsize=2)
def _irregular(gender: Gender) -> dict[str, str]:
    forms: dict[str, str] = {}
    for prefix in ("", *_PREFIXES):  # listed forms first: сжёг and сожгла are no с- and жгла
        for male, female in read_table("ru", "irregular_past"):
            ours, theirs = prefix + male, prefix + female
            if prefix.startswith("вы"):  # the prefix takes the stress: вышел, вынес
                ours = ours.replace("ё", "е")
            if gender == "male":
                forms.setdefault(plain(ours), theirs)
            else:
                forms.setdefault(plain(theirs), ours)
    nouns = NOUNS_LIKE_PAST_MALE if gender == "male" else NOUNS_LIKE_PAST_FEMALE
    return {form: other for form, other in forms.items() if form not in nouns}


@lru_cache(maxsize=2)
def _short_forms(gender: Gender) -> dict[str, str]:
    rows = read_table("ru", "short_forms")
    if gender == "male":
        return {plain(male): female for male, female in rows}
    return {plain(female): male for male, female in rows}


@lru_cache(maxsize=1)
def _known_forms() -> dict[str, frozenset[str]]:
    forms: dict[str, set[str]] = {}
    for infinitive, case, stems in read_table("ru", "verbs"):
        for form in _conjugated(plain(infinitive), plain(stems).split()):
            forms.setdefault(form, set()).add(case)
    return {form: frozenset(cases) for form, cases in forms.items() if form not in NOUNS_LIKE_VERBS}


def _conjugated(infinitive: str, stems: list[str]) -> set[str]:
    """All forms that may occur, a few too many among them."""
    base = infinitive.removesuffix("ся").removesuffix("сь")
    reflexive = base != infinitive
    stem = base[:-2]
    forms = {infinitive}
    if base.endswith("ти") or base.endswith("чь"):
        for root in stems:
            forms |= {
                root + e
                for e in (*_PRESENT_ENDINGS, "", "ла", "ло", "ли", "ший", "шла", "шли", "ел", "ел")
            }
    else:
        forms |= {stem + ending for ending in _INFINITIVE_ENDINGS}
        if stem.endswith(("ова", "ева")) and len(stem) > 4:
            forms |= {stem[:-3] + "у" + e for e in _PRESENT_ENDINGS}
        for root in stems:
            forms |= {root + e for e in _PRESENT_ENDINGS}
    if reflexive:
        return {form for form in forms if form.endswith(("ся", "сь"))}
    return {form for form in forms if not form.endswith(("ся", "сь"))}
