"""How Portuguese adjectives and determiners change with gender and number."""

from __future__ import annotations

import re

from equimask.gender.swap.languages.romance.data import by_form
from equimask.gender.swap.languages.romance.words import Paradigm

_IRREGULAR = {
    "bom": Paradigm("bom", "boa", "bons", "boas"),
    "mau": Paradigm("mau", "má", "maus", "más"),
    "meu": Paradigm("meu", "minha", "meus", "minhas"),
    "teu": Paradigm("teu", "tua", "teus", "tuas"),
    "seu": Paradigm("seu", "sua", "seus", "suas"),
    "judeu": Paradigm("judeu", "judia", "judeus", "judias"),
    "nu": Paradigm("nu", "nua", "nus", "nuas"),
    "cru": Paradigm("cru", "crua", "crus", "cruas"),
    "espanhol": Paradigm("espanhol", "espanhola", "espanhóis", "espanholas"),
    "alemão": Paradigm("alemão", "alemã", "alemães", "alemãs"),
    "cristão": Paradigm("cristão", "cristã", "cristãos", "cristãs"),
    "órfão": Paradigm("órfão", "órfã", "órfãos", "órfãs"),
    "são": Paradigm("são", "sã", "sãos", "sãs"),
    "ancião": Paradigm("ancião", "anciã", "anciãos", "anciãs"),
    "surdo-mudo": Paradigm("surdo-mudo", "surda-muda", "surdos-mudos", "surdas-mudas"),
}
# Augmentatives in -ão, which have -ona.
_AUGMENTATIVES = frozenset(
    "comilão chorão brincalhão mandão valentão resmungão respondão fanfarrão solteirão".split()
)
_INVARIABLE = frozenset(
    "maior menor melhor pior superior inferior anterior posterior interior exterior ulterior"
    " simples cortês descortês recém só bem-educado".split()
) - {"bem-educado"}
_PARTICIPLE = re.compile(
    r"^(?P<stem>\w+(?:[aií]d|íssim|[áéíóúâêô]\w{0,3}ic|os|iv))(?P<end>[oa]s?)$"
)


def paradigm(masculine: str) -> Paradigm:
    """The forms of an adjective given by its masculine singular."""
    if masculine in _IRREGULAR:
        return _IRREGULAR[masculine]
    stem = masculine[:-1]
    if masculine in _INVARIABLE:
        plural = masculine if masculine.endswith("s") else _plural(masculine)
        return Paradigm(masculine, masculine, plural, plural)
    if masculine in _AUGMENTATIVES:
        return Paradigm(masculine, stem[:-1] + "ona", stem[:-1] + "ões", stem[:-1] + "onas")
    if masculine.endswith("ão"):
        return Paradigm(masculine, stem, stem[:-1] + "ões", stem + "s")
    if masculine.endswith("o"):
        return Paradigm(masculine, stem + "a", stem + "os", stem + "as")
    if masculine.endswith("ês"):
        stem = masculine[:-2] + "es"
        return Paradigm(masculine, stem + "a", stem + "es", stem + "as")
    if masculine.endswith("or"):
        return Paradigm(masculine, masculine + "a", masculine + "es", masculine + "as")
    if masculine.endswith("eu"):
        return Paradigm(masculine, stem + "ia", stem + "us", stem + "ias")
    plural = _plural(masculine)
    return Paradigm(masculine, masculine, plural, plural)


def guess_paradigm(form: str) -> Paradigm | None:
    """The forms of a participle or adjective that its ending betrays."""
    match = _PARTICIPLE.match(form)
    return paradigm(match["stem"] + "o") if match else None


def _plural(form: str) -> str:
    for end, plural in (
        ("ável", "áveis"), ("ível", "íveis"), ("al", "ais"), ("el", "éis"), ("ol", "óis"),
        ("ul", "uis"), ("m", "ns"), ("z", "zes"), ("r", "res"),
    ):  # fmt: skip
        if form.endswith(end):
            return form[: -len(end)] + plural
    if form.endswith("il"):
        # a stressed -il keeps its vowel: gentil, gentis; fácil, fáceis
        return form[:-2] + ("eis" if re.search("[áéíóúâêô]", form) else "is")
    return form if form.endswith("s") else form + "s"


def determiner_paradigms() -> dict[str, Paradigm]:
    """Every determiner form with its paradigm, contractions included."""
    demonstratives = [
        Paradigm(stem + "e", end + "a", stem + "es", end + "as")
        for stem, end in (("est", "est"), ("ess", "ess"), ("aquel", "aquel"))
    ]
    simple = [
        Paradigm("o", "a", "os", "as"),
        Paradigm("um", "uma", "uns", "umas"),
        *demonstratives,
        Paradigm("algum", "alguma", "alguns", "algumas"),
        Paradigm("outro", "outra", "outros", "outras"),
    ]
    paradigms = [
        *simple,
        Paradigm("nenhum", "nenhuma", "nenhuns", "nenhumas"),
        Paradigm("ao", "à", "aos", "às"),
        Paradigm("pelo", "pela", "pelos", "pelas"),
        Paradigm("pro", "pra", "pros", "pras"),
        Paradigm("àquele", "àquela", "àqueles", "àquelas"),
        Paradigm("", "", "dois", "duas"),
        Paradigm("", "", "ambos", "ambas"),
        Paradigm("", "", "vários", "várias"),
        Paradigm("", "", "duzentos", "duzentas"),
        Paradigm("", "", "trezentos", "trezentas"),
        Paradigm("", "", "quinhentos", "quinhentas"),
        *(Paradigm(*(letter + form for form in p[:4])) for p in simple for letter in "dn"),
        *map(paradigm, "meu teu seu nosso vosso todo muito pouco tanto quanto certo".split()),
    ]
    return by_form(paradigms)
