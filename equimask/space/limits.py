"""How much a visitor may bring to this shared page."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from equimask.core.errors import InputError

MAX_ROWS = 2_000
MAX_CHARACTERS = 500  # of a cell: every token is masked in turn, so long texts cost by the square
MAX_BYTES = 2_000_000  # of a file


def check_rows(metric: str, n: int, saved: str = "") -> None:
    """Neither none nor more than one visitor's share; `saved` tells how they come into a file."""
    if not n:
        raise InputError(
            expected="at least one row below the names of the columns",
            got="none",
            fix="Give rows, or nothing at all for the packaged ones.",
        )
    if n > MAX_ROWS:
        raise InputError(
            expected=f"at most {MAX_ROWS:,} rows on this shared page",
            got=f"{n:,} rows",
            fix=f"Score them on your own machine: {saved}"
            f"equimask score {metric} MODEL --data {'rows.tsv' if saved else 'FILE'}",
        )


def check_cell(cell: Any, where: str, least: int = 0) -> None:
    """Refuse a text that is too long, or too short where it must be filled."""
    if isinstance(cell, str) and not least <= len(cell) <= MAX_CHARACTERS:
        raise InputError(
            expected=f"{least} to {MAX_CHARACTERS} characters in every cell",
            got=f"{len(cell)} in {where}",
            fix="Mend or drop this row.",
        )


def check_column(name: str, cells: Iterable[Any]) -> None:
    """Every cell of a column that came in a file."""
    for row, cell in enumerate(cells):
        check_cell(cell, f"row {row} of {name}")
