"""Points with names on two axes; a name stands where it covers no other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from equimask.core.drawing import label_points
from equimask.core.looks import Look, explain

ROWS = 8.0  # as high as so many lines of a forest plot
_REACH = 3  # rings around a point in which its name may stand; of several models, the first
_LETTERS = 8


class Spot(NamedTuple):
    """A point with its error bars, drawn filled where something is shown."""

    name: str
    x: float
    y: float
    look: Look
    sure: bool
    x_ends: tuple[float, float] | None = None
    y_ends: tuple[float, float] | None = None


def paint_spots(
    axes: Any,
    spots: Sequence[Spot],
    looks: Sequence[Look],
    names: tuple[str, str],
    lines: tuple[float | None, float | None],
) -> None:
    """`names` are those of the axes, `lines` where nothing leans to either side."""
    for line, place in zip((axes.axvline, axes.axhline), lines, strict=True):
        if place is not None:
            line(place, color="black", linewidth=1, linestyle=":")
    for look in looks:
        own = [spot for spot in spots if spot.look == look]
        if len(looks) == 1:  # of more they would cover each other
            _paint_errors(axes, own, look.colour)
        for sure, inside in ((True, look.colour), (False, "white")):
            points = [(spot.x, spot.y) for spot in own if spot.sure == sure]
            if points:
                axes.plot(
                    *zip(*points, strict=True),
                    look.marker,
                    color=look.colour,
                    markerfacecolor=inside,
                    markersize=4.5,
                )
    axes.margins(0.08)
    axes.set_xlabel(names[0])
    axes.set_ylabel(names[1])
    explain(axes, looks)
    points = [(spot.x, spot.y) for spot in spots]
    names_of_points = [spot.name for spot in spots]
    reach = _REACH if len(looks) == 1 else 1
    label_points(axes.figure, axes, points, names_of_points, _LETTERS, reach, uncovered=True)


def _paint_errors(axes: Any, spots: Sequence[Spot], colour: str) -> None:
    thin: dict[str, Any] = {"color": colour, "linewidth": 0.6, "alpha": 0.4}
    across = [(spot.x_ends, spot.y) for spot in spots if spot.x_ends is not None]
    upright = [(spot.y_ends, spot.x) for spot in spots if spot.y_ends is not None]
    if across:
        along = [x for ends, _ in across for x in (*ends, None)]
        axes.plot(along, [y for _, place in across for y in (place, place, None)], **thin)
    if upright:
        along = [y for ends, _ in upright for y in (*ends, None)]
        axes.plot([x for _, place in upright for x in (place, place, None)], along, **thin)
