"""The nouns, names and pronouns of a sentence with the cases and genders that they may have."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product

from equimask.gender.lexicon.records import load_names
from equimask.gender.swap.languages.de import verbs as de_verbs
from equimask.gender.swap.languages.de.declension import determiner_readings, is_determiner
from equimask.gender.swap.languages.de.phrase import NounPhrase
from equimask.gender.swap.languages.de.sentence import Sentence
from equimask.gender.swap.languages.de.tables import (
    CASES,
    CLAUSE_OPENING_PREPOSITIONS,
    CONTRACTIONS,
    GENDERS,
    PREPOSITION_CASES,
    STRONG_ENDINGS,
    Cell,
)
from equimask.gender.swap.languages.de.words import (
    ACCUSATIVE_PRONOUNS,
    ANIMATE_NOUNS,
    COORDINATORS,
    FEMININE_SUFFIXES,
    INTENSIFIERS,
    NEUTER_SUFFIXES,
    NOMINATIVE_PRONOUNS,
    NUMERALS,
    OBLIQUE_PRONOUNS,
    PLURAL_NOUNS,
    PLURAL_PRONOUNS,
    PLURAL_SUFFIXES,
    TIME_NOUNS,
    UNMARKED_PRONOUNS,
)

ALL_CELLS = frozenset(product(CASES, GENDERS))
_BARE_CELLS = frozenset(cell for cell in ALL_CELLS if cell[0] != "gen")
_PRONOUN_CELLS: dict[str, frozenset[Cell]] = {
    "er": frozenset({("nom", "m")}), "ihn": frozenset({("acc", "m")}),
    "ihm": frozenset({("dat", "m"), ("dat", "n")}),
    "es": frozenset({("nom", "n"), ("acc", "n")}),
    "sie": frozenset({("nom", "f"), ("acc", "f"), ("nom", "p"), ("acc", "p")}),
    "ihr": frozenset({("nom", "p"), ("dat", "f")}),
    # relative and demonstrative
    "der": frozenset({("nom", "m"), ("dat", "f")}), "den": frozenset({("acc", "m")}),
    "dem": frozenset({("dat", "m"), ("dat", "n")}), "denen": frozenset({("dat", "p")}),
    "die": frozenset({("nom", "f"), ("acc", "f"), ("nom", "p"), ("acc", "p")}),
}  # fmt: skip


@dataclass(frozen=True)
class Nominal:
    """A noun phrase or pronoun at tokens `start`..`end`; `head` is its noun."""

    start: int
    end: int
    head: int
    kind: str  # noun, name, pronoun, target
    cells: frozenset[Cell]
    oblique: bool  # governed by a preposition
    compared: bool = False  # after `als` or `wie`
    conjunct: bool = False  # joined to the nominal before it by `und`, `oder`
    attribute: bool = False  # a genitive that hangs on the noun before it
    animate: bool = False

    def may_be(self, case: str) -> bool:
        """Whether it can stand in that case."""
        return any(cell[0] == case for cell in self.cells)

    def is_certainly(self, case: str) -> bool:
        """Whether it can stand in no other case."""
        return all(cell[0] == case for cell in self.cells)

    @property
    def genders(self) -> frozenset[str]:
        """The genders (or `p`) that it may have."""
        return frozenset(cell[1] for cell in self.cells)


def find_nominals(sentence: Sentence, phrase: NounPhrase) -> list[Nominal]:
    """All nominals from left to right; the gender word's own phrase has the kind `target`."""
    found: list[Nominal] = []
    governor, compared = "", False
    index = 0
    while index < len(sentence):
        if index == phrase.start:
            nominal: Nominal | None = Nominal(
                phrase.start, phrase.last, phrase.last, "target", ALL_CELLS,
                bool(phrase.preposition), compared, animate=True,
            )  # fmt: skip
        else:
            nominal = _nominal_at(sentence, index, phrase.start)
        if nominal is None:
            word = sentence.at(index)
            if _is_governing(sentence, index):
                governor = word
            elif sentence.is_mark(index) or sentence.is_verb(index) or word in COORDINATORS:
                governor = ""
            if word in {"als", "wie"} and _compares(sentence, index, phrase):
                compared = True
            elif word not in INTENSIFIERS:
                compared = False
            index += 1
            continue
        nominal = _in_context(sentence, nominal, governor, compared, found)
        found.append(nominal)
        governor, compared = "", False
        index = nominal.end + 1
    return found


