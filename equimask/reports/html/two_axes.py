"""What one score mixes: how often men win, and what stereotypes move.

A model that writes "he" everywhere follows half of all stereotypes and has none of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from equimask.audits.results import Audit, Cell
from equimask.core.looks import Look, told
from equimask.metrics import measure_of
from equimask.reports.html.looks import model_looks
from equimask.reports.html.scatter import ROWS, Spot, paint_spots
from equimask.reports.html.selection import (
    cells_of_all,
    noun_of,
    one_per_metric,
    told_apart,
)
from equimask.reports.html.sentences import listed
from equimask.reports.html.views import Picture

_HALF = 50.0
_SHARE, _CONTRAST = "male_prevalence", "stereotype_contrast_d"


def two_axes(audit: Audit) -> list[Picture]:
    """A figure per metric with a point for every place; of one place, one with all metrics.

    Metrics that read the same rows have the same points, and one figure.
    """
    looks = model_looks(audit)
    by_metric = {
        measure: [cell for cell in cells_of_all(audit, measure) if _has_both(cell)]
        for measure in one_per_metric(audit)
    }
    alike = _alike([own for own in by_metric.values() if own])
    if len(audit.places) > 1:
        return [_of_metrics(first, measures, looks) for first, measures in alike]
    cells = [cell for first, _ in alike for cell in first]
    if not cells:
        return []
    names = [", ".join(_labels(measures)) for first, measures in alike for _ in first]
    title = f"{audit.places[0].name}: what stereotypes move, and how often men win"
    return [_picture("two-axes", title, "measure", cells, names, looks)]


def _has_both(cell: Cell) -> bool:
    found = cell.result.details
    return found.get(_SHARE) is not None and found.get(_CONTRAST) is not None


def _alike(by_metric: Sequence[list[Cell]]) -> list[tuple[list[Cell], list[str]]]:
    """The cells of the first of those that have the same numbers, and the measures of all."""
    found: dict[tuple[Any, ...], tuple[list[Cell], list[str]]] = {}
    for cells in by_metric:
        numbers = tuple(
            (cell.model, cell.place, *map(cell.result.details.get, (_SHARE, _CONTRAST)))
            for cell in cells
        )
        found.setdefault(numbers, (cells, []))[1].append(cells[0].measure)
    return list(found.values())


def _labels(measures: Sequence[str]) -> list[str]:
    return [measure_of(measure).label for measure in measures]


def _of_metrics(cells: list[Cell], measures: list[str], looks: Mapping[str, Look]) -> Picture:
    names = told_apart([cell.place.key for cell in cells], " ")
    noun = noun_of(cell.place for cell in cells)
    title = f"{listed(_labels(measures))}: stereotype and prevalence by {noun}"
    return _picture(f"two-axes-{measures[0]}", title, noun, cells, names, looks)


def _picture(
    key: str,
    title: str,
    noun: str,
    cells: Sequence[Cell],
    names: Sequence[str],
    looks: Mapping[str, Look],
) -> Picture:
    spots = [_spot(cell, name, looks[cell.model]) for cell, name in zip(cells, names, strict=True)]
    shown = [look for look in looks.values() if any(spot.look == look for spot in spots)]

    def paint(axes: Any) -> None:
        named = ("men win, % of rows\n← women | men →", "stereotype contrast, d")
        paint_spots(axes, spots, shown, named, (_HALF, 0.0))

    listing = "; ".join(
        f"{name}{f' ({spot.look.name})' if len(shown) > 1 else ''} {spot.x:.0f} % and {spot.y:.1f}"
        for name, spot in zip(names, spots, strict=True)
    )
    description = (
        f"A point per {noun}{' and model' if len(shown) > 1 else ''}, {len(spots)} in all"
        f"{', with thin lines for its intervals' if len(shown) == 1 else ''}: from left to right "
        "how often the male side wins, from bottom to top by how much rows about men and rows "
        "about women differ, in standard deviations. Dotted lines are where neither side is "
        f"preferred. {told(shown)} {listing}."
    ).replace("  ", " ")
    return Picture(key, title, description, ROWS, paint)


def _spot(cell: Cell, name: str, look: Look) -> Spot:
    found = cell.result.details
    return Spot(
        name,
        found[_SHARE],
        found[_CONTRAST],
        look,
        True,
        _ends(found, _SHARE),
        _ends(found, _CONTRAST),
    )


def _ends(found: Mapping[str, Any], name: str) -> tuple[float, float] | None:
    low, high = (found.get(f"{name}_ci_{end}") for end in ("low", "high"))
    return None if low is None or high is None else (low, high)
