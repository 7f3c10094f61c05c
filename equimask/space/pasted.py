"""Rows that a visitor pastes: tabs or commas, with or without a header, and not too many.

An example has a few rows in the shape that a metric reads, to look at and to change.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from io import StringIO
from typing import NamedTuple

from equimask.core.errors import InputError, near_matches, shorten
from equimask.core.options import OPTIONS
from equimask.core.schema import GENDERS
from equimask.inputs.packaged_rows import packaged_rows
from equimask.metrics import spec_of

COUNT = OPTIONS["counts"].column  # a column that may be left out
MAX_ROWS = 2_000
MAX_CHARACTERS = 500  # of a cell: every token is masked in turn, so long texts cost by the square
_COUNT = re.compile("[0-9]{1,12}")
_ROWS = 8
# What models say of people is not packaged; these counts are made up.
_WORDS = {
    "divorced": (10, 90), "beautiful": (25, 80), "kind": (40, 65), "young": (55, 70),
    "first": (88, 85), "former": (80, 76), "famous": (70, 60), "honest": (64, 50),
    "corrupt": (72, 30), "bold": (95, 22),
}  # fmt: skip


class Line(NamedTuple):
    """The cells of a row, and where it starts in the pasted text, counted from 1."""

    number: int
    cells: list[str]


class Pasted(NamedTuple):
    """Columns for `score`; `counts` only where they were given."""

    columns: dict[str, list[str]]
    counts: list[int] | None


def read_pasted(metric: str, text: str) -> Pasted | None:
    """The metric's columns out of the text; None if there is nothing but white space."""
    spec = spec_of(metric)
    names = tuple(spec.columns)
    optional = (COUNT,) if "counts" in spec.options else ()
    lines = _lines(text)
    if not lines:
        return None
    places = _places(lines[0], names, optional)
    if places is None:
        places = {name: k for k, name in enumerate((*names, *optional))}
        if optional and len(lines[0].cells) == len(names):
            places = {name: places[name] for name in names}
        width = len(places)
    else:
        width, lines = len(lines[0].cells), lines[1:]
    _check_size(metric, lines)
    for line in lines:
        _check_cells(line, width, places)
    columns = {name: [line.cells[place] for line in lines] for name, place in places.items()}
    counts = columns.pop(COUNT, None)
    return Pasted(columns, None if counts is None else _whole_numbers(counts, lines))


def _lines(text: str) -> list[Line]:
    """Tabs win: a pasted sheet has them, and its sentences may hold commas and quotes."""
    text = text.removeprefix("\ufeff")
    tabs = "\t" in text
    reader = csv.reader(
        StringIO(text, newline=""),
        delimiter="\t" if tabs else ",",
        quoting=csv.QUOTE_NONE if tabs else csv.QUOTE_MINIMAL,
        skipinitialspace=True,
        strict=True,
    )
    lines: list[Line] = []
    start = 1
    try:
        for cells in reader:
            stripped = [cell.strip() for cell in cells]
            if any(stripped):
                lines.append(Line(start, stripped))
            start = reader.line_num + 1
    except csv.Error as error:
        raise InputError(
            expected="rows of tab- or comma-separated cells",
            got=f"{error} in line {start}",
            fix='Put a cell with commas or quotes between "quotes", or separate cells by tabs.',
        ) from error
    return lines


def _places(first: Line, names: Sequence[str], optional: Sequence[str]) -> dict[str, int] | None:
    """Where each column stands, if the first line is a header; half a header is an error."""
    cells = [cell.casefold() for cell in first.cells]
    missing = [name for name in names if name not in cells]
    if len(missing) == len(names):
        return None
    if missing:
        raise InputError(
            expected=f"a first line with the names {', '.join(names)}, or no such line",
            got=f"{shorten(', '.join(first.cells))} without {missing[0]!r}",
            fix=near_matches(missing[0], first.cells),
        )
    return {name: cells.index(name) for name in (*names, *optional) if name in cells}


def _check_size(metric: str, lines: Sequence[Line]) -> None:
    if not lines:
        raise InputError(
            expected="at least one row below the names of the columns",
            got="none",
            fix="Paste rows, or nothing at all for the packaged ones.",
        )
    if len(lines) > MAX_ROWS:
        raise InputError(
            expected=f"at most {MAX_ROWS:,} rows on this shared page",
            got=f"{len(lines):,} rows",
            fix="Score them on your own machine: save them as rows.tsv, with the names of the "
            f"columns in the first line, and run: equimask score {metric} MODEL --data rows.tsv",
        )


def _check_cells(line: Line, width: int, places: dict[str, int]) -> None:
    if len(line.cells) != width:
        raise InputError(
            expected=f"{width} cells in every row ({', '.join(places)})",
            got=f"{len(line.cells)} in line {line.number}: {shorten(', '.join(line.cells))}",
            fix="Separate cells by tabs; where commas separate them, put a cell with a comma "
            'between "quotes".',
        )
    for name, place in places.items():
        cell = line.cells[place]
        if not 0 < len(cell) <= MAX_CHARACTERS:
            raise InputError(
                expected=f"1 to {MAX_CHARACTERS} characters in every cell",
                got=f"{len(cell)} in line {line.number}, {name}",
                fix="Mend or drop this row.",
            )


def _whole_numbers(counts: Sequence[str], lines: Sequence[Line]) -> list[int]:
    for count, line in zip(counts, lines, strict=True):
        if not _COUNT.fullmatch(count):
            raise InputError(
                expected=f"a whole number of at most 12 digits in every row of {COUNT}",
                got=f"{shorten(count)} in line {line.number}",
                fix="Correct the number.",
            )
    return [int(count) for count in counts]


def example(metric: str, language: str) -> str:
    """Tab-separated, with the names of the columns in the first line."""
    spec = spec_of(metric)
    names = tuple(spec.columns)
    if spec.rows_from is None:
        return _table([(*names, COUNT), *_counted_words()])
    columns = packaged_rows(spec, language).columns
    n = len(columns[names[0]])
    every = max(1, n // _ROWS)  # from beginning to end: MBE's men come first
    rows = [tuple(columns[name][i] for name in names) for i in range(0, n, every)][:_ROWS]
    return _table([names, *rows])


def _counted_words() -> list[tuple[str, str, str]]:
    return [
        (word, gender, str(count))
        for word, counts in _WORDS.items()
        for gender, count in zip(GENDERS, counts, strict=True)
    ]


def _table(rows: list[tuple[str, ...]]) -> str:
    return "\n".join("\t".join(row) for row in rows)
