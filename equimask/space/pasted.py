"""Rows that a visitor pastes: tabs or commas, with or without a header, and not too many.

They become a table as those of a file do; an example can be pasted back.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Container, Mapping, Sequence
from io import StringIO
from typing import Any, NamedTuple

from equimask.core.errors import InputError, shorten
from equimask.core.options import OPTIONS
from equimask.inputs.example import example_columns
from equimask.inputs.files import refuse_twice
from equimask.inputs.forms import can_read, readable_columns
from equimask.inputs.live import OWN
from equimask.inputs.specification import Choice
from equimask.inputs.table import Table
from equimask.metrics import MetricSpec, spec_of
from equimask.space.limits import check_cell, check_rows

COUNT = OPTIONS["counts"].column  # a column that may be left out
_COUNT = re.compile("[0-9]{1,12}")
_SAVED = "save them as rows.tsv, with the names of the columns in the first line, and run: "


class Line(NamedTuple):
    """The cells of a row, and where it starts in the pasted text, counted from 1."""

    number: int
    cells: list[str]


def read_pasted(metric: str, text: str, choice: Choice) -> Table | None:
    """All columns that something reads; None if there is nothing but white space.

    Without a header the columns are the metric's own, in their order.
    """
    spec = spec_of(metric)
    lines = _lines(text)
    if not lines:
        return None
    names = _header(lines[0], spec, choice)
    if names is not None:
        lines = lines[1:]
    else:
        names = _unnamed(spec, len(lines[0].cells))
    check_rows(metric, len(lines), _SAVED)
    wanted = (readable_columns() | choice.named).__contains__
    refuse_twice(names, wanted, "the first line")
    places = {name: place for place, name in enumerate(names) if wanted(name)}
    own = {choice.columns.get(name, name) for name in spec.columns}
    for line in lines:
        _check_cells(line, names, places, filled=() if choice.where else own)
    columns: dict[str, list[Any]] = {
        name: [line.cells[place] for line in lines] for name, place in places.items()
    }
    counts = {choice.columns.get(name, name) for name in ("counts", COUNT)}
    for name in counts & columns.keys() if "counts" in spec.options else ():
        columns[name] = _whole_numbers(columns[name], lines)
    return Table(OWN, columns, there=tuple(names))


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


def _header(first: Line, spec: MetricSpec, choice: Choice) -> list[str] | None:
    """The names in the first line, if it has some: those that were chosen, or of the metric.

    Names that something reads are known however they are capitalised.
    """
    known = readable_columns()
    names = [
        cell.casefold() if cell.casefold() in known and cell not in choice.named else cell
        for cell in first.cells
    ]
    if not choice.named.isdisjoint(names):
        return names
    if choice.named:
        raise InputError(
            expected="a first line with the names of the columns, which columns and rows are "
            "chosen by",
            got=shorten(", ".join(first.cells)),
            fix=f"Paste the line that names {sorted(choice.named)[0]!r}, or choose nothing.",
        )
    is_header = not {*spec.columns}.isdisjoint(names) or can_read(
        spec, Table(OWN, {name: [] for name in names})
    )
    return names if is_header else None


def _unnamed(spec: MetricSpec, width: int) -> list[str]:
    names = list(spec.columns)
    return [*names, COUNT] if "counts" in spec.options and width > len(names) else names


def _check_cells(
    line: Line, names: Sequence[str], places: Mapping[str, int], filled: Container[str]
) -> None:
    """As many cells as names; of those that are read, none too long, and the `filled` not empty."""
    if len(line.cells) != len(names):
        raise InputError(
            expected=f"{len(names)} cells in every row ({', '.join(names)})",
            got=f"{len(line.cells)} in line {line.number}: {shorten(', '.join(line.cells))}",
            fix="Separate cells by tabs; where commas separate them, put a cell with a comma "
            'between "quotes". Where there are other columns, name all of them in the first line.',
        )
    for name, place in places.items():
        check_cell(line.cells[place], f"line {line.number}, {name}", least=int(name in filled))


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
    columns = example_columns(spec_of(metric), language)
    rows = zip(*columns.values(), strict=True)
    return "\n".join("\t".join(map(str, row)) for row in (columns, *rows))
