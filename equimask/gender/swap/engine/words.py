"""The words of a sentence and the part that each of them plays."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass
from typing import Literal

from equimask.gender.lexicon.tokens import APOSTROPHES
from equimask.gender.lexicon.types import GenderWord

Kind = Literal[
    "gender", "article", "fixed", "numeral", "adjective", "noun", "name", "pronoun", "clitic",
    "object", "speaker", "preposition", "conjunction", "subordinator", "relative", "adverb",
    "negation", "copula", "auxiliary", "verb", "infinitive", "participle", "mark", "unknown",
]  # fmt: skip

OPENING: frozenset[Kind] = frozenset({"article", "fixed", "numeral"})
NOMINAL: frozenset[Kind] = frozenset({"gender", "noun", "name", "pronoun", "unknown"})
ENDING = frozenset({"", *".,;:!?…)]"})  # after which nothing of the clause follows
VERBAL: frozenset[Kind] = frozenset({"copula", "auxiliary", "verb"})


@dataclass(eq=False, slots=True)
class Word:
    """A word or a mark; `low` is in lower case and has straight apostrophes."""

    index: int
    text: str
    low: str
    start: int
    end: int
    found: GenderWord | None = None
    kind: Kind = "unknown"
    opens: bool = False  # an adjective before its noun
    doubtful: bool = False  # may as well be a verb

    @property
    def is_word(self) -> bool:
        """Whether it is a word or a number, and no mark."""
        return self.low[:1].isalnum()

    @property
    def joins(self) -> bool:
        """Whether it joins the members of a list."""
        return self.kind == "conjunction" or self.text == ","


class Words(list[Word]):
    """The words of a sentence; beyond its ends stand empty marks."""

    def at(self, index: int) -> Word:
        """The word at that place."""
        if 0 <= index < len(self):
            return self[index]
        return Word(index, "", "", 0, 0, kind="mark")

    def before(self, index: int, skipped: Container[Kind]) -> int:
        """The nearest earlier place whose word is of none of these kinds; -1 at the start."""
        index -= 1
        while index >= 0 and self[index].kind in skipped:
            index -= 1
        return index

    def after(self, index: int, skipped: Container[Kind]) -> int:
        """The nearest later place whose word is of none of these kinds."""
        index += 1
        while index < len(self) and self[index].kind in skipped:
            index += 1
        return index

    def past_brackets(self, index: int) -> int:
        """The place before the brackets that close there, or that place: "Ana (1956) es"."""
        if self.at(index).text != ")":
            return index
        return next((i for i in range(index, 0, -1) if self[i].text == "("), 0) - 1


def plain(text: str) -> str:
    """In lower case, with straight apostrophes."""
    low = text.lower()
    if not low.isascii():
        for mark in APOSTROPHES[1:]:
            low = low.replace(mark, "'")
    return low
