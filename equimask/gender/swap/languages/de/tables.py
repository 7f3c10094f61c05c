"""German paradigms: determiners, adjective endings, contractions, prepositions, pronouns."""

from __future__ import annotations

from itertools import product

from equimask.gender.swap.languages.de.words import word_set

CASES = ("nom", "acc", "dat", "gen")
# masculine, feminine, neuter, and the plural, which has no gender
GENDERS = ("m", "f", "n", "p")
Cell = tuple[str, str]  # case, gender


def _table(rows: str) -> dict[Cell, str]:
    """One row per case, one column per gender; `-` is the empty ending."""
    cells = [cell.replace("-", "") for cell in rows.split()]
    return dict(zip(product(CASES, GENDERS), cells, strict=True))


DEFINITE = _table("""
    der die das die
    den die das die
    dem der dem den
    des der des der""")
DER_ENDINGS = _table("""
    er e es e
    en e es e
    em er em en
    es er es er""")
EIN_ENDINGS = _table("""
    - e - e
    en e - e
    em er em en
    es er es er""")
WEAK_ENDINGS = _table("""
    e e e en
    en e e en
    en en en en
    en en en en""")
MIXED_ENDINGS = _table("""
    er e es en
    en e es en
    en en en en
    en en en en""")
STRONG_ENDINGS = _table("""
    er e es e
    en e es e
    em er em en
    en er en er""")
ADJECTIVE_ENDINGS = {"weak": WEAK_ENDINGS, "mixed": MIXED_ENDINGS, "strong": STRONG_ENDINGS}
ENDINGS = ("e", "en", "er", "es", "em")

DER_STEMS = ("dies", "jen", "jed", "jedwed", "manch", "welch", "solch", "irgendwelch")
EIN_STEMS = ("ein", "kein", "mein", "dein", "sein", "ihr", "unser", "euer", "irgendein")
PLURAL_ONLY = ("viel", "einig", "mehrer", "wenig", "etlich", "beid", "zahlreich", "all", "sämtlich")
NO_PLURAL = ("ein", "irgendein", "jed", "jedwed")
UNINFLECTED = frozenset({"manch", "solch", "welch"})
INDECLINABLE = word_set(
    """rosa lila orange beige türkis creme oliv pink bordeaux khaki prima super klasse extra spitze
    uni mini maxi sexy fit okay solo live"""
)

# contraction: preposition, case, genders that it may stand before
CONTRACTIONS: dict[str, tuple[str, str, str]] = {
    "vom": ("von", "dat", "mn"),
    "zum": ("zu", "dat", "mn"),
    "zur": ("zu", "dat", "f"),
    "beim": ("bei", "dat", "mn"),
    "im": ("in", "dat", "mn"),
    "am": ("an", "dat", "mn"),
    "hinterm": ("hinter", "dat", "mn"),
    "unterm": ("unter", "dat", "mn"),
    "überm": ("über", "dat", "mn"),
    "vorm": ("vor", "dat", "mn"),
    "ins": ("in", "acc", "n"),
    "ans": ("an", "acc", "n"),
    "aufs": ("auf", "acc", "n"),
    "fürs": ("für", "acc", "n"),
    "durchs": ("durch", "acc", "n"),
    "ums": ("um", "acc", "n"),
    "übers": ("über", "acc", "n"),
    "unters": ("unter", "acc", "n"),
    "vors": ("vor", "acc", "n"),
    "hinters": ("hinter", "acc", "n"),
}
# Only these are the usual form before a masculine or neuter noun; "zu der" has its own "zur",
# so a writer who did not use it wants the article to be heard, and "zu dem" keeps that.
CONTRACTED = {"von": "vom", "bei": "beim", "in": "im", "an": "am"}

_ACC = "für durch gegen ohne um bis wider"
_DAT = (
    "mit nach bei seit von zu aus außer gegenüber entgegen gemäß nebst samt zufolge ab"
    " mitsamt laut nahe zuliebe fern"
)
_GEN = (
    "während wegen trotz statt anstatt anstelle aufgrund infolge innerhalb außerhalb oberhalb"
    " unterhalb diesseits jenseits bezüglich hinsichtlich mittels zugunsten zwecks angesichts"
    " anlässlich seitens ungeachtet einschließlich mithilfe inmitten unweit namens anhand dank"
    " zuungunsten vonseiten hinsichtlich kraft"
)
_TWO_WAY = "an auf hinter in neben über unter vor zwischen"
PREPOSITION_CASES: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(_ACC.split(), ("acc",)),
    **dict.fromkeys(_DAT.split(), ("dat",)),
    **dict.fromkeys(_GEN.split(), ("gen",)),
    **dict.fromkeys(_TWO_WAY.split(), ("acc", "dat")),
}
# Words that are prepositions before one noun phrase and open a clause before another.
CLAUSE_OPENING_PREPOSITIONS = frozenset({"während", "seit", "bis", "statt", "anstatt", "außer"})
POSTPOSITIONS: dict[str, str] = {
    "gegenüber": "dat", "zufolge": "dat", "zuliebe": "dat", "entgegen": "dat", "zuwider": "dat",
    "wegen": "gen", "willen": "gen", "halber": "gen",
}  # fmt: skip

PERSONAL: dict[Cell, str] = {
    ("nom", "m"): "er", ("acc", "m"): "ihn", ("dat", "m"): "ihm",
    ("nom", "f"): "sie", ("acc", "f"): "sie", ("dat", "f"): "ihr",
    ("nom", "n"): "es", ("acc", "n"): "es", ("dat", "n"): "ihm",
}  # fmt: skip
RELATIVE: dict[Cell, str] = {
    **DEFINITE,
    ("gen", "m"): "dessen", ("gen", "n"): "dessen", ("gen", "f"): "deren", ("gen", "p"): "deren",
    ("dat", "p"): "denen",
}  # fmt: skip
POSSESSIVE_STEM = {"m": "sein", "f": "ihr", "n": "sein"}
POSSESSIVE_ENDINGS = ("", "e", "en", "em", "er", "es", "s")
