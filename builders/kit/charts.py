"""The shapes that dataset cards draw again and again: bars by language, numbers on colours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from equimask.core.drawing import GREY, Canvas

_ROW_HEIGHT = 0.27
# Of the longest bar: what a digit takes, and what the edges of a part take.
_DIGIT, _EDGES = 0.009, 0.008
_DARK = 0.6


def stacked_bars(
    rows: Mapping[str, Mapping[str, float]], colours: Mapping[str, str], axis: str
) -> bytes:
    """A bar for every row, made of its amounts in the order of `colours`, with the numbers.

    What has no room for its number, and what is nothing, goes without one.
    """
    longest = max(sum(amounts.values()) for amounts in rows.values())
    with Canvas("svg") as canvas:
        figure, axes = canvas.new(8, _ROW_HEIGHT * len(rows) + 1.1)
        left = np.zeros(len(rows))
        for part, colour in colours.items():
            lengths = np.array([amounts.get(part, 0) for amounts in rows.values()])
            bars = axes.barh(range(len(rows)), lengths, left=left, color=colour, label=part)
            texts = [f"{length:,.0f}" for length in lengths]
            room = [(_DIGIT * len(text) + _EDGES) * longest for text in texts]
            fitting = np.where(lengths > room, texts, "")
            axes.bar_label(bars, fitting, label_type="center", fontsize=7, color=_ink(colour))
            left += lengths
        name_rows(axes, list(rows))
        axes.set_xlabel(axis)
        axes.margins(x=0.01)
        figure.legend(loc="outside upper left", ncols=len(colours))
        return canvas.save(figure)


def number_grid(rows: Mapping[str, Sequence[float]], columns: Sequence[str], title: str) -> bytes:
    """A table of numbers, the larger on the darker ground; a 0 is left blank."""
    values = np.array([list(row) for row in rows.values()], dtype=np.float64)
    with Canvas("svg") as canvas:
        figure, axes = canvas.new(0.75 * len(columns) + 2.2, _ROW_HEIGHT * len(rows) + 1.7)
        highest = max(float(values.max()), 1.0)
        axes.imshow(values, cmap="Blues", vmin=0, vmax=highest, aspect="auto")
        for row, column in np.ndindex(values.shape):
            if values[row, column]:
                dark = values[row, column] > _DARK * highest
                axes.text(column, row, f"{values[row, column]:.1f}", ha="center",
                          va="center", fontsize=7, color="white" if dark else "black")  # fmt: skip
        axes.set_xticks(range(len(columns)), columns, rotation=30, ha="right")
        axes.set_yticks(range(len(rows)), list(rows))
        axes.set_title(title)
        return canvas.save(figure)


def name_rows(axes: Any, names: Sequence[str]) -> None:
    """The first row on top, each with its name."""
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="x", color=GREY, alpha=0.2)
    axes.set_axisbelow(True)


def _ink(colour: str) -> str:
    """Black or white, whichever is easier to read on the colour."""
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return "black" if 0.299 * red + 0.587 * green + 0.114 * blue > 130 else "white"
