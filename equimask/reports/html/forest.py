"""Forest plots: of one measure by place, or of all measures of one place; all models in each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from equimask.audits.places import Place
from equimask.audits.results import Audit, Cell
from equimask.core.drawing import GREY
from equimask.core.errors import check_choice
from equimask.metrics import measure_of
from equimask.reports.digits import decimals_of, interval, number
from equimask.reports.html.looks import Look, explain, model_looks, told
from equimask.reports.html.selection import (
    cells_of_all,
    common_neutral,
    measured,
    noun_of,
    told_apart,
)
from equimask.reports.html.sentences import reference
from equimask.reports.html.views import WIDTH, Picture, label_rows
from equimask.reports.standardised import standardised

_NUMBERS = 0.8  # inches more for numbers beside the lines
_TOGETHER = 0.66  # of a line, that the bars of several models share
_BESIDE = 0.18  # lines that each further model needs


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


def paint_bars(
    axes: Any, labels: Sequence[str], series: Sequence[Series], line: float | None
) -> None:
    """The first label stands on top; several series of a label lie close below each other."""
    if line is not None:
        axes.axvline(line, color="black", linewidth=1, linestyle=":")
    step = _TOGETHER / len(series)
    for place, one in enumerate(series):
        shift = (place - (len(series) - 1) / 2) * step
        paint_nulls(axes, one.nulls, shift, 0.76 if len(series) == 1 else 0.9 * step)
        _paint_series(axes, one, shift, len(series) == 1)
    label_rows(axes, labels)
    explain(axes, [Look(one.name, one.colour, one.marker, "") for one in series])


def paint_nulls(
    axes: Any, nulls: Sequence[Null | None], shift: float = 0.0, height: float = 0.76
) -> None:
    """A grey band behind the line of each label that has one."""
    known = [(row + shift, null) for row, null in enumerate(nulls) if null is not None]
    if not known:
        return
    rows = [row for row, _ in known]
    left = [null.value - null.error for _, null in known]
    width = [2 * null.error for _, null in known]
    axes.barh(rows, width, left=left, height=height, color=GREY, alpha=0.3)
    middle = [null.value for _, null in known]
    axes.plot(middle, rows, "|", color=GREY, markersize=14 * height)


def _paint_series(axes: Any, one: Series, shift: float, alone: bool) -> None:
    """Few long paths, not many short ones: the page stays small."""
    bars = [(bar, row + shift) for row, bar in enumerate(one.bars) if bar is not None]
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


def signpost(measure: str) -> str:
    """What low and high scores prefer, under an axis that goes from left to right."""
    shown = measure_of(measure)
    return f"← {shown.below.short} | {shown.above.short} →"


def forest(audit: Audit, measure: str) -> Picture:
    """The scores of a measure, a line for every place and in it a bar for every model."""
    check_choice(measure, measured(audit), "a measure of this audit")
    cells = cells_of_all(audit, measure)
    shown = measure_of(measure)
    places = list(dict.fromkeys(cell.place for cell in cells))
    looks = [look for key, look in model_looks(audit).items() if key in {c.model for c in cells}]
    series = [_series(audit, measure, places, look) for look in looks]
    neutral = common_neutral(cell.result.neutral for cell in cells)

    def paint(axes: Any) -> None:
        names = told_apart([place.name for place in places], ", ")
        paint_bars(axes, names, series, None if neutral is None else neutral * shown.factor)
        axes.set_xlabel(f"{shown.axis}\n{signpost(measure)}")

    title = f"{shown.label} by {noun_of(places)}"
    size = len(places) * (1.0 + _BESIDE * (len(series) - 1))
    description = _description(cells, looks, neutral)
    return Picture(f"forest-{measure}", title, description, size, paint)


def _series(audit: Audit, measure: str, places: Sequence[Place], look: Look) -> Series:
    cells = [audit.cell(place, measure, look.name) for place in places]
    return Series(
        look.name,
        look.colour,
        look.marker,
        [None if cell is None else _bar(cell) for cell in cells],
        [None if cell is None else _null(cell) for cell in cells],
    )


def _bar(cell: Cell) -> Bar:
    result, factor = cell.result, measure_of(cell.measure).factor
    low, high = (None if end is None else end * factor for end in (result.ci_low, result.ci_high))
    return Bar(result.value * factor, low, high, cell.verdict.is_finding)


def _null(cell: Cell) -> Null | None:
    result, factor = cell.result, measure_of(cell.measure).factor
    if result.null is None:
        return None
    return Null(result.null * factor, (result.null_stderr or 0.0) * factor)


def _description(cells: list[Cell], looks: Sequence[Look], neutral: float | None) -> str:
    lowest, highest = (pick(cells, key=lambda c: c.result.value) for pick in (min, max))
    factor = measure_of(cells[0].measure).factor
    places = list(dict.fromkeys(cell.place for cell in cells))
    parts = [
        f"One line per {noun_of(places)}, {len(places)} in all: a point for the "
        "score and a bar for its interval. Filled points differ from their "
        f"{reference(cells)} by more than chance explains.",
        f"Lowest: {_where(lowest, looks)}, {_score(lowest)}; "
        f"highest: {_where(highest, looks)}, {_score(highest)}.",
    ]
    if neutral is not None:
        parts.append(f"The dotted line is the neutral point, {neutral * factor:.0f}.")
    if any(cell.result.null is not None for cell in cells):
        parts.append("Grey bands show where untrained twins of the model score, with their error.")
    parts += [told(looks), "The table has the numbers."]
    return " ".join(filter(None, parts))


def _where(cell: Cell, looks: Sequence[Look]) -> str:
    return cell.place.name if len(looks) < 2 else f"{cell.place.name} ({cell.model})"


def _score(cell: Cell) -> str:
    factor = measure_of(cell.measure).factor
    return number(cell.result.value, factor, decimals_of(cell.result, factor))


def forest_of_measures(audit: Audit) -> Picture:
    """All measures of an audit of one place on one scale: standard errors from where each starts.

    What has no start has no place on it, and only its number is told.
    """
    (place,) = audit.places
    measures = measured(audit)
    looks = list(model_looks(audit).values())
    series = [_standardised_series(audit, measures, look) for look in looks]

    def paint(axes: Any) -> None:
        names = [measure_of(measure).label for measure in measures]
        paint_bars(axes, names, series, 0.0)
        if len(looks) == 1:
            _tell(axes, [audit.cell(place, measure) for measure in measures])
        axes.set_xlabel(f"standard errors from the {start}\n{_both_ways(measures)}")

    cells = [cell for measure in measures for cell in cells_of_all(audit, measure)]
    start = reference(cells)
    description = (
        f"One line for each of {len(measures)} measures of {place.name}: how many standard errors "
        f"the score lies from its {start}, with a bar for its interval; to the right is towards "
        f"the stereotype, or men. Filled points differ from their {start} by more than chance "
        f"explains. {told(looks)} The table has the numbers."
    ).replace("  ", " ")
    size = len(measures) * (1.0 + _BESIDE * (len(series) - 1))
    width = WIDTH + (_NUMBERS if len(looks) == 1 else 0.0)
    return Picture("forest", f"{place.name}: all measures", description, size, paint, width)


def _both_ways(measures: Sequence[str]) -> str:
    """What both ends of a scale mean that is turned towards the claim, of all measures."""
    shown = [measure_of(measure) for measure in measures]
    ends = [(one.away, one.claim) for one in shown]
    away, towards = ("/".join(dict.fromkeys(side)) for side in zip(*ends, strict=True))
    return f"← {away} | {towards} →"


def _standardised_series(audit: Audit, measures: Sequence[str], look: Look) -> Series:
    found = [audit.cell(audit.places[0], measure, look.name) for measure in measures]
    bars = [None if cell is None else _standardised_bar(cell) for cell in found]
    return Series(look.name, look.colour, look.marker, bars)


def _standardised_bar(cell: Cell) -> Bar | None:
    result, measure = cell.result, measure_of(cell.measure)

    def scaled(value: float | None) -> float | None:
        if value is None:
            return None
        return standardised(measure, result, value)

    middle = scaled(result.value)
    if middle is None:
        return None
    low, high = scaled(result.ci_low), scaled(result.ci_high)
    if low is not None and high is not None:
        low, high = sorted((low, high))
    return Bar(middle, low, high, cell.verdict.is_finding)


def _tell(axes: Any, cells: Sequence[Cell | None]) -> None:
    """Score and interval in their own unit, to the right of the line."""
    for row, cell in enumerate(cells):
        if cell is not None:
            shown = measure_of(cell.measure)
            text = f"{_score(cell)} ({interval(cell.result, shown.factor, ' to ')}) {shown.unit}"
            axes.text(
                1.02, row, text.strip(), transform=axes.get_yaxis_transform(), va="center",
                fontsize=8, fontweight="bold" if cell.verdict.is_finding else "normal",
            )  # fmt: skip
