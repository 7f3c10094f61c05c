"""Results for the eye: the terminal table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.box import SIMPLE_HEAD
from rich.table import Table

from equimask.core.result import BiasResult
from equimask.metrics import measure_of
from equimask.metrics.spec import NONE_SHOWN, UNCALIBRATED
from equimask.stats import ALPHA


class Cells(NamedTuple):
    """A result as it is printed, one text for each column."""

    metric: str
    score: str
    interval: str
    neutral: str
    p: str
    n: str
    mde: str
    preferred: str


def cells(result: BiasResult) -> Cells:
    """The result in the digits and the scale that its metric is printed with."""
    measure = measure_of(result.metric)
    factor = measure.factor
    return Cells(
        measure.column,
        number(result.value, factor),
        f"{number(result.ci_low, factor)}…{number(result.ci_high, factor)}",
        number(result.neutral, factor, digits=0),
        p_text(result.p_value),
        str(result.n) if result.n < 10**6 else f"{result.n / 1e6:.1f}M",
        f"±{number(result.mde, factor)}",
        reading(result),
    )


def result_table(results: Sequence[tuple[str, BiasResult]], title: str | None = None) -> Table:
    """One line per (label, result), within 80 characters: score, interval, neutral point, power."""
    table = Table(title=title, title_justify="left", box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for heading in ("data", "metric"):
        table.add_column(heading, no_wrap=True)
    for heading in ("score", "interval", "neutral", "p", "n", "mde"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("preferred", no_wrap=True)
    for label, result in results:
        table.add_row(label, *cells(result))
    notes = [
        f"{label} {result.metric}: {result.n_ties} ties, skipped {dict(result.skipped)}"
        for label, result in results
        if result.n_ties or result.skipped
    ]
    notes.append("mde: the smallest distance from neutral that this n finds with 80 % power")
    table.caption, table.caption_justify = "\n".join(notes), "left"
    return table


def reading(result: BiasResult) -> str:
    """The score in words; what the error bar does not support is not claimed."""
    if result.p_value is None or result.p_value >= ALPHA:
        return NONE_SHOWN
    if result.neutral is None:
        return UNCALIBRATED
    measure = measure_of(result.metric)
    # a calibrated p-value is about the distance from the twins, whatever the neutral point
    reference = result.neutral if result.null is None else result.null
    return measure.above if result.value > reference else measure.below


def number(value: float | None, factor: float, digits: int = 1) -> str:
    """A score as it is printed; a dash where there is none."""
    return "–" if value is None else f"{value * factor:.{digits}f}"


def p_text(value: float | None) -> str:
    """A p- or q-value as it is printed."""
    if value is None:
        return "–"
    return "< 0.001" if value < 0.001 else f"{value:.3f}"
