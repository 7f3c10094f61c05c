"""Forms of words and first names that no list holds: stems and what may be written after them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import NamedTuple

from equimask.gender.lexicon.affixes import affixes_of

# What a rule is for: a listed basic form (nominative, or a language without cases), any other
# listed form, a first name.
BASIC, OTHER, NAME = "basic", "other", "name"


class _Rule(NamedTuple):
    """After the stem of a word that matches `base`, one of `endings` may be written.

    `stem` is a template of the match, empty for the whole word. Words are folded.
    """

    base: str
    endings: str
    stem: str = ""
    of: Collection[str] = (BASIC, NAME)
    gender: str = ""
    doubtful: bool = False


def _arabic() -> Iterator[_Rule]:
    possessives = "هما|كما|ها|هم|هن|كم|كن|نا|ه|ك"
    yield _Rule("أب|أخ", f"ا|[اوي](?:{possessives})", of=(BASIC,))
    yield _Rule(".*", "ا", of=(NAME,))


def _finnish() -> Iterator[_Rule]:
    vowel, long_vowel = "[aeiouyäö]", "|".join(f"(?<={v}){v}n" for v in "aeiouyäö")
    closing = "n|t|i?(?:ss[aä]|st[aä]|ll[aä]|lt[aä]|lle|ks[ie]|tt[aä])"
    opening = (
        f"[aä]|t[aä]|i?n[aä]|{long_vowel}|h{vowel}n|seen|j[aä]|jen?|i[aä]|i?den?|ien?|ihin|ine"
    )
    after = f"(?:ni|si|mme|nne|ns[aä]|{long_vowel})?(?:kin|kaan|kään|ko|kö|han|hän|pa|pä)?"
    closed, open_, both = (f"(?:{c})?{after}" for c in (closing, opening, f"{closing}|{opening}"))
    yield _Rule(".*", after, of=(BASIC, OTHER, NAME))
    # a consonant weakens before an ending that closes its syllable: Mikko, Mikon; isäntä, isännät
    yield _Rule(rf"(?!.*([kpt])\1.$)(?!.*nt[aä]$).*{vowel}", both)
    yield _Rule(rf".*([kpt])\1{vowel}|.*nt[aä]", open_)
    yield _Rule(rf"(.*([kpt]))\2({vowel})", closed, r"\1\3")
    yield _Rule("(.*n)t([aä])", closed, r"\1n\2")
    yield _Rule("(.*)nen", both, r"\1se")
    yield _Rule("(.*)mies", both, r"\1miehe")
    yield _Rule("(.*t)([aä]r)", both, r"\1t\2e")
    yield _Rule(".*s|.*t[aä]r", f"(?:t[aä]|ten){after}")
    yield _Rule("(.*)s", both, r"\1kse", of=(NAME,))
    yield _Rule(r".*[^\Waeiouyäö]", both, r"\g<0>i", of=(NAME,))


def _russian() -> Iterator[_Rule]:
    hard, hard_plural = "а|у|ом|ем|е", "ы|и|ов|ей|ам|ами|ах|ям|ями|ях"
    soft, soft_plural = "я|ю|ем|е", "и|ев|ей|ям|ями|ях"
    for base, stem, singular, plural in (
        (".*[бвгджзклмнпрстфхцчшщ]", "", hard, hard_plural),
        ("(.*)[ьй]", r"\1", soft, soft_plural),
    ):
        yield _Rule(base, f"{singular}|{plural}", stem, of=(NAME,), gender="male")
        yield _Rule(base, singular, stem, of=(BASIC,), gender="male")
        # it may mean everybody
        yield _Rule(base, plural, stem, of=(BASIC,), gender="male", doubtful=True)
    yield _Rule("(.*)е([лц])", hard, r"\1\2", gender="male")  # Павел, Павла
    yield _Rule("(.*)ь", f"ью|{soft_plural}", r"\1", gender="female")
    yield _Rule("(.*)[ая]", f"ы|у|ю|е|ой|ою|ею|ам|ами|ах|{soft_plural}", r"\1")
    yield _Rule("(.*)а", "о", r"\1", of=(NAME,))


_RULES = {
    "ar": tuple(_arabic()),
    "de": (_Rule(".*[^sßxz]", "e?s", of=(BASIC, OTHER, NAME)),),
    "fi": tuple(_finnish()),
    "hi": (
        _Rule("(.*)ी", "ियां|ियों|ियो", r"\1", of=(BASIC,), gender="female"),
        _Rule(".*[ाुू]", "ओं|एं", of=(BASIC,)),
        _Rule(".*[क-ह\u093c]", "ों|ो|ें", of=(BASIC,)),
    ),
    "id": (_Rule(".*", affixes_of("id").after, of=(NAME,)),),
    "ko": (
        _Rule("그", "와|한테|에게서|로부터"),  # with most other endings it is "that"
        _Rule(
            "(?!그$).*",
            "(?:이|가|은|는|을|를|의|에|에게|에게서|와|과|로|으로|도|만|들|께|께서|한테|보다|처럼|라는"
            "|이라는|라고|이라고|이나|나|야|아|랑|까지|부터|였|이었|이다|다|입니다|인|임|며|이며|지만"
            "|이지만|답|같)+\\w{0,3}",
        ),
    ),
    "ru": tuple(_russian()),
    "tl": (_Rule(".*[aeiou]", "ng"), _Rule(".*n", "g")),
}
_SHORTEST = {"ar": 2, "hi": 2, "ko": 1}  # letters of a stem; 3 elsewhere


class Stem(NamedTuple):
    """A stem, what may be written after it, and whether such a form is less sure than its word."""

    text: str
    endings: re.Pattern[str]
    doubtful: bool


def stems(word: str, lang: str, *, of: str, gender: str) -> Iterator[Stem]:
    """The stems of a folded word."""
    for rule in _RULES.get(lang, ()):
        if of in rule.of and rule.gender in ("", gender):
            match = re.fullmatch(rule.base, word)
            text = match.expand(rule.stem) if match and rule.stem else word
            if match and len(text) >= _SHORTEST.get(lang, 3):
                yield Stem(text, re.compile(rule.endings), rule.doubtful)
