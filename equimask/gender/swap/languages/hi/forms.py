"""Hindi forms with a gender: adjectives, possessives, participles and the future."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from equimask.gender.lexicon.types import Gender
from equimask.gender.swap.languages.hi.words import plain
from equimask.gender.swap.languages.tables import column


class Paradigm(NamedTuple):
    """One form for each gender and number; the nasal plural stands without an auxiliary."""

    male: str
    males: str
    female: str
    females: str


_IRREGULAR = (
    Paradigm("था", "थे", "थी", "थीं"),
    Paradigm("किया", "किए", "की", "कीं"),
    Paradigm("किया", "किये", "की", "कीं"),
    Paradigm("दिया", "दिए", "दी", "दीं"),
    Paradigm("दिया", "दिये", "दी", "दीं"),
    Paradigm("लिया", "लिए", "ली", "लीं"),
    Paradigm("लिया", "लिये", "ली", "लीं"),
    Paradigm("पिया", "पिए", "पी", "पीं"),
    Paradigm("जिया", "जिए", "जी", "जीं"),
    Paradigm("हुआ", "हुए", "हुई", "हुईं"),
    Paradigm("हुआ", "हुये", "हुयी", "हुयीं"),
    Paradigm("गया", "गए", "गई", "गईं"),
    Paradigm("गया", "गये", "गयी", "गयीं"),
)
_GENITIVE = Paradigm("का", "के", "की", "की")
_SAA = Paradigm("सा", "से", "सी", "सी")
_NO_PERFECTIVE = frozenset({"हो", "जा", "कर", "दे", "ले", "पी", "जी", "सक"})
_VOWEL_SIGNS = "ा\u0940\u0941\u0942\u0947\u0948\u094b\u094cआओ"


def modifier_paradigm(word: str) -> Paradigm | None:
    """The forms of an adjective or possessive that shows gender."""
    for ending in ("वाला", "वाले", "वाली"):
        if word.endswith(ending):
            stem = word[: -len(ending)] + "वाल"
            return Paradigm(stem + "ा", stem + "े", stem + "ी", stem + "ी")
    return _modifiers().get(plain(word))


def genitive_paradigm(word: str) -> Paradigm | None:
    """The forms of का."""
    return _GENITIVE if plain(word) in ("का", "के", "की") else None


def likeness_paradigm(word: str) -> Paradigm | None:
    """The forms of सा behind an adjective."""
    return _SAA if plain(word) in ("सा", "से", "सी") else None


def verb_paradigm(word: str) -> Paradigm | None:
    """The forms of a participle or a future that shows gender."""
    form = plain(word)
    listed = _verbs().get(form)
    if listed is not None:
        return listed
    for ending in ("गा", "गे", "गी"):
        if form.endswith(ending) and len(form) > 3:
            stem = _before_ending(word, 2)
            return Paradigm(stem + "गा", stem + "गे", stem + "गी", stem + "गी")
    return None


def is_root(word: str) -> bool:
    """Whether the word is a bare verb root, as before an auxiliary."""
    return plain(word) in _roots()


def has_gender(form: str, paradigm: Paradigm, gender: Gender) -> bool:
    """Whether the written form is one of that gender's."""
    forms = paradigm[:2] if gender == "male" else paradigm[2:]
    return plain(form) in map(plain, forms)


def is_plural(form: str, paradigm: Paradigm) -> bool:
    """Whether the written form can only be plural (or, of adjectives, oblique)."""
    low = plain(form)
    return low in (plain(paradigm.males), plain(paradigm.females)) and low not in (
        plain(paradigm.male),
        plain(paradigm.female),
    )


def _before_ending(word: str, size: int) -> str:
    return word[:-size]


@lru_cache(maxsize=1)
def _roots() -> frozenset[str]:
    return frozenset(map(plain, column("hi", "verb_roots")))


@lru_cache(maxsize=1)
def _modifiers() -> dict[str, Paradigm]:
    forms: dict[str, Paradigm] = {}
    for adjective in column("hi", "adjectives"):
        if adjective.endswith("वाँ"):
            stem = adjective.removesuffix("ाँ")
            paradigm = Paradigm(adjective, stem + "ें", stem + "ीं", stem + "ीं")
        elif adjective.endswith("या"):
            stem = adjective.removesuffix("या")
            paradigm = Paradigm(adjective, stem + "ए", stem + "ई", stem + "ई")
            if adjective in ("नया",):
                forms[plain("नये")] = Paradigm("नया", "नये", "नयी", "नयी")
                forms[plain("नयी")] = forms[plain("नये")]
        else:
            stem = adjective.removesuffix("ा")
            paradigm = Paradigm(adjective, stem + "े", stem + "ी", stem + "ी")
        for form in paradigm:
            forms.setdefault(plain(form), paradigm)
    return forms


@lru_cache(maxsize=1)
def _verbs() -> dict[str, Paradigm]:
    forms: dict[str, Paradigm] = {}
    for paradigm in _IRREGULAR:
        for form in paradigm:
            forms.setdefault(plain(form), paradigm)
    for root in column("hi", "verb_roots"):
        stem = root + "त"
        candidates = [Paradigm(stem + "ा", stem + "े", stem + "ी", stem + "ीं")]
        if root not in _NO_PERFECTIVE:
            candidates += _perfectives(root)
        for paradigm in candidates:
            for form in paradigm:
                forms.setdefault(plain(form), paradigm)
    return forms


def _perfectives(root: str) -> list[Paradigm]:
    if root[-1] not in _VOWEL_SIGNS:
        return [Paradigm(root + "ा", root + "े", root + "ी", root + "ीं")]
    return [
        Paradigm(root + "या", root + "ए", root + "ई", root + "ईं"),
        Paradigm(root + "या", root + "ये", root + "यी", root + "यीं"),
    ]
