"""What a German sentence is made of: words, noun phrases, clauses."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from equimask.gender.swap.languages.de.tables import ANY, Cell, Reading


@dataclass(eq=False, slots=True)
class Word:
    """A word or a mark; `kind` is a part of `Tables.part`, or mark, relative, noun, lower."""

    index: int
    text: str
    low: str
    start: int
    end: int
    kind: str = "lower"
    number: str = ""  # of what may be a finite verb
    sure: bool = False  # surely a finite verb


NOTHING = Word(-1, " ", "", -1, -1, "mark")


@dataclass(eq=False)
class Clause:
    """The words of a clause, which need not stand together."""

    words: list[int]
    kind: Literal["main", "sub", "relative"] = "main"
    verb: int = -1
    number: str = ""
    opener: int = -1  # the subordinator or relative pronoun
    governed: bool = False  # the relative pronoun stands after a preposition
    before: Clause | None = None  # the clause whose subject it may share


@dataclass(eq=False)
class Phrase:
    """A noun phrase; `cells` are those that all its words may share."""

    first: int
    last: int
    head: int
    determiner: int = -1
    adjectives: list[int] = field(default_factory=list)
    governed: int = -1  # the preposition
    cells: frozenset[Cell] = ANY
    people: tuple[Reading, ...] = ()
    named: bool = False  # a name without an article
    clause: Clause = field(default_factory=lambda: Clause([]))

    def may(self, gender: str, case: str = "") -> bool:
        """Whether it may have that gender, and that case."""
        return any(g == gender and case in ("", c) for g, c in self.cells)

    @property
    def plural(self) -> bool:
        """Whether it must be several."""
        return all(gender == "plural" for gender, _ in self.cells)

    @property
    def bare(self) -> bool:
        """Whether the noun stands alone."""
        return self.determiner < 0 and not self.adjectives

    @property
    def person(self) -> bool:
        """Whether a noun that surely stands for people heads it."""
        return any(not one.guessed or one.gender == "female" for one in self.people)

    @property
    def nominative(self) -> bool:
        """Whether it may be a subject."""
        return self.governed < 0 and any(case == "nom" for _, case in self.cells)

    @property
    def only_nominative(self) -> bool:
        """Whether it must be one."""
        return self.nominative and all(case == "nom" for _, case in self.cells)
