"""How French adjectives and determiners change with gender and number."""

from __future__ import annotations

import re

from equimask.gender.swap.languages.romance.data import by_form
from equimask.gender.swap.languages.romance.words import Paradigm

_IRREGULAR = {
    "beau": Paradigm("beau", "belle", "beaux", "belles", "bel"),
    "nouveau": Paradigm("nouveau", "nouvelle", "nouveaux", "nouvelles", "nouvel"),
    "vieux": Paradigm("vieux", "vieille", "vieux", "vieilles", "vieil"),
    "fou": Paradigm("fou", "folle", "fous", "folles", "fol"),
    "mou": Paradigm("mou", "molle", "mous", "molles", "mol"),
    "jumeau": Paradigm("jumeau", "jumelle", "jumeaux", "jumelles"),
    "hébreu": Paradigm("hébreu", "", "hébreux", ""),
    "mûr": Paradigm("mûr", "mûre", "mûrs", "mûres"),
    "dû": Paradigm("dû", "due", "dus", "dues"),
    "tout": Paradigm("tout", "toute", "tous", "toutes"),
    "sourd-muet": Paradigm("sourd-muet", "sourde-muette", "sourds-muets", "sourdes-muettes"),
    "mort-né": Paradigm("mort-né", "mort-née", "mort-nés", "mort-nées"),
}
_FEMININE = {
    "blanc": "blanche", "franc": "franche", "sec": "sèche", "frais": "fraîche", "long": "longue",
    "public": "publique", "grec": "grecque", "turc": "turque", "laïc": "laïque",
    "favori": "favorite", "rigolo": "rigolote",
    "gentil": "gentille", "nul": "nulle", "doux": "douce", "faux": "fausse",
    "roux": "rousse", "bas": "basse", "gras": "grasse", "las": "lasse", "gros": "grosse",
    "épais": "épaisse", "exprès": "expresse", "métis": "métisse", "bref": "brève",
    "malin": "maligne", "bénin": "bénigne", "sot": "sotte", "pâlot": "pâlotte",
    "vieillot": "vieillotte", "paysan": "paysanne", "andalou": "andalouse", "traître": "traîtresse",
    "meilleur": "meilleure", "majeur": "majeure", "mineur": "mineure", "supérieur": "supérieure",
    "inférieur": "inférieure", "antérieur": "antérieure", "ultérieur": "ultérieure",
    "intérieur": "intérieure", "extérieur": "extérieure", "postérieur": "postérieure",
    "enchanteur": "enchanteresse", "vengeur": "vengeresse", "absous": "absoute",
    "dissous": "dissoute", "coi": "coite", "aigu": "aiguë", "ambigu": "ambiguë", "exigu": "exiguë",
    "tiers": "tierce", "juif": "juive", "bon": "bonne", "cher": "chère", "fier": "fière",
    "amer": "amère", "gay": "gay", "lesbien": "lesbienne", "mignon": "mignonne",
    "jaloux": "jalouse", "menteur": "menteuse", "moqueur": "moqueuse", "râleur": "râleuse",
    "rêveur": "rêveuse", "travailleur": "travailleuse", "trompeur": "trompeuse",
    "flatteur": "flatteuse", "prometteur": "prometteuse", "tout-puissant": "toute-puissante",
    "grand": "grande", "nigérian": "nigériane", "chic": "chic", "cool": "cool", "sympa": "sympa",
    "snob": "snob", "sexy": "sexy", "marron": "marron", "costaud": "costaude", "mal": "mal",
    "rosé": "rosée", "latino": "latino", "clos": "close", "poltron": "poltronne",
    "persan": "persane", "catalan": "catalane", "kényan": "kényane", "musulman": "musulmane",
    "normand": "normande", "naïf": "naïve", "sauf": "sauve", "rapporteur": "rapporteuse",
}  # fmt: skip
# -et with a grave accent; the rest double the t.
_ET_GRAVE = frozenset("complet incomplet discret indiscret inquiet secret concret désuet".split())
_ENDINGS = (
    ("teur", "trice"), ("eur", "euse"), ("eux", "euse"), ("if", "ive"), ("euf", "euve"),
    ("er", "ère"), ("el", "elle"), ("eil", "eille"), ("ien", "ienne"), ("éen", "éenne"),
    ("yen", "yenne"), ("on", "onne"), ("et", "ette"),
)  # fmt: skip
_INVARIABLE_PLURAL = frozenset("chic cool sympa snob sexy marron mal".split())
_PARTICIPLE = re.compile(r"^(?P<stem>\w{2,}é)(?P<end>e?s?)$")
_SUFFIXED = re.compile(r"^(?P<stem>\w{3,})(?P<end>eux|ifs?|ives?|nnels?|nnelles?|uels?|uelles?)$")
_SUFFIX_OF = (("eu", "eux"), ("if", "if"), ("iv", "if"), ("nnel", "nnel"), ("uel", "uel"))


