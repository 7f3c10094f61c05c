"""What is known of words: a lexicon's values of one of four kinds, and seed words.

Seed words, a few sure ones of each class, say what the three axes mean. Words of which the lexica
say exactly the same are put together: they share one posterior. Most words stand in one lexicon
only, and many of those with the same value, so training on patterns instead of words changes no
expectation and saves most of the work.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

import numpy as np

from equimask.core.arrays import Bools, Floats, Ints
from equimask.core.errors import DataError, near_matches, shorten
from equimask.core.schema import SENTIMENTS
from equimask.gender.lexicon.records import read_word_list

Places = Ints
_ABSENT = 1e9  # np.unique does not see two NaN rows as equal


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
    """All observations: words by numbers, NaN where a lexicon lacks the word."""

    words: tuple[str, ...]
    values: Floats
    columns: tuple[slice, ...]

    @property
    def has(self) -> Bools:
        """[words, lexica]: which lexicon has which word."""
        starts = [column.start for column in self.columns]
        return np.asarray(~np.isnan(self.values[:, starts]))

    def without(self, held_out: Sequence[tuple[int, int]]) -> Table:
        """The same table with some observations, (word, lexicon), taken out."""
        values = self.values.copy()
        for word, lexicon in held_out:
            values[word, self.columns[lexicon]] = np.nan
        return Table(self.words, values, self.columns)


@dataclass(frozen=True)
class Patterns:
    """The different rows of a table, how often each occurs, and which one each word has."""

    values: Floats
    prior: Floats
    counts: Places
    of_word: Places


def observation_table(lexica: Sequence[SourceLexicon]) -> Table:
    """The lexica side by side, words in sorted order."""
    words = tuple(sorted({word for lexicon in lexica for word in lexicon.values}))
    place = {word: at for at, word in enumerate(words)}
    ends = np.cumsum([lexicon.width for lexicon in lexica])
    columns = tuple(slice(int(e) - x.width, int(e)) for e, x in zip(ends, lexica, strict=True))
    values = np.full((len(words), int(ends[-1])), np.nan)
    for lexicon, column in zip(lexica, columns, strict=True):
        rows = [place[word] for word in lexicon.values]
        values[rows, column] = np.array(list(lexicon.values.values()), dtype=np.float64)
    return Table(words, values, columns)


def seed_prior(table: Table, seeds: Mapping[str, int]) -> Floats:
    """1 for every class, and for a seed word as much again on its class as lexica have it."""
    prior = np.ones((len(table.words), 3))
    n_sources = table.has.sum(1)
    for at, word in enumerate(table.words):
        if word in seeds:
            prior[at, seeds[word]] += n_sources[at]
    return prior


def patterns_of(table: Table, prior: Floats) -> Patterns:
    """Words with the same observations and the same prior become one row."""
    rows = np.hstack([np.nan_to_num(table.values, nan=_ABSENT), prior])
    different, of_word, counts = np.unique(rows, axis=0, return_inverse=True, return_counts=True)
    values = different[:, : table.values.shape[1]]
    return Patterns(
        np.where(values == _ABSENT, np.nan, values),
        different[:, table.values.shape[1] :],
        counts.astype(np.int64),
        of_word.reshape(-1).astype(np.int64),
    )


def hold_out(table: Table, share: float, rng: np.random.Generator) -> list[tuple[int, int]]:
    """Some observations, (word, lexicon), at most one of a word, of words that have others."""
    has = table.has
    several = np.flatnonzero(has.sum(1) > 1)
    observations = int(has[several].sum())
    chosen = rng.permutation(several)[: int(share * observations)]
    return [(int(word), int(rng.choice(np.flatnonzero(has[word])))) for word in np.sort(chosen)]
