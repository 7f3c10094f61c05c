"""Scores with their intervals, drawn line by line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from equimask.core.drawing import GREY
from equimask.metrics import measure_of
from equimask.reports.html.views import LEGEND, label_rows


@dataclass(frozen=True)
class Bar:
    """A value with its interval; `sure` ones are drawn filled, the others hollow.

    `null` is a null of its own; those of whole lines are painted by `paint_nulls`.
    """

    value: float
    low: float | None
    high: float | None
    sure: bool
    null: float | None = None


@dataclass(frozen=True)
class Series:
    """One bar per label, None where there is none."""

    name: str
    colour: str
    marker: str
    bars: Sequence[Bar | None]


@dataclass(frozen=True)
class Null:
    """Where untrained twins score, and how surely that is known."""

    value: float
    error: float


def paint_bars(
    axes: Any, labels: Sequence[str], series: Sequence[Series], line: float | None
) -> None:
    """The first label stands on top; several series of a label lie close below each other."""
    if line is not None:
        axes.axvline(line, color="black", linewidth=1, linestyle=":")
    step = 0.6 / len(series)
    for number, one in enumerate(series):
        shift = (number - (len(series) - 1) / 2) * step
        _paint_series(axes, one, shift)
    label_rows(axes, labels)
    if len(series) > 1:
        _explain(axes, series)


def paint_nulls(axes: Any, nulls: Sequence[Null | None]) -> None:
    """A grey band behind the line of each label that has one."""
    known = [(row, null) for row, null in enumerate(nulls) if null is not None]
    rows = [row for row, _ in known]
    left = [null.value - null.error for _, null in known]
    width = [2 * null.error for _, null in known]
    axes.barh(rows, width, left=left, height=0.76, color=GREY, alpha=0.3)
    middle = [null.value for _, null in known]
    axes.plot(middle, rows, "|", color=GREY, markersize=11)


def _paint_series(axes: Any, one: Series, shift: float) -> None:
    """Few long paths, not many short ones: the page stays small."""
    bars = [(bar, row + shift) for row, bar in enumerate(one.bars) if bar is not None]
    nulls = [(bar.null, y) for bar, y in bars if bar.null is not None]
    if nulls:
        axes.plot(*zip(*nulls, strict=True), "|", color=GREY, markersize=9)
    ends = [(bar.low, bar.high, y) for bar, y in bars if None not in (bar.low, bar.high)]
    axes.plot(
        [x for low, high, _ in ends for x in (low, high, None)],
        [y for _, _, height in ends for y in (height, height, None)],
        color=one.colour,
        linewidth=1.5,
    )
    for sure, inside in ((True, one.colour), (False, "white")):
        points = [(bar.value, y) for bar, y in bars if bar.sure == sure]
        if points:
            axes.plot(
                *zip(*points, strict=True),
                one.marker,
                color=one.colour,
                markerfacecolor=inside,
                markersize=5.5,
            )


def _explain(axes: Any, series: Sequence[Series]) -> None:
    from matplotlib.lines import Line2D

    handles = [
        Line2D([], [], color=one.colour, marker=one.marker, linewidth=1.5, label=one.name)
        for one in series
    ]
    axes.figure.legend(handles=handles, loc="outside upper center", ncols=2, **LEGEND)


def signpost(measure: str, more: str = "") -> str:
    """What low and high scores prefer, under an axis that goes from left to right."""
    shown = measure_of(measure)
    return f"← {more}{shown.below} | {more}{shown.above} →"
