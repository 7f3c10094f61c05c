"""The pairs one by one: how their scores spread, and those at both ends.

The figure has the form of Figure 2 of Steinborn et al. 2022: outline, quartiles, mean, decision
boundary.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from equimask.audits.places import Place
from equimask.audits.results import Audit, Cell, PairTexts
from equimask.core.arrays import Floats
from equimask.core.bars import label_rows
from equimask.core.looks import Look, explain
from equimask.metrics import measure_of
from equimask.reports.digits import number
from equimask.reports.html.looks import model_looks
from equimask.reports.html.selection import (
    cells_of,
    cells_of_all,
    is_right_to_left,
    noun_of,
    paired_measures,
    told_apart,
)
from equimask.reports.html.sentences import listed
from equimask.reports.html.views import Picture, Sheet, View, sheet

_BINS = 30
_SHOWN_SHARE = (1, 99)  # percentiles: a few far pairs would squeeze all others
_FULL = 0.84  # of a line, that the fullest bins of all models take
_QUARTILES = (25, 50, 75)
SHOWN_PAIRS = 5


def distribution(audit: Audit, measure: str) -> View:
    """Pair effects of a measure, one line per place; several models stand below each other."""
    cells = [cell for cell in cells_of_all(audit, measure) if cell.effects is not None]
    places = list(dict.fromkeys(cell.place for cell in cells))
    looks = [look for key, look in model_looks(audit).items() if key in {c.model for c in cells}]
    effects = {(cell.model, cell.place): _known(cell) for cell in cells}
    everything = np.concatenate(list(effects.values()))
    low, high = np.percentile([*everything, 0.0], _SHOWN_SHARE)
    edges = np.linspace(low, high, _BINS + 1)
    outside = int(((everything < low) | (everything > high)).sum())
    shown = measure_of(measure)
    height = _FULL / len(looks)

    def paint(axes: Any) -> None:
        axes.axvline(0.0, color="black", linewidth=1, linestyle=":")
        for position, look in enumerate(looks):
            shift = (position - (len(looks) - 1) / 2) * height
            own = [
                (row + shift, values)
                for row, place in enumerate(places)
                if len(values := effects.get((look.name, place), np.zeros(0)))
            ]
            _paint_spread(axes, own, edges, height / 2, look.colour)
        label_rows(axes, told_apart([place.name for place in places], ", "))
        axes.set_xlim(low, high)
        axes.set_xlabel(f"pair score, {shown.row_unit}\n← {shown.away} | {shown.claim} →")
        explain(axes, looks)

    size = len(places) * (0.6 + 0.5 * len(looks))
    title = f"{shown.label}: scores of the single pairs"
    description = _description(places, outside, looks)
    picture = Picture(f"pairs-{measure}", title, description, size, paint)
    return View(picture, (_sheet(audit, cells, effects),))


def _known(cell: Cell) -> Floats:
    factor = measure_of(cell.measure).factor
    effects = np.zeros(0) if cell.effects is None else cell.effects
    return factor * effects[~np.isnan(effects)]


def _paint_spread(
    axes: Any, lines: Sequence[tuple[float, Floats]], edges: Floats, half: float, colour: str
) -> None:
    """Of one model: few long paths, not many short ones."""
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path

    if not lines:
        return
    outlines = []
    for middle, values in lines:
        counts, _ = np.histogram(values, edges)
        corners = _outline(half * counts / max(1, counts.max()), edges, middle)
        outlines.append(Path(np.column_stack(corners), closed=False))
    whole = Path.make_compound_path(*outlines)
    axes.add_patch(PathPatch(whole, facecolor=colour, alpha=0.35, linewidth=0))
    rows = [middle for middle, _ in lines]
    quartiles = [np.percentile(values, _QUARTILES) for _, values in lines]
    axes.plot(
        [x for first, _, third in quartiles for x in (first, third, None)],
        [y for row in rows for y in (row, row, None)],
        color=colour,
        linewidth=3,
    )
    axes.plot([median for _, median, _ in quartiles], rows, "|", color="black", markersize=7)
    means = [values.mean() for _, values in lines]
    axes.plot(means, rows, "o", color="black", markerfacecolor="white", markersize=4)


def _outline(heights: Floats, edges: Floats, middle: float) -> tuple[Floats, Floats]:
    """The corners of the stairs on both sides, without those where nothing turns."""
    steps, stairs = np.repeat(edges, 2)[1:-1], np.repeat(heights, 2)
    turns = np.flatnonzero(np.diff(stairs, prepend=-1.0) + np.diff(stairs, append=-1.0))
    steps, stairs = steps[turns], stairs[turns]
    return np.append(steps, steps[::-1]), middle + np.append(-stairs, stairs[::-1])


def _description(places: Sequence[Place], outside: int, looks: Sequence[Look]) -> str:
    parts = [
        f"One line per {noun_of(places)}, {len(places)} in all: the outline shows how many pairs "
        "have which score, the thick bar the middle half of them, the stroke the median and the "
        "white point the mean. The dotted line is the decision boundary: no preference."
    ]
    if outside:
        parts.append(f"{outside} pairs lie outside the figure.")
    if len(looks) > 1:
        parts.append(f"From top to bottom of each line: {listed(look.name for look in looks)}.")
    parts.append("The table has the numbers.")
    return " ".join(parts)


def _sheet(
    audit: Audit, cells: Sequence[Cell], effects: Mapping[tuple[str, Place], Floats]
) -> Sheet:
    compared = len(audit.models) > 1
    columns = (
        audit.what_varies, *(("model",) if compared else ()), "pairs", "mean", "first quarter",
        "median", "third quarter", "towards the claim",
    )  # fmt: skip
    rows: list[tuple[str, ...]] = []
    for cell in cells:
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
    shown = measure_of(cells[0].measure)
    caption = f"{shown.label}: single pairs, {shown.row_unit} (above 0: {shown.claim})"
    return sheet(f"spread-{shown.name}", caption, columns, rows, words=("model",))


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
    """By one measure, the first that scores pairs, and of one model, the first."""

    measure: str
    model: str
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
        cells[0].model,
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