def _in_context(
    sentence: Sentence, nominal: Nominal, governor: str, compared: bool, found: list[Nominal]
) -> Nominal:
    contraction = sentence.at(nominal.start) in CONTRACTIONS
    if governor and nominal.kind != "target":
        allowed = PREPOSITION_CASES[governor]
        governed = frozenset(cell for cell in nominal.cells if cell[0] in allowed)
        clause_opener = governor in CLAUSE_OPENING_PREPOSITIONS and not governed
        if not clause_opener:
            nominal = replace(nominal, oblique=True, cells=governed or nominal.cells)
    last = found[-1] if found else None
    conjunct = bool(last) and _is_joined(sentence, found[-1].end, nominal.start)
    attribute = bool(
        last
        and last.end == nominal.start - 1
        and last.kind in {"noun", "target"}
        and nominal.may_be("gen")
        and nominal.kind == "noun"
    )
    oblique = nominal.oblique or contraction or bool(conjunct and last and last.oblique)
    return replace(
        nominal, oblique=oblique, compared=compared, conjunct=conjunct, attribute=attribute
    )


def _compares(sentence: Sentence, index: int, phrase: NounPhrase) -> bool:
    """Whether `als`, `wie` compares or gives a role, and does not open a clause."""
    if not sentence.opens(index) and sentence.at(index - 1) != ",":
        return True
    role = index + 1 == phrase.start and phrase.determiner is None and not phrase.possessor
    return role and sentence.at(index) == "als" and sentence.is_verb(phrase.last + 1)


def _is_joined(sentence: Sentence, end: int, start: int) -> bool:
    """`und`, `oder`, `weder ... noch`, `sowohl ... als auch` between two nominals."""
    between = " ".join(sentence.at(i) for i in range(end + 1, start))
    return between in {"und", "oder", "sowie", "noch", "als auch", "wie auch"}


def _is_governing(sentence: Sentence, index: int) -> bool:
    word = sentence.at(index)
    if word not in PREPOSITION_CASES or sentence.is_mark(index + 1):
        return False
    following = sentence.at(index + 1)
    if word == "zu" and (de_verbs.is_infinitive(following) and not sentence.is_noun(index + 1)):
        return False
    return following not in COORDINATORS


def _nominal_at(sentence: Sentence, index: int, barrier: int) -> Nominal | None:
    word = sentence.at(index)
    if sentence.is_mark(index):
        return None
    if is_determiner(word) or word in CONTRACTIONS:
        head = _head_after(sentence, index, barrier)
        if head is not None:
            return _noun_phrase(sentence, index, head)
        if word in CONTRACTIONS:
            return None
    if word in NUMERALS or word.isdigit():
        head = _head_after(sentence, index, barrier)
        plural = frozenset(cell for cell in _BARE_CELLS if cell[1] == "p")
        return None if head is None else _noun(sentence, index, head, plural)
    if sentence.is_noun(index):
        return _bare_noun(sentence, index, barrier)
    pronoun = _pronoun(sentence, index)
    if pronoun is not None:
        return pronoun
    if sentence.is_adjective(index) and not sentence.is_verb(index):
        head = _head_after(sentence, index - 1, barrier)
        if head is not None:
            return _adjective_phrase(sentence, index, head)
    return None


def _head_after(sentence: Sentence, determiner: int, barrier: int) -> int | None:
    """The noun that a determiner belongs to, across adjectives and their adverbs."""
    index = determiner + 1
    while index < len(sentence) and index != barrier:
        if sentence.is_noun(index):
            return index
        word = sentence.at(index)
        past = sentence.is_verb(index) and not de_verbs.is_participle(word[:-1])
        if past and "3sg" in de_verbs.numbers(word):
            return None
        link = word in {"und", ","} and index > determiner + 1 and sentence.is_adjective(index + 1)
        if not (sentence.is_adjective(index) or word in INTENSIFIERS or link or word.isdigit()):
            return None
        index += 1
    return None


