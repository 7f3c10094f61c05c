"""A score by category of stereotype: where it comes from, as far as so few pairs can tell."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from equimask.audits.results import Audit, Cell, Part
from equimask.core.drawing import BLUE, ORANGE
from equimask.metrics import measure_of
from equimask.reports.digits import decimals_of, number
from equimask.reports.html.selection import cells_of, measured, noun_of
from equimask.reports.html.sentences import counted, reference
from equimask.reports.html.views import Picture, Sheet, View, by_place, draw, label_rows

_LARGEST = 11.0  # points, the width of the largest sign
_SIZES = 8  # steps of width; the eye does not tell more apart
_NARROW = 5  # characters that fit side by side under a field


def category_views(audit: Audit) -> list[View]:
    """A field of dots and its table, for every measure whose categories start somewhere.

    MBE and DCBM have no neutral point unless they are calibrated: their fields would be empty.
    """
    views = []
    for measure in measured(audit):
        cells = [cell for cell in cells_of(audit, measure) if cell.by_category]
        parts = [part for cell in cells for part in cell.by_category]
        if any(part.tested_against is not None for part in parts):
            views.append(View(_picture(cells), _sheets(cells)))
    return views


def _names(cells: list[Cell]) -> list[str]:
    return sorted({part.name for cell in cells for part in cell.by_category})


def _distance(part: Part) -> float:
    start = part.tested_against
    return 0.0 if start is None else part.value - start


def _leans_to_the_claim(cell: Cell, part: Part) -> bool:
    shown = measure_of(cell.measure)
    return shown.direction * _distance(part) > 0


def _picture(cells: list[Cell]) -> Picture:
    names = _names(cells)
    largest = max((abs(_distance(p)) for cell in cells for p in cell.by_category), default=0.0)
    claim, opposite = cells[0].claim, measure_of(cells[0].measure).away

    def paint(axes: Any) -> None:
        _paint_signs(axes, cells, names, largest)
        label_rows(axes, names)
        keys = [cell.place.key for cell in cells]
        turned = 90 if max(map(len, keys)) > _NARROW else 0
        axes.set_xticks(range(len(cells)), keys, rotation=turned)
        axes.set_xlim(-0.6, len(cells) - 0.4)
        axes.tick_params(axis="x", length=0)
        axes.set_xlabel(f"circle: {claim}; square: {opposite}\nfilled: beyond chance")

    noun = noun_of(cell.place for cell in cells)
    label = measure_of(cells[0].measure).label
    sure = sum(cell.verdict_on(part).is_finding for cell in cells for part in cell.by_category)
    total = sum(len(cell.by_category) for cell in cells)
    factor = measure_of(cells[0].measure).factor
    return draw(
        f"categories-{cells[0].measure}",
        f"{label} by category",
        f"A field of {len(names)} categories by {counted(len(cells), noun)}. The larger a sign, "
        f"the farther the score of these pairs from its {reference(cells)}, at most "
        f"{largest * factor:.1f}. Circles lean to {claim}, squares to {opposite}. Filled signs, "
        f"{sure} of {total}, differ from it by more than chance explains. The table has the "
        "numbers.",
        len(names),
        paint,
    )


def _paint_signs(axes: Any, cells: list[Cell], names: list[str], largest: float) -> None:
    """Signs of one look are drawn at once: the page stays small."""
    looks: dict[tuple[int, bool, bool], list[tuple[int, int]]] = {}
    for column, cell in enumerate(cells):
        for part in cell.by_category:
            size = round(_SIZES * (abs(_distance(part)) / largest) ** 0.5) if largest else 0
            if size:
                sure = cell.verdict_on(part).is_finding
                look = size, _leans_to_the_claim(cell, part), sure
                looks.setdefault(look, []).append((column, names.index(part.name)))
    for (size, towards, sure), points in sorted(looks.items()):
        colour, marker = (BLUE, "o") if towards else (ORANGE, "s")
        axes.plot(
            *zip(*points, strict=True),
            marker,
            color=colour,
            markersize=_LARGEST * size / _SIZES,
            markerfacecolor=colour if sure else "none",
        )


def _sheets(cells: list[Cell]) -> tuple[Sheet, ...]:
    """The scores and, of a calibrated audit, the nulls that they are tested against."""
    measure, factor = cells[0].measure, measure_of(cells[0].measure).factor
    own = {(part.name, cell.place): (cell, part) for cell in cells for part in cell.by_category}
    places = [cell.place for cell in cells]

    def table(key: str, caption: str, text: Callable[[tuple[Cell, Part]], str]) -> Sheet:
        caption = f"{measure_of(measure).axis}, {caption}"
        return by_place(key, caption, ("category", _names(cells)), own, places, text)

    def score(found: tuple[Cell, Part]) -> str:
        cell, part = found
        star = "*" if cell.verdict_on(part).is_finding else ""
        return number(part.value, factor, decimals_of(part, factor)) + star

    def null(found: tuple[Cell, Part]) -> str:
        return number(found[1].null, factor, decimals_of(found[1], factor))

    scores = table(f"category-{measure}", "by category (* beyond chance)", score)
    if all(part.null is None for _, part in own.values()):
        return (scores,)
    return scores, table(
        f"category-null-{measure}", "by category: what untrained twins score", null
    )
