"""A figure of the report: drawn in the house's style, narrow enough for a phone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from equimask.core.drawing import Canvas
from equimask.reports.html.inline_svg import inline_svg

WIDTH = 4.3  # inches; a phone shows the letters at about their size, a desk shows them larger
ROW = 0.25  # inches that a line of a figure needs
LEGEND: dict[str, Any] = {"handlelength": 1.5, "columnspacing": 1.2}
_MARGIN = 0.9
_MEASURED_BY = "DejaVu Sans"  # comes with matplotlib; wide, so that the page's own font fits too


@dataclass(frozen=True)
class Picture:
    """A figure with its name; `description` says in words what is to be seen."""

    key: str
    title: str
    description: str
    svg: Markup


def draw(
    key: str, title: str, description: str, rows: float, paint: Callable[[Any], None]
) -> Picture:
    """Paint on axes with room for so many rows."""
    import matplotlib

    with Canvas("svg") as canvas:
        settings: dict[Any, Any] = {
            "font.size": 10,
            "font.family": _MEASURED_BY,
            "text.parse_math": False,
        }
        with matplotlib.rc_context(settings):
            figure, axes = canvas.new(WIDTH, _MARGIN + rows * ROW)
            paint(axes)
            for part in (figure, axes):
                part.patch.set_visible(False)  # the page is the paper
            picture = canvas.save(figure)
    return Picture(key, title, description, inline_svg(picture, key, title, description))


def label_rows(axes: Any, labels: Sequence[str]) -> None:
    """Rows 0, 1, … from top to bottom, named on the left."""
    axes.set_yticks(range(len(labels)), labels)
    axes.set_ylim(len(labels) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
