"""How Spanish adjectives and determiners change with gender and number."""

from __future__ import annotations

import re

from equimask.gender.swap.languages.romance.data import by_form
from equimask.gender.swap.languages.romance.words import Paradigm

# Comparatives and a few others that end in -or and have one form for both genders.
_INVARIABLE = frozenset(
    "mayor menor mejor peor superior inferior anterior posterior interior exterior ulterior"
    " marrón común joven gran ruin afín cortés descortés montés".split()
)
_SHORT = {"bueno": "buen", "malo": "mal", "primero": "primer", "tercero": "tercer",
          "postrero": "postrer", "santo": "san", "uno": "un", "alguno": "algún",
          "ninguno": "ningún"}  # fmt: skip
_UNACCENTED = str.maketrans("áéíóú", "aeiou")
_PARTICIPLE = re.compile(r"^(?P<stem>\w+(?:[aií]d|ísim|[áéíóú]\w{0,3}ic|os|iv))(?P<end>[oa]s?)$")


def paradigm(masculine: str) -> Paradigm:
    """The forms of an adjective given by its masculine singular."""
    short = _SHORT.get(masculine, "")
    if masculine in _INVARIABLE:
        plural = masculine if masculine.endswith("s") else _plural(masculine)
        return Paradigm(masculine, masculine, plural, plural)
    if masculine.endswith("o"):
        stem = masculine[:-1]
        return Paradigm(masculine, stem + "a", stem + "os", stem + "as", short)
    if masculine.endswith(("or", "án", "ón", "ín", "és", "ol", "uz")) and masculine != "capuz":
        stem = masculine.translate(_UNACCENTED)
        stem = _keep_other_accents(masculine, stem)
        return Paradigm(masculine, stem + "a", _plural(masculine), stem + "as")
    if masculine.endswith(("ete", "ote")):
        stem = masculine[:-1]
        return Paradigm(masculine, stem + "a", stem + "es", stem + "as")
    plural = _plural(masculine)
    return Paradigm(masculine, masculine, plural, plural)


def guess_paradigm(form: str) -> Paradigm | None:
    """The forms of a participle or adjective that its ending betrays."""
    match = _PARTICIPLE.match(form)
    return paradigm(match["stem"] + "o") if match else None


def _keep_other_accents(masculine: str, stem: str) -> str:
    """Only the accent of the last syllable goes: "alemán", "alemana"."""
    return masculine[:-2] + stem[-2:]


def _plural(form: str) -> str:
    if form.endswith(("í", "ú")):
        return form + "es"
    if form[-1] in "aeioué":
        return form + "s"
    if form.endswith("z"):
        return form[:-1] + "ces"
    if form == "joven":
        return "jóvenes"
    accented = form[-2:] in ("án", "én", "ín", "ón", "ún", "és")
    return (form[:-2] + form[-2:].translate(_UNACCENTED) if accented else form) + "es"


def determiner_paradigms() -> dict[str, Paradigm]:
    """Every determiner form with its paradigm."""
    paradigms = [
        Paradigm("el", "la", "los", "las"),
        Paradigm("uno", "una", "unos", "unas", "un"),
        Paradigm("este", "esta", "estos", "estas"),
        Paradigm("ese", "esa", "esos", "esas"),
        Paradigm("éste", "ésta", "éstos", "éstas"),
        Paradigm("ése", "ésa", "ésos", "ésas"),
        Paradigm("aquel", "aquella", "aquellos", "aquellas"),
        Paradigm("aquél", "aquélla", "aquéllos", "aquéllas"),
        Paradigm("", "", "ambos", "ambas"),
        Paradigm("", "", "varios", "varias"),
        Paradigm("", "", "sendos", "sendas"),
        Paradigm("", "", "doscientos", "doscientas"),
        Paradigm("", "", "trescientos", "trescientas"),
        Paradigm("", "", "quinientos", "quinientas"),
        *map(paradigm, "alguno ninguno mucho poco todo otro tanto cuanto cuánto demasiado".split()),
        *map(paradigm, "nuestro vuestro cierto".split()),
    ]
    return by_form(paradigms) | {
        "al": Paradigm("al", "a la", "", ""),
        "del": Paradigm("del", "de la", "", ""),
    }
