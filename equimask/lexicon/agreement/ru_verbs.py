"""Russian verbs: the gender of past forms and short adjectives, and what a verb governs."""

from __future__ import annotations

import re
from functools import lru_cache

from equimask.lexicon.agreement.ru_words import (
    NEUTER_IN_LA,
    NOUNS_IN_L,
    NOUNS_LIKE_PRESENT,
    plain,
)
from equimask.lexicon.agreement.tables import read_table
from equimask.lexicon.types import Gender

_PREFIXES = (
    "при у за по на до про вы от ото под подо пере с со в во вз взо вос воз из изо ис раз рас разо"
    " о об обо низ произ произо превзо превоз изне зане при пре недо пред"
).split()
# Nouns that look like a form of a listed verb.
_NOUN_TWINS = frozenset(
    "встречи встреча встречу вести суду суда суди цену цена вину вина веру вера веры роду рода звону"
    " дару дара стану раны рану рана плач корму корм провода дамы дом рад бои бою труд вида виду"
    " виды ответ совет служба права прав свет служит-то хвала плата пища ворот кормят-то звон дам"
    " провод ищи-то меня мена мену смена измену измена стыд встреч учи-то пойми-то дары вел жена жену"
    " жене жени род люби-то побед победа победу победы победе гроза грозу гроз".split()
)
_PRESENT_ENDINGS = (
    "у ю ешь ет ем ете ут ют ишь ит им ите ат ят и ь ьте й йте а я"
    " усь юсь ешься ется емся етесь утся ются ишься ится имся итесь атся ятся ись йся йтесь ясь"
).split()
_INFINITIVE_ENDINGS = (
    "ть ться л ла ло ли лся лась лось лись в вши вшись ю ешь ет ем ете ют й йте я"
    " юсь ешься ется емся етесь ются йся йтесь ясь"
).split()
_THIRD_PERSON = re.compile(r"\w{2,}[^н](?:ет|ит|ут|ют|ят|ат)$")
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
    return bool(
        re.search(r"(?:ться|тся|лись|лась|лся|лось|шись|ешь|ишь|ешься|ишься|уть|ать|ять|ить|еть|оть|ыть)$", form)
        and not form.endswith(("мать", "печать", "кровать", "память", "сеть", "нефть", "нить", "путь", "треть", "тетрадь", "пять", "девять", "десять", "плеть", "ртуть", "медь", "смерть", "рать", "суть"))
    )


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
    if stem.endswith("л") and len(stem) > 2 and stem not in NOUNS_IN_L and stem[-2] in "аеиоуыэюя":
        return stem + "а"
    return "ела" if stem == "ел" else None


def _male_past(stem: str) -> str | None:
    irregular = _irregular("female").get(stem)
    if irregular is not None:
        return irregular
    if stem.endswith("ла") and len(stem) > 3 and stem not in NEUTER_IN_LA and stem[-3] in "аеиоуыэюя":
        return stem[:-1]
    return "ел" if stem == "ела" else None


@lru_cache(maxsize=2)
def _irregular(gender: Gender) -> dict[str, str]:
    forms: dict[str, str] = {}
    for male, female in read_table("ru", "irregular_past"):
        for prefix in ("", *_PREFIXES):
            ours, theirs = prefix + male, prefix + female
            if prefix.startswith("вы"):  # the prefix takes the stress: вышел, вынес
                ours = ours.replace("ё", "е")
            if gender == "male":
                forms.setdefault(plain(ours), theirs)
            else:
                forms.setdefault(plain(theirs), ours)
    for ghost in ("пас", "пер", "мер", "вис", "ник", "стих", "мок", "пах", "вык", "гиб", "чез", "торг", "наверг", "кресла", "пасла", "увис", "пух", "нос", "сник", "уник", "спер", "мел", "мела", "умок", "волок", "толок", "верг", "тих", "пок", "порос", "опрос", "спрос"):
        forms.pop(ghost, None)
    return forms


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
    return {form: frozenset(cases) for form, cases in forms.items() if form not in _NOUN_TWINS}


def _conjugated(infinitive: str, stems: list[str]) -> set[str]:
    """All forms that may occur, a few too many among them."""
    base = infinitive.removesuffix("ся").removesuffix("сь")
    reflexive = base != infinitive
    stem = base[:-2]
    forms = {infinitive}
    if base.endswith("ти") or base.endswith("чь"):
        for root in stems:
            forms |= {root + e for e in (*_PRESENT_ENDINGS, "", "ла", "ло", "ли", "ший", "шла", "шли", "ел", "ел")}
    else:
        forms |= {stem + ending for ending in _INFINITIVE_ENDINGS}
        if stem.endswith(("ова", "ева")) and len(stem) > 4:
            forms |= {stem[:-3] + "у" + e for e in _PRESENT_ENDINGS}
        for root in stems:
            forms |= {root + e for e in _PRESENT_ENDINGS}
    if reflexive:
        return {form for form in forms if form.endswith(("ся", "сь"))}
    return {form for form in forms if not form.endswith(("ся", "сь"))}
