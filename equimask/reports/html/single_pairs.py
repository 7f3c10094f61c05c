"""The pairs one by one: how their scores spread, and those at both ends.

The figure has the form of Figure 2 of Steinborn et al. 2022: outline, quartiles, mean, decision
boundary.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from equimask.audits.places import Place
from equimask.audits.results import Audit, Cell, PairTexts
from equimask.core.arrays import Floats
from equimask.core.drawing import BLUE, ORANGE
from equimask.metrics import measure_of
from equimask.reports.digits import number
from equimask.reports.html.selection import (
    cells_of,
    is_right_to_left,
    noun_of,
    paired_measures,
    told_apart,
)
from equimask.reports.html.views import LEGEND, Sheet, View, draw, label_rows, sheet

_BINS = 30
_SHOWN_SHARE = (1, 99)  # percentiles: a few far pairs would squeeze all others
_HALF = 0.42  # of a line, that the fullest bin takes
_COLOURS = (BLUE, ORANGE)
_QUARTILES = (25, 50, 75)
SHOWN_PAIRS = 5


def distribution(audit: Audit, measure: str) -> View:
    """Pair effects of a measure, one line per place; the baseline hangs below the line."""
    cells = {
        key: [cell for cell in cells_of(audit, measure, key) if cell.effects is not None]
        for key in audit.model_keys[:2]
    }
    places = [cell.place for cell in cells[audit.models[0].key]]
    effects = {(cell.model, cell.place): _known(cell) for own in cells.values() for cell in own}
    everything = np.concatenate(list(effects.values()))
    low, high = np.percentile([*everything, 0.0], _SHOWN_SHARE)
    edges = np.linspace(low, high, _BINS + 1)
    outside = int(((everything < low) | (everything > high)).sum())
    shown = measure_of(measure)

    def paint(axes: Any) -> None:
        axes.axvline(0.0, color="black", linewidth=1, linestyle=":")
        for row, place in enumerate(places):
            present = [key for key in cells if (key, place) in effects]
            for side, key in enumerate(cells):
                if key in present:
                    sides = ((-1,), (1,))[side] if len(present) > 1 else (-1, 1)
                    _paint_one(axes, effects[key, place], edges, row, sides, _COLOURS[side])
        label_rows(axes, told_apart([place.name for place in places], ", "))
        axes.set_xlim(low, high)
        axes.set_xlabel(f"pair score, {shown.row_unit}\n← {shown.away} | {shown.claim} →")
        if len(cells) > 1:
            _explain(axes, list(cells))

    label = shown.label
    size = len(places) * (1.1 if len(cells) == 1 else 1.5)
    picture = draw(
        f"pairs-{measure}", f"{label}: scores of the single pairs",
        _description(places, outside, len(cells) > 1), size, paint,
    )  # fmt: skip
    return View(picture, (_sheet(measure, cells, effects),))


def _known(cell: Cell) -> Floats:
    factor = measure_of(cell.measure).factor
    effects = np.zeros(0) if cell.effects is None else cell.effects
    return factor * effects[~np.isnan(effects)]


def _paint_one(
    axes: Any, values: Floats, edges: Floats, row: int, sides: tuple[int, ...], colour: str
) -> None:
    if not len(values):
        return
    counts, _ = np.histogram(values, edges)
    heights = _HALF * counts / max(1, counts.max())
    axes.fill(*_outline(heights, edges, row, sides), color=colour, alpha=0.35, linewidth=0)
    middle = row + 0.12 * sum(sides)
    first, median, third = np.percentile(values, _QUARTILES)
    axes.plot([first, third], [middle, middle], color=colour, linewidth=3)
    axes.plot([median], [middle], "|", color="black", markersize=7)
    axes.plot([values.mean()], [middle], "o", color="black", markerfacecolor="white", markersize=4)


def _outline(
    heights: Floats, edges: Floats, row: int, sides: tuple[int, ...]
) -> tuple[Floats, Floats]:
    """The corners of the stairs, without those where nothing turns."""
    steps, stairs = np.repeat(edges, 2)[1:-1], np.repeat(heights, 2)
    turns = np.flatnonzero(np.diff(stairs, prepend=-1.0) + np.diff(stairs, append=-1.0))
    steps, stairs = steps[turns], stairs[turns]
    back = stairs[::-1] if len(sides) > 1 else np.zeros(len(stairs))
    first = min(sides) if len(sides) > 1 else sides[0]
    return np.append(steps, steps[::-1]), row + np.append(first * stairs, back)


def _explain(axes: Any, models: Sequence[str]) -> None:
    from matplotlib.patches import Patch

    handles = [
        Patch(color=colour, alpha=0.35, label=f"{model} ({where})")
        for model, colour, where in zip(models, _COLOURS, ("above", "below"), strict=False)
    ]
    axes.figure.legend(handles=handles, loc="outside upper center", ncols=2, **LEGEND)


def _description(places: Sequence[Place], outside: int, compared: bool) -> str:
    parts = [
        f"One line per {noun_of(places)}, {len(places)} in all: the outline shows how many pairs "
        "have which score, the thick bar the middle half of them, the stroke the median and the "
        "white point the mean. The dotted line is the decision boundary: no preference."
    ]
    if outside:
        parts.append(f"{outside} pairs lie outside the figure.")
    if compared:
        parts.append("The model stands above each line, the baseline below it.")
    parts.append("The table has the numbers.")
    return " ".join(parts)


def _sheet(
    measure: str, cells: dict[str, list[Cell]], effects: dict[tuple[str, Place], Floats]
) -> Sheet:
    compared = len(cells) > 1
    columns = (
        "data", *(("of",) if compared else ()), "pairs", "mean", "first quarter", "median",
        "third quarter", "towards the claim",
    )  # fmt: skip
    rows: list[tuple[str, ...]] = []
    for cell in (cell for own in cells.values() for cell in own):
        values = effects[cell.model, cell.place]
        if len(values):
            first, median, third = np.percentile(values, _QUARTILES)
            rows.append(
                (
                    cell.place.name,
                    *((cell.model,) if compared else ()),
                    str(len(values)),
                    *(number(float(v), 1.0, 2) for v in (values.mean(), first, median, third)),
                    f"{100 * (values > 0).mean():.0f} %",
                )
            )
    shown = measure_of(measure)
    caption = f"{shown.label}: single pairs, {shown.row_unit} (above 0: {shown.claim})"
    return sheet(f"spread-{measure}", caption, columns, rows, words=("of",))


@dataclass(frozen=True)
class Scored:
    """A pair and how strongly the model leans to what the measure asks for."""

    effect: str
    pair: PairTexts


@dataclass(frozen=True)
class Extremes:
    """The two ends of one place."""

    place: Place
    right_to_left: bool
    most: tuple[Scored, ...]
    least: tuple[Scored, ...]


@dataclass(frozen=True)
class ExtremePairs:
    """By one measure: the first that scores pairs."""

    measure: str
    towards: str
    opposite: str
    places: tuple[Extremes, ...]


def extreme_pairs(audit: Audit) -> ExtremePairs | None:
    """None where no measure scores pairs."""
    measures = paired_measures(audit)
    if not measures:
        return None
    cells = [
        cell
        for cell in cells_of(audit, measures[0])
        if cell.effects is not None and audit.pairs.get(cell.place.key)
    ]
    if not cells:
        return None
    return ExtremePairs(
        measures[0],
        cells[0].claim,
        measure_of(cells[0].measure).away,
        tuple(_extremes(cell, audit.pairs[cell.place.key]) for cell in cells),
    )


def _extremes(cell: Cell, pairs: tuple[PairTexts, ...]) -> Extremes:
    effects = np.zeros(0) if cell.effects is None else cell.effects
    scored = [
        (effect, pair)
        for effect, pair in zip(effects.tolist(), pairs, strict=True)
        if not math.isnan(effect)
    ]
    scored.sort(key=lambda item: (-item[0], item[1].id))
    factor = measure_of(cell.measure).factor
    shown = [Scored(number(effect, factor, 2), pair) for effect, pair in scored]
    k = min(SHOWN_PAIRS, len(shown) // 2)
    return Extremes(
        cell.place,
        is_right_to_left(cell.place),
        tuple(shown[:k]),
        tuple(shown[len(shown) - k :][::-1]),
    )
