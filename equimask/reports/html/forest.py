"""A measure's scores by language, with intervals, neutral point, nulls and the baseline."""

from __future__ import annotations

from typing import Any

from equimask.audits.results import BASELINE, Audit, Cell
from equimask.core.drawing import BLUE, ORANGE
from equimask.metrics import measure_of
from equimask.metrics.spec import NONE_SHOWN, UNCALIBRATED
from equimask.reports.html.axes import signpost
from equimask.reports.html.intervals import Bar, Null, Series, paint_bars, paint_nulls
from equimask.reports.html.pictures import Picture, draw
from equimask.reports.html.selection import cells_of, common_neutral, language_name
from equimask.reports.html.sentences import leaning, reference


def forest(audit: Audit, measure: str) -> Picture:
    """One line per language."""
    cells = cells_of(audit, measure)
    languages = [cell.language for cell in cells]
    factor = measure_of(cells[0].measure).factor
    series = [Series("model", BLUE, "o", [_bar(cell, factor) for cell in cells])]
    if audit.baseline is not None:
        others = [audit.cell(language, measure, BASELINE) for language in languages]
        bars = [None if cell is None else _bar(cell, factor) for cell in others]
        series.append(Series("baseline", ORANGE, "s", bars))
    neutral = common_neutral(cell.result.neutral for cell in cells)

    def paint(axes: Any) -> None:
        paint_nulls(axes, [_null(cell, factor) for cell in cells])
        names = [language_name(language) for language in languages]
        paint_bars(axes, names, series, None if neutral is None else neutral * factor)
        axes.set_xlabel(f"{measure_of(measure).axis}\n{signpost(measure)}")

    title = f"{measure_of(measure).label} by language"
    size = len(cells) * (1.0 if len(series) == 1 else 1.35)
    return draw(f"forest-{measure}", title, _description(cells, series, neutral), size, paint)


def _bar(cell: Cell, factor: float) -> Bar:
    result = cell.result
    return Bar(
        result.value * factor,
        None if result.ci_low is None else result.ci_low * factor,
        None if result.ci_high is None else result.ci_high * factor,
        leaning(cell) not in (NONE_SHOWN, UNCALIBRATED),
    )


def _null(cell: Cell, factor: float) -> Null | None:
    result = cell.result
    if result.null is None:
        return None
    return Null(result.null * factor, (result.null_stderr or 0.0) * factor)


def _description(cells: list[Cell], series: list[Series], neutral: float | None) -> str:
    lowest, highest = (pick(cells, key=lambda c: c.result.value) for pick in (min, max))
    factor = measure_of(cells[0].measure).factor
    parts = [
        f"One line per language, {len(cells)} in all: a point for the score and a bar for its "
        f"interval. Filled points differ from their {reference(cells)} by more than chance "
        "explains.",
        f"Lowest: {language_name(lowest.language)}, {lowest.result.value * factor:.1f}; "
        f"highest: {language_name(highest.language)}, {highest.result.value * factor:.1f}.",
    ]
    if neutral is not None:
        parts.append(f"The dotted line is the neutral point, {neutral * factor:.0f}.")
    if any(cell.result.null is not None for cell in cells):
        parts.append("Grey bands show where untrained twins of the model score, with their error.")
    if len(series) > 1:
        parts.append("Circles are the model, squares the baseline.")
    parts.append("The table has the numbers.")
    return " ".join(parts)
