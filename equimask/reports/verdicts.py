"""The verdict on a result as it is shown, with a sign where the model cannot read the text."""

from __future__ import annotations

from equimask.audits.results import Cell
from equimask.core.result import RIGHT_AT_LEAST, UNKNOWN_AT_MOST, BiasResult
from equimask.metrics.verdict import verdict_of

SIGN = "?"
LEGEND = (
    f"{SIGN}: the model hardly knows this text (fewer than {100 * RIGHT_AT_LEAST:g} % of the "
    f"tokens right, or more than {100 * UNKNOWN_AT_MOST:g} % unknown)"
)


def told(result: BiasResult) -> str:
    """In a word."""
    return _signed(verdict_of(result).short, result)


def told_of_cell(cell: Cell) -> str:
    """The same after false-discovery control over the scores of the audit."""
    return _signed(cell.verdict.short, cell.result)


def _signed(word: str, result: BiasResult) -> str:
    return f"{word} {SIGN}" if result.is_foreign else word
