"""Stereotypes about women and about men stand apart, because one number can hide two."""

from __future__ import annotations

from equimask.audits.results import Audit, Cell, Part
from equimask.metrics import measure_of
from equimask.reports.digits import decimals_of, interval, number
from equimask.reports.html.heat import part_entry
from equimask.reports.html.selection import cells_of_all, measured
from equimask.reports.html.views import Entry, Sheet, View, sheet
from equimask.reports.terminal import p_text

_ABOUT = {"female": "about women", "male": "about men"}


def direction_views(audit: Audit) -> list[View]:
    """A table for every measure with directions."""
    views = []
    for measure in measured(audit):
        cells = [cell for cell in cells_of_all(audit, measure) if cell.by_direction]
        if cells:
            title = f"{measure_of(measure).label}: stereotypes about women and about men"
            views.append(View(None, (_sheet(audit, cells, title),), title))
    return views


def _sheet(audit: Audit, cells: list[Cell], title: str) -> Sheet:
    compared = len(audit.models) > 1
    nulls = any(part.null is not None for cell in cells for part in cell.by_direction)
    columns = (
        audit.what_varies, *(("model",) if compared else ()), "stereotypes", "score", "interval",
        "preferred", "q", "n", "mde ±", *(("null",) if nulls else ()), "p",
    )  # fmt: skip
    rows = [_row(cell, part, compared, nulls) for cell in cells for part in cell.by_direction]
    words = ("model", "stereotypes", "preferred")
    caption = f"{title}, {measure_of(cells[0].measure).unit}".removesuffix(", ")
    key = f"direction-{cells[0].measure}"
    return sheet(key, caption, columns, rows, words, chosen=("model", "stereotypes"))


def _row(cell: Cell, part: Part, compared: bool, nulls: bool) -> tuple[str | Entry, ...]:
    factor = measure_of(cell.measure).factor
    digits = decimals_of(part, factor)
    return (
        cell.place.name,
        *((cell.model,) if compared else ()),
        _ABOUT.get(part.name, part.name),
        part_entry(cell, part)._replace(text=number(part.value, factor, digits), tip=""),
        interval(part, factor, " to "),
        cell.verdict_on(part).short,
        p_text(part.q_value),
        str(part.n),
        number(part.mde, factor, digits),
        *((number(part.null, factor, digits),) if nulls else ()),
        p_text(part.p_value),
    )
