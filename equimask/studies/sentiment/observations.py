"""What one lexicon says of its words: values of one of four kinds."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from equimask.core.errors import DataError, shorten


class Kind(str, Enum):
    """How a lexicon speaks: a side, votes for classes, a number, or two strengths."""

    BINARY = "binary"  # (1,) positive or (0,) negative
    COUNTS = "counts"  # votes for each class
    REAL = "real"  # one number from -1 to 1
    PAIR = "pair"  # positive and negative strength, each from 0 to 1


Value = tuple[float, ...]

# Where the classes stand from -1 to 1 when votes are for negative, neutral and positive.
THREE_CLASSES = (-1.0, 0.0, 1.0)


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
            self.mirrored_classes()
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

    def mirrored_classes(self) -> tuple[int, ...]:
        """For every class the one that takes its place when negative and positive change sides."""
        places = []
        for at, level in enumerate(self.levels):
            opposite = [i for i, other in enumerate(self.levels) if other == -level]
            if level and len(opposite) != 1:
                raise DataError(
                    expected=f"one class opposite to {level} in the lexicon {self.name}",
                    got=f"the levels {self.levels}",
                    fix="Give levels that lie symmetrically around 0.",
                )
            places.append(opposite[0] if level else at)
        return tuple(places)

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
