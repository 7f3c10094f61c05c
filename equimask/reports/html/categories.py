"""A score by category of stereotype: where it comes from, as far as so few pairs can tell."""

from __future__ import annotations

from equimask.audits.results import Audit, Cell
from equimask.metrics import measure_of
from equimask.reports.html.heat import part_entry
from equimask.reports.html.selection import cells_of, measured
from equimask.reports.html.views import Sheet, View, by_place


def category_views(audit: Audit) -> list[View]:
    """A map for every measure whose categories start somewhere, and for every model.

    MBE and DCBM have no neutral point unless they are calibrated: their maps would be empty.
    """
    views = []
    for measure in measured(audit):
        sheets = []
        for position, key in enumerate(audit.model_keys):
            cells = [cell for cell in cells_of(audit, measure, key) if cell.by_category]
            parts = [part for cell in cells for part in cell.by_category]
            if any(part.tested_against is not None for part in parts):
                sheets.append(_sheet(audit, position, cells))
        if sheets:
            views.append(View(None, tuple(sheets), f"{measure_of(measure).label} by category"))
    return views


def _sheet(audit: Audit, position: int, cells: list[Cell]) -> Sheet:
    shown = measure_of(cells[0].measure)
    own = {(part.name, cell.place): (cell, part) for cell in cells for part in cell.by_category}
    names = sorted({name for name, _ in own})
    sure = sum(cell.verdict_on(part).is_finding for cell, part in own.values())
    whose = f", {cells[0].model}" if len(audit.models) > 1 else ""
    caption = f"{shown.axis}, by category{whose}: {sure} of {len(own)} beyond chance (*)"
    places = [cell.place for cell in cells]
    return by_place(
        f"category-{shown.name}-{position}",
        caption,
        ("category", names),
        own,
        places,
        lambda found: part_entry(*found),
        kind="heat",
    )
