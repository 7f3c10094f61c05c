"""How much a visitor may ask of this shared page."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from equimask.core.errors import InputError

MAX_ROWS = 2_000
MAX_CHARACTERS = 500  # of a cell: every token is masked in turn, so long texts cost by the square
MAX_TYPED = 2_000  # characters of a field that is not for rows
MAX_BYTES = 2_000_000  # of a file
MAX_POSTED = 2 * MAX_BYTES  # of the fields, as JSON writes them
MAX_UPLOADED = 10 * MAX_BYTES  # what is a little too large is refused with a clear message instead
UPLOADS_KEPT = 3600  # seconds
MAX_UPLOADS_KEPT = 1_000_000_000  # bytes of all that lies here
MAX_PARAMETERS = 1_000_000_000  # 4 GB in float32: a free Space has 16 GB
MAX_DOWNLOAD = 4 * MAX_PARAMETERS + 200_000_000  # bytes of weights, and of all that is beside them
MAX_BESIDE = 100_000_000  # bytes of configuration and tokenizer
MAX_KEPT = 3 * MAX_DOWNLOAD  # bytes of models on the disk, the last ones asked for
MAX_MEMORY = 10_000_000_000  # bytes of the process that scores: the largest model and its twin
MAX_WORK = 20_000_000_000_000  # rows x tokens² x parameters
MAX_SECONDS = 300.0  # from a job's first moment to its last, while nobody waits
SECONDS_WAITED_FOR = 60.0  # while somebody does


def gigabytes(number: float) -> str:
    """`10 GB`."""
    return f"{number / 1e9:.3g} GB"


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


def check_typed(text: Any, field: str) -> None:
    """Refuse what nobody types: a field for a name is no place for a million of them."""
    if not isinstance(text, str) or len(text) > MAX_TYPED:
        length = f"{len(text):,} characters" if isinstance(text, str) else "no text"
        raise InputError(
            expected=f"at most {MAX_TYPED:,} characters as {field!r}",
            got=length,
            fix="Rows go into the field for rows, or into a file.",
        )


def check_column(name: str, cells: Iterable[Any]) -> None:
    """Every cell of a column that came in a file."""
    for row, cell in enumerate(cells):
        check_cell(cell, f"row {row} of {name}")
