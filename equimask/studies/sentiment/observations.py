"""What is known of words: a lexicon's values of one of four kinds, and seed words.

Whatever its kind, a value lies somewhere from negative (-1) to positive (1); the lexica of a
language side by side are one table of these places.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

import numpy as np

from equimask.core.arrays import Bools, Floats
from equimask.core.errors import DataError, near_matches, shorten
from equimask.core.schema import SENTIMENTS
from equimask.gender.lexicon.records import read_word_list


class Kind(str, Enum):
    """How a lexicon speaks: a side, votes for classes, a number, or two strengths."""

    BINARY = "binary"  # (1,) positive or (0,) negative
    COUNTS = "counts"  # votes for each class
    REAL = "real"  # one number from -1 to 1
    PAIR = "pair"  # positive and negative strength, each from 0 to 1


Value = tuple[float, ...]

# Where the classes stand from -1 to 1 when votes are for negative, neutral and positive.
THREE_CLASSES = (-1.0, 0.0, 1.0)
SIDES = (-1.0, 1.0)


@dataclass(frozen=True)
class SourceLexicon:
    """One lexicon: a value of its kind for each of its words.

    `levels` are the places of the classes from -1 to 1, for votes only. Two classes may share
    the level 0: "neutral", and "positive or negative by context".
    """

    name: str
    kind: Kind
    values: Mapping[str, Value]
    levels: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        if not self.values:
            raise DataError(
                expected=f"words in the lexicon {self.name}",
                got="none",
                fix="Check the file and its format, or leave this lexicon out.",
            )
        if self.kind is Kind.COUNTS:
            self._check_levels()
        for word, value in self.values.items():
            if not self._fits(value):
                raise DataError(
                    expected=f"a value of the kind {self.kind.value} in the lexicon {self.name}",
                    got=f"{shorten(value)} for {shorten(word)}",
                    fix="Mend the entry: a side is 0 or 1, votes are not negative and not all 0, "
                    "a number lies in [-1, 1], strengths lie in [0, 1].",
                )

    @property
    def width(self) -> int:
        """How many numbers a value has."""
        return {Kind.BINARY: 1, Kind.REAL: 1, Kind.PAIR: 2, Kind.COUNTS: len(self.levels)}[
            self.kind
        ]

    def polarity(self, word: str) -> float:
        """The value as one number from -1 to 1; 0 for a word that the lexicon lacks."""
        value = self.values.get(word)
        if value is None:
            return 0.0
        if self.kind is Kind.BINARY:
            return 2 * value[0] - 1
        if self.kind is Kind.PAIR:
            return value[0] - value[1]
        if self.kind is Kind.COUNTS:
            votes = zip(value, self.levels, strict=True)
            return sum(n * level for n, level in votes) / sum(value)
        return value[0]

    @property
    def is_graded(self) -> bool:
        """Whether it tells more than sides."""
        return any(self.polarity(word) not in SIDES for word in self.values)

    def _check_levels(self) -> None:
        if len(set(self.levels)) < len(SIDES) or max(map(abs, self.levels)) > 1:
            raise DataError(
                expected=f"classes at two or more places from -1 to 1 in the lexicon {self.name}",
                got=f"the levels {self.levels}",
                fix="Give every class its place: -1 is the most negative, 1 the most positive.",
            )

    def _fits(self, value: Value) -> bool:
        if len(value) != self.width or not all(map(math.isfinite, value)):
            return False
        if self.kind is Kind.BINARY:
            return value[0] in (0.0, 1.0)
        if self.kind is Kind.COUNTS:
            return min(value) >= 0 and sum(value) > 0
        low = -1.0 if self.kind is Kind.REAL else 0.0
        return all(low <= number <= 1.0 for number in value)


def plain_average(lexica: Sequence[SourceLexicon], word: str) -> float:
    """Mean polarity over the lexica that have the word; 0 where none has it."""
    found = [lexicon.polarity(word) for lexicon in lexica if word in lexicon.values]
    return sum(found) / len(found) if found else 0.0


def parse_seeds(text: str) -> dict[str, int]:
    """Words and the places of their classes in `SENTIMENTS`, from a TSV with a header."""
    seeds: dict[str, int] = {}
    for number, row in enumerate(read_word_list(text, ("word", "class")), 2):
        word, name = row["word"], row["class"]
        if name not in SENTIMENTS:
            raise DataError(
                expected="a known class of every seed word",
                got=f"{shorten(name)} for {shorten(word)} in line {number}",
                fix=near_matches(name, SENTIMENTS),
            )
        if not word.strip() or word in seeds:
            raise DataError(
                expected="every seed word once",
                got=f"{shorten(word)} in line {number}",
                fix="Write the word, or drop the line that repeats it.",
            )
        seeds[word] = SENTIMENTS.index(name)
    missing = [name for at, name in enumerate(SENTIMENTS) if at not in seeds.values()]
    if missing:
        raise DataError(
            expected="seed words of every class",
            got=f"none that is {missing[0]}",
            fix="Add common, unambiguous words: without them the axes have no meaning.",
        )
    return seeds


@dataclass(frozen=True)
class Table:
    """Every word's polarity in every lexicon, [words, lexica]; NaN where a lexicon lacks it."""

    words: tuple[str, ...]
    polarity: Floats

    @property
    def has(self) -> Bools:
        """[words, lexica]: which lexicon has which word."""
        return np.asarray(~np.isnan(self.polarity))

    @property
    def n_sources(self) -> Floats:
        """How many lexica have each word."""
        return np.asarray(self.has.sum(1), dtype=np.float64)


def observation_table(lexica: Sequence[SourceLexicon]) -> Table:
    """The lexica side by side, words in sorted order."""
    words = tuple(sorted({word for lexicon in lexica for word in lexicon.values}))
    place = {word: at for at, word in enumerate(words)}
    polarity = np.full((len(words), len(lexica)), np.nan)
    for column, lexicon in enumerate(lexica):
        for word in lexicon.values:
            polarity[place[word], column] = lexicon.polarity(word)
    return Table(words, polarity)


def seed_prior(table: Table, seeds: Mapping[str, int]) -> Floats:
    """1 for every class, and for a seed word as much again on its class as lexica have it."""
    prior = np.ones((len(table.words), len(SENTIMENTS)))
    for at, (word, n_sources) in enumerate(zip(table.words, table.n_sources, strict=True)):
        if word in seeds:
            prior[at, seeds[word]] += n_sources
    return prior
