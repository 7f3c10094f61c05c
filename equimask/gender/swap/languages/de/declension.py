"""German declension: which cell a form stands in, and the form of a cell."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from equimask.gender.swap.languages.de.tables import (
    ADJECTIVE_ENDINGS,
    CASES,
    DEFINITE,
    DER_ENDINGS,
    DER_STEMS,
    EIN_ENDINGS,
    EIN_STEMS,
    GENDERS,
    NO_PLURAL,
    PLURAL_ONLY,
    WEAK_ENDINGS,
    Cell,
)


@dataclass(frozen=True)
class Determiner:
    """A determiner without its form: its stem and the endings that it asks of adjectives."""

    stem: str
    kind: str
    adjectives: str

    def form(self, case: str, gender: str) -> str:
        """The written form in that cell."""
        if self.kind == "definite":
            return DEFINITE[case, gender]
        if self.kind == "compound":
            return DEFINITE[case, gender] + self.stem + WEAK_ENDINGS[case, gender]
        ending = (EIN_ENDINGS if self.kind == "ein" else DER_ENDINGS)[case, gender]
        stem = "eur" if self.stem == "euer" and ending else self.stem
        return stem + ending

    def cells(self) -> list[Cell]:
        """The cells that this determiner has."""
        genders = [
            gender
            for gender in GENDERS
            if (self.stem not in NO_PLURAL if gender == "p" else self.kind != "plural")
        ]
        return list(product(CASES, genders))


DETERMINERS = (
    Determiner("", "definite", "weak"),
    Determiner("selb", "compound", "weak"),
    Determiner("jenig", "compound", "weak"),
    *(Determiner(stem, "der", "weak") for stem in DER_STEMS),
    *(Determiner(stem, "ein", "mixed") for stem in EIN_STEMS),
    *(
        Determiner(stem, "plural", "weak" if stem in {"beid", "all", "sämtlich"} else "strong")
        for stem in PLURAL_ONLY
    ),
)
# Spoken short forms, read like the full ones.
_SHORT_FORMS = {
    "unserm": "unserem", "unsern": "unseren", "unsers": "unseres",
    "euerm": "eurem", "euern": "euren", "euers": "eures",
    **{"unsr" + ending: "unser" + ending for ending in ("e", "em", "en", "er", "es")},
    **{"euer" + ending: "eur" + ending for ending in ("e", "em", "en", "er", "es")},
}  # fmt: skip


@lru_cache(maxsize=1)
def _forms() -> dict[str, dict[Determiner, frozenset[Cell]]]:
    found: dict[str, dict[Determiner, frozenset[Cell]]] = {}
    for determiner in DETERMINERS:
        for cell in determiner.cells():
            readings = found.setdefault(determiner.form(*cell), {})
            readings[determiner] = readings.get(determiner, frozenset()) | {cell}
    dies = next(d for d in DETERMINERS if d.stem == "dies")
    found["dies"] = {dies: frozenset({("nom", "n"), ("acc", "n")})}
    return found


def determiner_readings(word: str) -> dict[Determiner, frozenset[Cell]]:
    """Every determiner that this lower-case form may belong to, and its cells."""
    return _forms().get(_SHORT_FORMS.get(word, word), {})


def is_determiner(word: str) -> bool:
    """Whether the lower-case word is a form of a determiner."""
    return bool(determiner_readings(word))


def adjective_ending(kind: str, case: str, gender: str) -> str:
    """The ending after a determiner of that kind (`strong`: after none)."""
    return ADJECTIVE_ENDINGS[kind][case, gender]


def cased_like(model: str, word: str) -> str:
    """The word with the first letter, or all letters, in upper case where the model has it so."""
    if len(model) > 1 and model.isupper():
        return word.upper()
    return word[:1].upper() + word[1:] if model[:1].isupper() else word
