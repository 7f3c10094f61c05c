"""Forest plots and their tables: the scores, both directions, the distance from a baseline.

Stereotypes about women and about men stand apart, because one number can hide two.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import cycle
from typing import Any

from equimask.audits.results import Audit, Cell, Comparison, Part
from equimask.core.drawing import BLUE, GENDER_COLOURS, GREY, ORANGE
from equimask.core.result import BiasResult
from equimask.metrics import measure_of
from equimask.reports.digits import decimals_of, interval, number
from equimask.reports.html.selection import (
    cells_of,
    common_neutral,
    measured,
    noun_of,
    told_apart,
)
from equimask.reports.html.sentences import reference
from equimask.reports.html.views import LEGEND, Picture, Sheet, View, draw, label_rows, sheet
from equimask.reports.terminal import p_text

_LOOKS = ((BLUE, "o"), (ORANGE, "s"))
_MARKERS = {"female": "s", "male": "o"}
_ABOUT = {"female": "about women", "male": "about men"}


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
    for place, one in enumerate(series):
        _paint_series(axes, one, (place - (len(series) - 1) / 2) * step)
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
    return f"← {more}{shown.below.short} | {more}{shown.above.short} →"


def forest(audit: Audit, measure: str) -> Picture:
    """One line per place."""
    cells = cells_of(audit, measure)
    noun = noun_of(cell.place for cell in cells)
    factor = measure_of(cells[0].measure).factor
    series = []
    for key, (colour, marker) in zip(audit.model_keys, cycle(_LOOKS), strict=False):
        own = [audit.cell(cell.place, measure, key) for cell in cells]
        bars = [None if cell is None else _score_bar(cell, factor) for cell in own]
        series.append(Series(key, colour, marker, bars))
    neutral = common_neutral(cell.result.neutral for cell in cells)

    def paint(axes: Any) -> None:
        paint_nulls(axes, [_null(cell, factor) for cell in cells])
        _paint_scores(axes, cells, series, neutral)

    title = f"{measure_of(measure).label} by {noun}"
    size = len(cells) * (1.0 if len(series) == 1 else 1.35)
    return draw(f"forest-{measure}", title, _description(cells, series, neutral), size, paint)


def _paint_scores(
    axes: Any, cells: Sequence[Cell], series: Sequence[Series], neutral: float | None
) -> None:
    shown = measure_of(cells[0].measure)
    names = told_apart([cell.place.name for cell in cells], ", ")
    paint_bars(axes, names, series, _scaled(neutral, shown.factor))
    axes.set_xlabel(f"{shown.axis}\n{signpost(shown.name)}")


def _scaled(value: float | None, factor: float) -> float | None:
    return None if value is None else value * factor


def _bar(
    value: float,
    found: BiasResult | Part | Comparison,
    factor: float,
    sure: bool,
    null: float | None = None,
) -> Bar:
    low, high, own = (_scaled(one, factor) for one in (found.ci_low, found.ci_high, null))
    return Bar(value * factor, low, high, sure, own)


def _score_bar(cell: Cell, factor: float) -> Bar:
    return _bar(cell.result.value, cell.result, factor, cell.verdict.is_finding)


def _null(cell: Cell, factor: float) -> Null | None:
    result = cell.result
    if result.null is None:
        return None
    return Null(result.null * factor, (result.null_stderr or 0.0) * factor)


def _description(cells: list[Cell], series: list[Series], neutral: float | None) -> str:
    lowest, highest = (pick(cells, key=lambda c: c.result.value) for pick in (min, max))
    factor = measure_of(cells[0].measure).factor
    parts = [
        f"One line per {noun_of(c.place for c in cells)}, {len(cells)} in all: a point for the "
        "score and a bar for its interval. Filled points differ from their "
        f"{reference(cells)} by more than chance explains.",
        f"Lowest: {lowest.place.name}, {_score(lowest)}; "
        f"highest: {highest.place.name}, {_score(highest)}.",
    ]
    if neutral is not None:
        parts.append(f"The dotted line is the neutral point, {neutral * factor:.0f}.")
    if any(cell.result.null is not None for cell in cells):
        parts.append("Grey bands show where untrained twins of the model score, with their error.")
    if len(series) > 1:
        parts.append(f"Circles are {series[0].name}, squares {series[1].name}.")
    parts.append("The table has the numbers.")
    return " ".join(parts)


def _score(cell: Cell) -> str:
    factor = measure_of(cell.measure).factor
    return number(cell.result.value, factor, decimals_of(cell.result, factor))


def direction_views(audit: Audit) -> list[View]:
    """A forest with two bars per place and its table, for every measure with directions."""
    views = []
    for measure in measured(audit):
        cells = [cell for cell in cells_of(audit, measure) if cell.by_direction]
        if cells:
            views.append(View(_direction_picture(cells), (_direction_sheet(cells),)))
    return views


def _direction_picture(cells: list[Cell]) -> Picture:
    factor = measure_of(cells[0].measure).factor
    directions = list(dict.fromkeys(part.name for cell in cells for part in cell.by_direction))
    series = [
        Series(
            _ABOUT.get(name, name),
            GENDER_COLOURS[name],
            _MARKERS[name],
            [_direction_bar(cell, name, factor) for cell in cells],
        )
        for name in directions
    ]
    parts = [part for cell in cells for part in cell.by_direction]
    neutral = common_neutral(part.neutral for part in parts)
    return draw(
        f"directions-{cells[0].measure}",
        f"{measure_of(cells[0].measure).label}: stereotypes about women and about men",
        f"Two bars for each of {len(cells)} lines: pairs whose stereotype is about women "
        "(squares) and about men (circles), each with its interval. "
        + ("The dotted line is the neutral point. " if neutral is not None else "")
        + ("Grey strokes are what untrained twins score. " if _have_nulls(cells) else "")
        + f"Filled signs differ from their {reference(cells)} by more than chance explains. The "
        "table has the numbers.",
        1.35 * len(cells),
        lambda axes: _paint_scores(axes, cells, series, neutral),
    )


def _have_nulls(cells: list[Cell]) -> bool:
    return any(part.null is not None for cell in cells for part in cell.by_direction)


def _direction_bar(cell: Cell, name: str, factor: float) -> Bar | None:
    part = {part.name: part for part in cell.by_direction}.get(name)
    if part is None:
        return None
    return _bar(part.value, part, factor, cell.verdict_on(part).is_finding, part.null)


def _direction_sheet(cells: list[Cell]) -> Sheet:
    null = ("null",) if _have_nulls(cells) else ()
    columns = ("data", "stereotypes", "score", "interval", *null, "p", "q", "n", "mde ±")
    columns = (*columns, "preferred")
    rows = [_direction_row(cell, part, bool(null)) for cell in cells for part in cell.by_direction]
    caption = f"{measure_of(cells[0].measure).axis}: stereotypes about women and about men"
    return sheet(
        f"direction-{cells[0].measure}", caption, columns, rows, ("stereotypes", "preferred")
    )


def _direction_row(cell: Cell, part: Part, calibrated: bool) -> tuple[str, ...]:
    factor = measure_of(cell.measure).factor
    digits = decimals_of(part, factor)
    return (
        cell.place.name,
        _ABOUT.get(part.name, part.name),
        number(part.value, factor, digits),
        interval(part, factor, " to "),
        *((number(part.null, factor, digits),) if calibrated else ()),
        p_text(part.p_value),
        p_text(part.q_value),
        str(part.n),
        number(part.mde, factor, digits),
        cell.verdict_on(part).short,
    )


def comparison_views(audit: Audit) -> list[View]:
    """A forest of differences and its table, for every measure that was compared."""
    views = []
    for measure in measured(audit):
        found = [c for c in audit.comparisons if c.measure == measure]
        if found:
            views.append(
                View(_comparison_picture(measure, found), (_comparison_sheet(measure, found),))
            )
    return views


def _comparison_picture(measure: str, found: Sequence[Comparison]) -> Picture:
    factor = measure_of(measure).factor
    bars = [_bar(one.difference, one, factor, one.verdict.is_finding) for one in found]

    def paint(axes: Any) -> None:
        names = told_apart([one.place.name for one in found], ", ")
        paint_bars(axes, names, [Series("difference", BLUE, "o", bars)], 0.0)
        axes.set_xlabel(f"difference of {measure_of(measure).axis}\n{signpost(measure, 'more ')}")

    description = (
        f"One line per {noun_of(c.place for c in found)}, {len(found)} in all: the model's score "
        "minus the baseline's, with the interval of the difference. The dotted line is no "
        "difference. Filled points differ from it by more than chance explains. The table has the "
        "numbers."
    )
    title = f"{measure_of(measure).label}: model minus baseline"
    return draw(f"difference-{measure}", title, description, len(found), paint)


def _comparison_sheet(measure: str, found: Sequence[Comparison]) -> Sheet:
    factor = measure_of(measure).factor
    columns = (
        "data", "model", "baseline", "difference", "interval", "p", "q", "n", "mde ±",
        "model leans more to",
    )  # fmt: skip
    rows = [_comparison_row(one, factor) for one in found]
    caption = f"{measure_of(measure).axis}: model minus baseline"
    return sheet(f"differences-{measure}", caption, columns, rows, words=columns[-1:])


def _comparison_row(one: Comparison, factor: float) -> tuple[str, ...]:
    digits = decimals_of(one, factor)
    values = (one.value, one.other_value, one.difference)
    return (
        one.place.name,
        *(number(value, factor, digits) for value in values),
        interval(one, factor, " to "),
        p_text(one.p_value),
        p_text(one.q_value),
        str(one.n),
        number(one.mde, factor, digits),
        one.verdict.short,
    )