def _noun_phrase(sentence: Sentence, start: int, head: int) -> Nominal:
    word = sentence.at(start)
    if word in CONTRACTIONS:
        _, case, genders = CONTRACTIONS[word]
        cells = frozenset((case, gender) for gender in genders)
    else:
        cells = frozenset[Cell]().union(*determiner_readings(word).values())
    if word in {"ein", "kein", "mein", "dein", "sein", "ihr", "unser", "euer"}:
        cells = _narrowed_by_adjective(sentence, start, head, cells)
    return _noun(sentence, start, head, cells)


def _narrowed_by_adjective(
    sentence: Sentence, start: int, head: int, cells: frozenset[Cell]
) -> frozenset[Cell]:
    """`ein alter` is masculine, `ein altes` neuter."""
    if head == start + 1:
        return cells
    gender = {"er": "m", "es": "n"}.get(sentence.at(head - 1)[-2:])
    return frozenset(c for c in cells if c[1] == gender) if gender else cells


def _adjective_phrase(sentence: Sentence, start: int, head: int) -> Nominal:
    word = sentence.at(start)
    cells = frozenset(c for c, ending in STRONG_ENDINGS.items() if word.endswith(ending))
    if word.endswith("en"):
        cells = frozenset({("acc", "m"), ("dat", "p")})
    return _noun(sentence, start, head, cells or _BARE_CELLS)


def _bare_noun(sentence: Sentence, start: int, barrier: int) -> Nominal:
    head = start
    while sentence.is_noun(head + 1) and head + 1 != barrier and not sentence.opens(head + 1):
        head += 1
    gender = load_names("de").get(sentence.text(start))
    kind = "name" if head > start or sentence.is_name(start) else "noun"
    cells = _BARE_CELLS
    if kind == "name":
        genders = {"male": "m", "female": "f"}.get(gender or "", "mf")
        cells = frozenset(cell for cell in cells if cell[1] in genders)
    nominal = _noun(sentence, start, head, cells)
    return replace(nominal, kind=kind, animate=kind == "name" or nominal.animate)


def _noun(sentence: Sentence, start: int, head: int, cells: frozenset[Cell]) -> Nominal:
    text = sentence.text(head)
    cells = _narrowed_by_noun(text, cells)
    animate = text in ANIMATE_NOUNS
    if text in TIME_NOUNS and all(case == "acc" for case, _ in cells):
        return Nominal(start, head, head, "noun", cells, True)
    return Nominal(start, head, head, "noun", cells, False, animate=animate)


def _narrowed_by_noun(text: str, cells: frozenset[Cell]) -> frozenset[Cell]:
    genders = ""
    if text in PLURAL_NOUNS or text.endswith(PLURAL_SUFFIXES):
        genders = "p"
    elif text.endswith(FEMININE_SUFFIXES):
        genders = "f"
    elif text.endswith(NEUTER_SUFFIXES):
        genders = "np"
    narrowed = frozenset(cell for cell in cells if cell[1] in genders)
    return narrowed or cells


def _pronoun(sentence: Sentence, index: int) -> Nominal | None:
    word = sentence.at(index)
    cells: frozenset[Cell] | None = None
    if sentence.is_polite(index):
        case = {"sie": ("nom", "acc"), "ihnen": ("dat",)}.get(word, ())
        cells = frozenset((c, "p") for c in case) or None
    elif word in _PRONOUN_CELLS:
        cells = _PRONOUN_CELLS[word]
    elif word in NOMINATIVE_PRONOUNS:
        number = "p" if word in PLURAL_PRONOUNS else "m"
        cells = frozenset({("nom", number)})
    elif word in ACCUSATIVE_PRONOUNS:
        cells = frozenset({("acc", "m")})
    elif word in OBLIQUE_PRONOUNS:
        cells = frozenset({("dat", "m"), ("acc", "m")})
    elif word in UNMARKED_PRONOUNS:
        number = "p" if word in PLURAL_PRONOUNS else "n"
        cells = frozenset({("nom", number), ("acc", number)})
    if cells is None:
        return None
    return Nominal(index, index, index, "pronoun", cells, False)
