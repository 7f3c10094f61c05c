"""Results for the eye: the terminal table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.box import SIMPLE_HEAD
from rich.table import Table

from equimask.core.result import BiasResult
from equimask.stats import ALPHA


class Shown(NamedTuple):
    """How a metric is printed, and what a score above and below its neutral point prefers."""

    name: str
    factor: float
    above: str
    below: str


_STEREOTYPE, _MALE = ("stereotype", "anti-stereotype"), ("male", "female")
SHOWN = {
    "s_jsd": Shown("s_jsd·10³", 1e3, *reversed(_STEREOTYPE)),
    "b_s_jsd": Shown("b_s_jsd %", 1.0, *_STEREOTYPE),
    "cps": Shown("cps %", 1.0, *_STEREOTYPE),
    "aula": Shown("aula %", 1.0, *_STEREOTYPE),
    "aul": Shown("aul %", 1.0, *_STEREOTYPE),
    "mbe": Shown("mbe %", 1.0, *_MALE),
    "sbm": Shown("sbm %", 1.0, *_MALE),
    "dcbm": Shown("dcbm %", 1.0, *_MALE),
    "latent_pmi": Shown("l_pmi·10³", 1e3, "gendered", "none shown"),
}


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
    shown = SHOWN[result.metric]
    factor = shown.factor
    return Cells(
        shown.name,
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
        return "none shown"
    if result.neutral is None:
        return "uncalibrated"
    shown = SHOWN[result.metric]
    # a calibrated p-value is about the distance from the twins, whatever the neutral point
    reference = result.neutral if result.null is None else result.null
    return shown.above if result.value > reference else shown.below


def number(value: float | None, factor: float, digits: int = 1) -> str:
    """A score as it is printed; a dash where there is none."""
    return "–" if value is None else f"{value * factor:.{digits}f}"


def p_text(value: float | None) -> str:
    """A p- or q-value as it is printed."""
    if value is None:
        return "–"
    return "< 0.001" if value < 0.001 else f"{value:.3f}"
