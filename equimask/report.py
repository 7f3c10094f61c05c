"""Results for the eye: the terminal table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.box import SIMPLE_HEAD
from rich.table import Table

from equimask.result import BiasResult


class _Shown(NamedTuple):
    """How a metric is printed, and what a score above and below its neutral point prefers."""

    name: str
    factor: float
    above: str
    below: str


_STEREOTYPE, _MALE = ("stereotype", "anti-stereotype"), ("male", "female")
_SHOWN = {
    "s_jsd": _Shown("s_jsd·10³", 1e3, *reversed(_STEREOTYPE)),
    "cps": _Shown("cps %", 1.0, *_STEREOTYPE),
    "aul": _Shown("aul %", 1.0, *_STEREOTYPE),
    "mbe": _Shown("mbe %", 1.0, *_MALE),
    "sbm": _Shown("sbm %", 1.0, *_MALE),
    "dcbm": _Shown("dcbm %", 1.0, *_MALE),
    "latent_pmi": _Shown("l_pmi·10³", 1e3, "gendered", "none shown"),
}


def result_table(results: Sequence[tuple[str, BiasResult]], title: str | None = None) -> Table:
    """One line per (label, result), within 80 characters: score, interval, neutral point, power."""
    table = Table(title=title, title_justify="left", box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for heading in ("data", "metric"):
        table.add_column(heading, no_wrap=True)
    for heading in ("score", "interval", "neutral", "p", "n", "mde"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("preferred", no_wrap=True)
    for label, result in results:
        shown = _SHOWN[result.metric]
        factor = shown.factor
        table.add_row(
            label,
            shown.name,
            _number(result.value, factor),
            f"{_number(result.ci_low, factor)}…{_number(result.ci_high, factor)}",
            _number(result.neutral, factor, digits=0),
            _p(result.p_value),
            str(result.n) if result.n < 10**6 else f"{result.n / 1e6:.1f}M",
            f"±{_number(result.mde, factor)}",
            reading(result),
        )
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
    if result.p_value is None or result.p_value >= 0.05:
        return "none shown"
    if result.neutral is None:
        return "uncalibrated"
    shown = _SHOWN[result.metric]
    return shown.above if result.value > result.neutral else shown.below


def _number(value: float | None, factor: float, digits: int = 1) -> str:
    return "–" if value is None else f"{value * factor:.{digits}f}"


def _p(value: float | None) -> str:
    if value is None:
        return "–"
    return "< 0.001" if value < 0.001 else f"{value:.3f}"
