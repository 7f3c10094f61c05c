"""Lexica of one's own: a table of words with a polarity, with three shares, or as Hoyle's file.

Hoyle et al. (2019) publish `sent_dict.csv`: an unnamed column of words, and the numbers of a
Dirichlet distribution, `alpha_1` to `alpha_3`, whose axes are not named. In their file the second
is the positive one (hopeful, hospitable), although their seed words were to make it the neutral
one. So the axes are told by seed words, and never by their numbers.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from equimask.core.errors import DataError, shorten
from equimask.core.schema import SENTIMENTS
from equimask.inputs.files import read_file
from equimask.studies.sentiment.observations import THREE_CLASSES, Kind, Value

WORD, POLARITY = "word", "polarity"
HOYLE_AXES = ("alpha_1", "alpha_2", "alpha_3")
_WORD_COLUMNS = (WORD, "", "Unnamed: 0")  # a frame's index, with and without pandas
FORMS = (
    f"columns {WORD} and {POLARITY} (from -1 to 1)",
    f"{WORD}, {', '.join(SENTIMENTS)} (shares or votes)",
    f"{', '.join(HOYLE_AXES)} as Hoyle et al. publish them",
)


class OwnLexicon(NamedTuple):
    """The entries of a table, as its rows give them; a word may come twice."""

    kind: Kind
    levels: tuple[float, ...]
    entries: tuple[tuple[str, Value], ...]


def read_own(path: Path, seeds: Mapping[str, int] | None = None) -> OwnLexicon:
    """The lexicon in a CSV, TSV, JSON or Parquet file; seed words tell the axes of Hoyle's form."""
    table = read_file(path, lambda _: True)
    word = next((name for name in _WORD_COLUMNS if name in table.columns), None)
    for columns in ((POLARITY,), SENTIMENTS, HOYLE_AXES):
        if word is not None and set(columns) <= set(table.columns):
            break
    else:
        raise DataError(
            expected=f"a lexicon with {'; or '.join(FORMS)}",
            got=f"{shorten(path.name)} with {', '.join(table.there) or 'no columns'}",
            fix="Name its columns so.",
        )
    cells = zip(table.columns[word], *(table.columns[name] for name in columns), strict=True)
    rows = list(_checked(path.name, columns, cells))
    if columns == (POLARITY,):
        return OwnLexicon(Kind.REAL, (), tuple(rows))
    if columns == HOYLE_AXES:
        rows = _named_axes(path.name, rows, seeds or {})
    return OwnLexicon(Kind.COUNTS, THREE_CLASSES, tuple(rows))


def axes_of(rows: Sequence[tuple[str, Value]], seeds: Mapping[str, int]) -> tuple[int, ...] | None:
    """The columns of negative, neutral and positive; None where seed words do not tell them.

    A pole is the column that has most of its seed words' evidence; the column that is left is
    neutral.
    """
    totals = [[0.0] * len(SENTIMENTS) for _ in SENTIMENTS]
    for word, value in rows:
        if word in seeds:
            for axis, number in enumerate(value):
                totals[seeds[word]][axis] += number / sum(value)
    negative, _, positive = (max(range(len(row)), key=row.__getitem__) for row in totals)
    if not (sum(totals[0]) and sum(totals[2])) or negative == positive:
        return None
    return negative, len(SENTIMENTS) - negative - positive, positive


def _named_axes(
    name: str, rows: Sequence[tuple[str, Value]], seeds: Mapping[str, int]
) -> list[tuple[str, Value]]:
    """Evidence is what a Dirichlet has above 1 for each corner."""
    evidence = [(word, tuple(number - 1 for number in value)) for word, value in rows]
    axes = axes_of(evidence, seeds)
    if axes is None:
        raise DataError(
            expected=f"seed words of both sides in {shorten(name)}: they tell which of "
            f"{', '.join(HOYLE_AXES)} is negative and which positive",
            got="none, or one axis for both",
            fix=f"Name the columns {', '.join(SENTIMENTS)} yourself.",
        )
    return [(word, tuple(value[axis] for axis in axes)) for word, value in evidence]


def _checked(
    name: str, columns: Sequence[str], cells: Iterator[tuple[Any, ...]]
) -> Iterator[tuple[str, Value]]:
    for row, (word, *values) in enumerate(cells):
        numbers = tuple(map(_number, values))
        if not isinstance(word, str) or not _fit(columns, numbers):
            raise DataError(
                expected=f"a word and {_wanted(columns)} in every row of {shorten(name)}",
                got=f"{shorten(word)} with {shorten(values)} in row {row}",
                fix="Mend or drop this row.",
            )
        yield word, numbers


def _number(cell: Any) -> float:
    try:
        return float(cell)
    except (TypeError, ValueError):
        return math.nan


def _fit(columns: Sequence[str], numbers: Value) -> bool:
    if not all(map(math.isfinite, numbers)):
        return False
    if columns == (POLARITY,):
        return abs(numbers[0]) <= 1
    least = 1 if columns == HOYLE_AXES else 0
    return min(numbers) >= least and sum(numbers) > len(numbers) * least


def _wanted(columns: Sequence[str]) -> str:
    if columns == (POLARITY,):
        return "a polarity from -1 to 1 (divide a scale from -5 to 5 by 5)"
    if columns == HOYLE_AXES:
        return "three numbers of at least 1, not all 1"
    return "three numbers of at least 0, not all 0"
