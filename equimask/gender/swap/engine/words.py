"""The words of a sentence and the part that each of them plays."""

from __future__ import annotations

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
ENDING = frozenset(".,;:!?…)]")  # after which nothing of the clause follows
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


def plain(text: str) -> str:
    """In lower case, with straight apostrophes."""
    low = text.lower()
    if not low.isascii():
        for mark in APOSTROPHES[1:]:
            low = low.replace(mark, "'")
    return low
