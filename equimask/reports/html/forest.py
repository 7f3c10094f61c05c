"""Forest plots: of one measure by place, or of all measures of one place; all models in each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from equimask.audits.places import Place
from equimask.audits.results import Audit, Cell
from equimask.core.bars import Bar, Null, Series, paint_bars
from equimask.core.errors import check_choice
from equimask.core.looks import Look, told
from equimask.metrics import measure_of
from equimask.reports.digits import decimals_of, interval, number
from equimask.reports.html.looks import model_looks
from equimask.reports.html.selection import (
    cells_of_all,
    common_neutral,
    measured,
    noun_of,
    told_apart,
)
from equimask.reports.html.sentences import reference
from equimask.reports.html.views import WIDTH, Picture
from equimask.reports.standardised import standardised

_NUMBERS = 0.8  # inches more for numbers beside the lines
_BESIDE = 0.18  # lines that each further model needs


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
