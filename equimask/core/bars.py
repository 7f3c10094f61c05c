"""Bars by line: values with their intervals, the series of one label close below each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import fill
from typing import Any

from equimask.core.drawing import GREY
from equimask.core.looks import Look, explain

_TOGETHER = 0.66  # of a line, that the bars of several series share
_LONG, _SMALL = 27, 7  # characters of a name on one line; points of a name that takes two
_LINES, _LINE = 2, _SMALL * 1.25 / 72  # lines of a name that a row has room for; inches of one


@dataclass(frozen=True)
class Bar:
    """A value with its interval; `sure` ones are drawn filled, the others hollow."""

    value: float
    low: float | None
    high: float | None
    sure: bool


@dataclass(frozen=True)
class Null:
    """Where untrained twins score, and how surely that is known."""

    value: float
    error: float


@dataclass(frozen=True)
class Series:
    """One bar per label, None where there is none; behind each its null, if it has one."""

    name: str
    colour: str
    marker: str
    bars: Sequence[Bar | None]
    nulls: Sequence[Null | None] = ()

    def has(self, row: int) -> bool:
        """Whether anything of it is drawn there."""
        return any(row < len(some) and some[row] is not None for some in (self.bars, self.nulls))


def paint_bars(
    axes: Any, labels: Sequence[str], series: Sequence[Series], line: float | None
) -> None:
    """The first label stands on top; several series of a label lie close below each other.

    Those that have no bar there take no room.
    """
    if line is not None:
        axes.axvline(line, color="black", linewidth=1, linestyle=":")
    step = _TOGETHER / len(series)
    shifts = _shifts(series, len(labels), step)
    for one, own in zip(series, shifts, strict=True):
        paint_nulls(axes, one.nulls, own, 0.76 if len(series) == 1 else 0.9 * step)
        _paint_series(axes, one, own, len(series) == 1)
    label_rows(axes, labels)
    explain(axes, [Look(one.name, one.colour, one.marker, "") for one in series])


def _shifts(series: Sequence[Series], rows: int, step: float) -> list[list[float]]:
    """How far below the middle of each row the bar of each series lies."""
    shifts = [[0.0] * rows for _ in series]
    for row in range(rows):
        there = [k for k, one in enumerate(series) if one.has(row)]
        for place, k in enumerate(there):
            shifts[k][row] = (place - (len(there) - 1) / 2) * step
    return shifts


def paint_nulls(
    axes: Any, nulls: Sequence[Null | None], shifts: Sequence[float] = (), height: float = 0.76
) -> None:
    """A grey band behind the line of each label that has one."""
    known = [
        (row + (shifts[row] if shifts else 0.0), null)
        for row, null in enumerate(nulls)
        if null is not None
    ]
    if not known:
        return
    rows = [row for row, _ in known]
    left = [null.value - null.error for _, null in known]
    width = [2 * null.error for _, null in known]
    axes.barh(rows, width, left=left, height=height, color=GREY, alpha=0.3)
    middle = [null.value for _, null in known]
    axes.plot(middle, rows, "|", color=GREY, markersize=14 * height)


def _paint_series(axes: Any, one: Series, shifts: Sequence[float], alone: bool) -> None:
    """Few long paths, not many short ones: the page stays small."""
    bars = [(bar, row + shifts[row]) for row, bar in enumerate(one.bars) if bar is not None]
    ends = [(bar.low, bar.high, y) for bar, y in bars if None not in (bar.low, bar.high)]
    axes.plot(
        [x for low, high, _ in ends for x in (low, high, None)],
        [y for _, _, height in ends for y in (height, height, None)],
        color=one.colour,
        linewidth=1.5 if alone else 1.1,
    )
    for sure, inside in ((True, one.colour), (False, "white")):
        points = [(bar.value, y) for bar, y in bars if bar.sure == sure]
        if points:
            axes.plot(
                *zip(*points, strict=True),
                one.marker,
                color=one.colour,
                markerfacecolor=inside,
                markersize=5 if alone else 3.8,
            )


def label_rows(axes: Any, labels: Sequence[str]) -> None:
    """Rows 0, 1, … from top to bottom, named on the left; long names are broken and have room."""
    long = max(map(len, labels), default=0) > _LONG
    shown = [fill(label, _LONG, break_on_hyphens=False) for label in labels] if long else labels
    if (lines := max((text.count("\n") + 1 for text in shown), default=1)) > _LINES:
        room = (lines - _LINES) * len(labels) * _LINE
        axes.figure.set_figheight(axes.figure.get_figheight() + room)
    axes.set_yticks(range(len(labels)), shown, fontsize=_SMALL if long else None)
    axes.set_ylim(len(labels) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
