"""Stereotypes about women and about men apart: one number can hide two."""

from __future__ import annotations

from typing import Any

from equimask.audits.results import Audit, Cell, Part
from equimask.core.drawing import GENDER_COLOURS
from equimask.metrics import measure_of
from equimask.reports.html.axes import signpost
from equimask.reports.html.intervals import Bar, Series, paint_bars
from equimask.reports.html.pictures import Picture, draw
from equimask.reports.html.selection import cells_of, common_neutral, language_name, measured
from equimask.reports.html.sentences import reference
from equimask.reports.html.sheets import Sheet, sheet, span
from equimask.reports.html.views import View
from equimask.reports.terminal import number, p_text
from equimask.stats import ALPHA

_MARKERS = {"female": "s", "male": "o"}
_ABOUT = {"female": "about women", "male": "about men"}


def direction_views(audit: Audit) -> list[View]:
    """A forest with two bars per language and its table, for every measure with directions."""
    views = []
    for measure in measured(audit):
        cells = [cell for cell in cells_of(audit, measure) if cell.by_direction]
        if cells:
            views.append(View(_picture(cells), (_sheet(cells),)))
    return views


def _picture(cells: list[Cell]) -> Picture:
    factor = measure_of(cells[0].measure).factor
    directions = list(dict.fromkeys(part.name for cell in cells for part in cell.by_direction))
    series = [
        Series(
            _ABOUT.get(name, name),
            GENDER_COLOURS[name],
            _MARKERS[name],
            [_bar(cell, name, factor) for cell in cells],
        )
        for name in directions
    ]
    parts = [part for cell in cells for part in cell.by_direction]
    neutral = common_neutral(part.neutral for part in parts)

    def paint(axes: Any) -> None:
        names = [language_name(cell.language) for cell in cells]
        paint_bars(axes, names, series, None if neutral is None else neutral * factor)
        axes.set_xlabel(f"{measure_of(cells[0].measure).axis}\n{signpost(cells[0].measure)}")

    return draw(
        f"directions-{cells[0].measure}",
        f"{measure_of(cells[0].measure).label}: stereotypes about women and about men",
        f"Two bars for each of {len(cells)} languages: pairs whose stereotype is about women "
        "(squares) and about men (circles), each with its interval. "
        + ("The dotted line is the neutral point. " if neutral is not None else "")
        + ("Grey strokes are what untrained twins score. " if _have_nulls(cells) else "")
        + f"Filled signs differ from their {reference(cells)} by more than chance explains. The "
        "table has the numbers.",
        1.35 * len(cells),
        paint,
    )


def _have_nulls(cells: list[Cell]) -> bool:
    return any(part.null is not None for cell in cells for part in cell.by_direction)


def _bar(cell: Cell, name: str, factor: float) -> Bar | None:
    part = {part.name: part for part in cell.by_direction}.get(name)
    if part is None:
        return None
    return Bar(
        part.value * factor,
        None if part.ci_low is None else part.ci_low * factor,
        None if part.ci_high is None else part.ci_high * factor,
        part.q_value is not None and part.q_value < ALPHA,
        None if part.null is None else part.null * factor,
    )


def _sheet(cells: list[Cell]) -> Sheet:
    null = ("null",) if _have_nulls(cells) else ()
    columns = ("language", "stereotypes", "score", "interval", *null, "p", "q", "n", "mde ±")
    rows = [_row(cell, part, bool(null)) for cell in cells for part in cell.by_direction]
    caption = f"{measure_of(cells[0].measure).axis}: stereotypes about women and about men"
    return sheet(f"direction-{cells[0].measure}", caption, columns, rows, words=("stereotypes",))


def _row(cell: Cell, part: Part, calibrated: bool) -> tuple[str, ...]:
    factor = measure_of(cell.measure).factor
    return (
        language_name(cell.language),
        _ABOUT.get(part.name, part.name),
        number(part.value, factor),
        span(number(part.ci_low, factor), number(part.ci_high, factor)),
        *((number(part.null, factor),) if calibrated else ()),
        p_text(part.p_value),
        p_text(part.q_value),
        str(part.n),
        number(part.mde, factor),
    )
