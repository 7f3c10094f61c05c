"""A row of panels over the same lines: coefficients, classes or models, the first on top."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from equimask.core.drawing import Canvas

_WIDTH = 9.0
_MARGIN = 0.7  # above the first line and below the last


def line_panels(
    canvas: Canvas,
    headings: Sequence[str],
    labels: Sequence[str],
    places: Sequence[float],
    height: float,
    title: str,
) -> tuple[Any, list[Any]]:
    """The figure and an empty panel per heading; line i is called labels[i] and is at places[i]."""
    figure, panels = canvas.new(
        _WIDTH, height, 1, len(headings), title, sharey=True, sharex=True, squeeze=False
    )
    for axes, heading in zip(panels[0], headings, strict=True):
        axes.set_title(heading)
        axes.set_yticks(places, labels)
        axes.grid(axis="x", linewidth=0.4, alpha=0.5)
    panels[0][0].set_ylim(places[-1] + _MARGIN, places[0] - _MARGIN)
    return figure, list(panels[0])


def explain(figure: Any, text: str) -> None:
    """What the horizontal axis and the marks of all panels say."""
    figure.supxlabel(text, fontsize=9)