def paradigm(masculine: str) -> Paradigm:
    """The forms of an adjective given by its masculine singular."""
    if masculine in _IRREGULAR:
        return _IRREGULAR[masculine]
    feminine = _feminine(masculine)
    if masculine in _INVARIABLE_PLURAL:
        return Paradigm(masculine, masculine, masculine, masculine)
    plural_feminine = feminine if feminine.endswith("s") else feminine + "s"
    return Paradigm(masculine, feminine, _masculine_plural(masculine), plural_feminine)


def _feminine(masculine: str) -> str:
    if masculine in _FEMININE:
        return _FEMININE[masculine]
    if masculine.endswith("e"):
        return masculine
    if masculine in _ET_GRAVE:
        return masculine[:-2] + "ète"
    for end, feminine in _ENDINGS:
        if masculine.endswith(end):
            return masculine[: -len(end)] + feminine
    return masculine + "e"


def _masculine_plural(masculine: str) -> str:
    if masculine.endswith(("s", "x")):
        return masculine
    if masculine.endswith(("eau", "eu")) and masculine != "bleu":
        return masculine + "x"
    if masculine.endswith("al") and masculine not in ("natal", "fatal", "banal", "glacial"):
        return masculine[:-2] + "aux"
    return masculine + "s"


def guess_paradigm(form: str) -> Paradigm | None:
    """The forms of a participle in -é, or of an adjective that its suffix betrays."""
    match = _PARTICIPLE.match(form)
    if match is not None:
        return paradigm(match["stem"])
    match = _SUFFIXED.match(form)
    if match is None:
        return None
    for start, masculine in _SUFFIX_OF:
        if match["end"].startswith(start):
            return paradigm(match["stem"] + masculine)
    return None


def determiner_paradigms() -> dict[str, Paradigm]:
    """Every determiner form with its paradigm; elided forms are left to the article rules."""
    paradigms = [
        Paradigm("le", "la", "", ""),
        Paradigm("un", "une", "", ""),
        Paradigm("ce", "cette", "", "", "cet"),
        Paradigm("mon", "ma", "", ""),
        Paradigm("ton", "ta", "", ""),
        Paradigm("son", "sa", "", ""),
        Paradigm("tout", "toute", "tous", "toutes"),
        Paradigm("quel", "quelle", "quels", "quelles"),
        Paradigm("tel", "telle", "tels", "telles"),
        Paradigm("nul", "nulle", "nuls", "nulles"),
        Paradigm("aucun", "aucune", "aucuns", "aucunes"),
        Paradigm("certain", "certaine", "certains", "certaines"),
        Paradigm("chacun", "chacune", "", ""),
        Paradigm("quelqu'un", "quelqu'une", "quelques-uns", "quelques-unes"),
        Paradigm("", "", "uns", "unes"),
        Paradigm("lequel", "laquelle", "lesquels", "lesquelles"),
    ]
    return by_form(paradigms) | {
        "auquel": Paradigm("auquel", "à laquelle", "", ""),
        "duquel": Paradigm("duquel", "de laquelle", "", ""),
        "auxquels": Paradigm("", "", "auxquels", "auxquelles"),
        "auxquelles": Paradigm("", "", "auxquels", "auxquelles"),
        "desquels": Paradigm("", "", "desquels", "desquelles"),
        "desquelles": Paradigm("", "", "desquels", "desquelles"),
    }
