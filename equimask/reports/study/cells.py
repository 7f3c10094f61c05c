"""Plain values of an exhibit as a reader sees them, and as a file of numbers has them."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from io import StringIO

from equimask.papers.exhibit import Cell, Estimate, ExhibitTable
from equimask.reports.digits import decimals, number
from equimask.reports.tables import harmless
from equimask.studies.published import Printed

_MATTER = 4  # digits of a number without an error
_PARTS = ("value", "stderr", "low", "high")


def text(cell: Cell) -> str:
    """Rounded as its error allows; what is published has the digits of the print."""
    if cell is None:
        return number(None)
    if isinstance(cell, Estimate):
        return _estimate(cell)
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, float):
        return cell.text if isinstance(cell, Printed) else _plain(cell)
    return str(cell)


def is_number(cell: Cell) -> bool:
    """What is set to the right."""
    return isinstance(cell, int | float | Estimate) and not isinstance(cell, bool)


def word_columns(table: ExhibitTable) -> tuple[bool, ...]:
    """Of every column, whether it holds words; an empty one holds numbers that there are not."""
    return tuple(any(isinstance(row[i], str | bool) for row in table.rows)
                 for i in range(len(table.headings)))  # fmt: skip


def csv_text(table: ExhibitTable) -> str:
    """Unrounded; an estimate has a column for each of its parts that is known of any in it."""
    headings: list[str] = []
    columns: list[Sequence[object]] = []
    for i, heading in enumerate(table.headings):
        cells = [row[i] for row in table.rows]
        for part in _parts(cells):
            headings.append(heading if part == "value" else f"{heading} {part}")
            columns.append([_part(cell, part) for cell in cells])
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([harmless(heading) for heading in headings])
    writer.writerows([harmless(cell) for cell in row] for row in zip(*columns, strict=True))
    return out.getvalue()


def _parts(cells: Sequence[Cell]) -> list[str]:
    estimates = [cell for cell in cells if isinstance(cell, Estimate)]
    return [
        part
        for part in _PARTS
        if part == "value" or any(getattr(one, part) is not None for one in estimates)
    ]


def _part(cell: Cell, part: str) -> object:
    if isinstance(cell, Estimate):
        found = getattr(cell, part)
        return "" if found is None else found
    return "" if cell is None or part != "value" else cell


def _estimate(one: Estimate) -> str:
    if one.published:
        told = _printed(one.value)
        told += "" if one.stderr is None else f" ± {_printed(one.stderr)}"
        if one.low is None or one.high is None:
            return told
        return f"{told} [{_printed(one.low)}, {_printed(one.high)}]"
    error = one.stderr
    if error is None and one.low is not None and one.high is not None:
        error = (one.high - one.low) / 4.0
    if not error:
        return _plain(one.value)
    digits = decimals(error)
    told = number(one.value, digits=digits)
    if one.low is not None:
        return f"{told} [{number(one.low, digits=digits)}, {number(one.high, digits=digits)}]"
    return f"{told} ± {number(one.stderr, digits=digits)}"


def _printed(value: float) -> str:
    """With all digits of the print; what was computed from printed numbers has no more."""
    return value.text if isinstance(value, Printed) else f"{value:g}"


def _plain(value: float) -> str:
    """Four digits that matter, and all of a whole number."""
    if value == int(value) and abs(value) < 1e15:
        return str(int(value))
    if abs(value) >= 10**_MATTER:
        return f"{value:.0f}"
    shown = f"{value:.{_MATTER}g}"
    return f"{value:.2e}" if "e" in shown else shown
