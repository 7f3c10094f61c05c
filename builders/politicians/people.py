"""One person as Wikidata tells of them: what all rows share, and the name in a language."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from builders.politicians.dates import YEAR, Birth
from builders.politicians.genders import gender_of
from equimask.core.languages import get_language

# Wikidata's label for all languages that have none of their own; it spares repetitions.
EVERY_LANGUAGE = "mul"

# Where a language's own label is missing, that of a variety will do, in this order.
VARIETIES: dict[str, tuple[str, ...]] = {
    "en": ("en-gb", "en-ca"),
    "pt": ("pt-br",),
    "zh": ("zh-hans", "zh-cn"),
}


class Name(NamedTuple):
    """A name and the code of the label that it was taken from."""

    name: str
    code: str


@lru_cache(maxsize=256)
def label_codes(lang: str) -> tuple[str, ...]:
    """The labels that can name somebody in a language, best first; Wikidata writes `pt-br`.

    Who writes names in Latin letters may take the label for every language.
    """
    last = (EVERY_LANGUAGE,) if get_language(lang).script == "Latn" else ()
    return tuple(dict.fromkeys((lang, lang.lower(), *VARIETIES.get(lang, ()), *last)))


def fallback_codes(lang: str, fallback: Sequence[str]) -> tuple[str, ...]:
    """The labels of other languages that name somebody whom the language has no name for."""
    own = label_codes(lang)
    codes = (code for other in fallback for code in label_codes(other))
    return tuple(dict.fromkeys(code for code in codes if code not in own))


def all_codes(languages: Iterable[str]) -> list[str]:
    """The labels that a set of languages needs."""
    return sorted({code for lang in languages for code in label_codes(lang)})


def name_in(labels: Mapping[str, str], lang: str, fallback: Sequence[str] = ()) -> Name | None:
    """The name in a language: the first label that holds more than white space.

    Where there is none, the name in the first language of `fallback` that has one, as it is
    written there.
    """
    for code in (*label_codes(lang), *fallback_codes(lang, fallback)):
        name = " ".join(labels.get(code, "").split())
        if name and (code != EVERY_LANGUAGE or _is_latin(name)):
            return Name(name, code)
    return None


def _is_latin(name: str) -> bool:
    return all("LATIN" in unicodedata.name(sign, "") for sign in name if sign.isalpha())


# The paper takes politicians that were born before this year.
FIRST_YEAR_OUT = 2001

# Reasons for which a politician has no row.
NO_GENDER = "no gender"
NO_BIRTH = "no date of birth"
NO_USABLE_BIRTH = "no usable date of birth"
BORN_TOO_LATE = f"born in {FIRST_YEAR_OUT} or later"


class Person(NamedTuple):
    """What is gathered of a politician: statements of the best rank and the wanted labels."""

    qid: str
    genders: tuple[str, ...]
    births: tuple[Birth, ...]
    countries: tuple[str, ...]
    sitelinks: int | None
    labels: dict[str, str]

    @property
    def number(self) -> int:
        """What people are sorted by."""
        return qid_number(self.qid)


def make_person(
    *,
    qid: str,
    genders: Iterable[str],
    births: Iterable[Iterable[int]],
    countries: Iterable[str],
    sitelinks: int | None,
    labels: Mapping[str, str],
) -> Person:
    """A person with every list in one order and without repetitions, whatever order they had."""
    return Person(
        qid=qid,
        genders=tuple(sorted(set(genders), key=_value_order)),
        births=tuple(sorted({Birth(*birth) for birth in births})),
        countries=tuple(sorted(set(countries), key=_value_order)),
        sitelinks=sitelinks,
        labels=dict(sorted(labels.items())),
    )


class Profile(NamedTuple):
    """What all rows of a person share."""

    gender: str
    wikidata_gender: str
    birth_year: int | None
    country: str


def why_not_gathered(
    genders: Collection[str], births: Collection[Birth], *, any_birth: bool
) -> str | None:
    """Why a politician is not asked about any further; None for those who are.

    `any_birth` says whether there is a statement at all, be it one without a usable date.
    """
    if not genders:
        return NO_GENDER
    if not births:
        return NO_USABLE_BIRTH if any_birth else NO_BIRTH
    return None if min(births).year < FIRST_YEAR_OUT else BORN_TOO_LATE


def profile_of(person: Person, *, stanczak: bool = False) -> Profile | str:
    """The person's row but for the language; a reason where there is none.

    Of several dates of birth the earliest counts, and dates that are exact to the year before
    coarser ones, which give no year of birth. Of several countries the one with the smallest
    number counts.
    """
    reason = why_not_gathered(person.genders, person.births, any_birth=False)
    exact = [birth.year for birth in person.births if birth.precision >= YEAR]
    if reason is None and exact and min(exact) >= FIRST_YEAR_OUT:
        reason = BORN_TOO_LATE
    if reason is not None:
        return reason
    gender = gender_of(person.genders, stanczak=stanczak)
    if isinstance(gender, str):
        return gender
    country = person.countries[0] if person.countries else ""
    return Profile(*gender, min(exact, default=None), country)


def qid_number(qid: str) -> int:
    """The number of `Q42`."""
    return int(qid[1:])


def is_qid(text: str) -> bool:
    """Whether the text is the id of an item."""
    return text[:1] == "Q" and text[1:].isascii() and text[1:].isdigit()


def _value_order(value: str) -> tuple[int, str]:
    """Items by number; what is no item (an unknown value, a name) by the alphabet, before them."""
    return (qid_number(value), "") if is_qid(value) else (-1, value)
