"""Figure 2: by how much the shared words of each pair are likelier in the stereotypical one."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from equimask.core.drawing import Canvas
from equimask.core.languages import get_language
from equimask.core.looks import Look, explain, looks_of
from equimask.papers.exhibit import Cell, Exhibit, ExhibitFigure, NotMade, table
from equimask.papers.s_jsd.work import Work

_WIDTH, _MARGIN, _LINE = 7.0, 1.0, 0.36  # inches, those of a line for each model and language
_APART = 0.4  # of a line, that lies between two languages
Floats = npt.NDArray[np.float64]


def violins(work: Work) -> Exhibit | NotMade:
    """Quartiles and averages as a table too; the paper draws them and prints no number."""
    scores = work.scores
    found: dict[str, dict[str, Floats]] = {}
    for label in scores.models:
        for language in scores.languages:
            cell = scores.cell(label, language, "cps")
            if cell is not None and cell.effects is not None:
                known = cell.effects[~np.isnan(cell.effects)]
                found.setdefault(label, {})[language] = known
    rows: list[tuple[Cell, ...]] = [
        (get_language(language).name, label, *_numbers(values))
        for label, by_language in found.items()
        for language, values in by_language.items()
    ]
    headings = (
        "language", "model", "average", "lower quartile", "median", "upper quartile",
        "% within 1 nat of 0", "pairs",
    )  # fmt: skip
    title = "Log-likelihood of the shared words, more minus less stereotypical sentence"
    alt = (
        "A violin for every language and model: how the differences of single pairs are spread, "
        "with a bar from quartile to quartile and a white point at the average. The dotted line "
        "is where a pair changes sides. The table has the quartiles."
    )
    figure = ExhibitFigure("", _drawn(found, list(scores.languages)), alt)
    notes = ("The paper draws this figure and prints none of its numbers.", *work.notes)
    return Exhibit((table("", title, headings, rows),), (figure,), notes)


def _numbers(values: Floats) -> tuple[Cell, ...]:
    low, middle, high = (float(one) for one in np.percentile(values, [25, 50, 75]))
    near = 100.0 * float(np.mean(np.abs(values) <= 1.0))
    return float(values.mean()), low, middle, high, near, len(values)


def _drawn(found: dict[str, dict[str, Floats]], languages: list[str]) -> bytes:
    looks = looks_of(list(found))
    lines: list[tuple[float, Look, Floats]] = []  # only models that speak the language take one
    middles, bottom = list[float](), 0.0
    for language in languages:
        spoken = [look for look in looks if language in found[look.name]]
        lines += [(bottom + i, one, found[one.name][language]) for i, one in enumerate(spoken)]
        middles.append(bottom + (len(spoken) - 1) / 2)
        bottom += len(spoken) + _APART
    with Canvas("svg") as canvas:
        figure, axes = canvas.new(_WIDTH, _MARGIN + bottom * _LINE)
        axes.axvline(0.0, color="black", linewidth=1, linestyle=":")
        for y, look, values in lines:
            _violin(axes, values, y, 0.9, look.colour)
        axes.set_yticks(middles, [get_language(language).name for language in languages])
        axes.set_ylim(bottom - _APART - 0.4, -0.6)
        axes.tick_params(axis="y", length=0)
        axes.spines["left"].set_visible(False)
        explain(axes, looks)
        axes.set_xlabel("log-likelihood of the shared words, more minus less stereotypical")
        return canvas.save(figure)


def _violin(axes: Any, values: Floats, y: float, height: float, colour: str) -> None:
    if len(values) > 1 and np.ptp(values) > 0:
        made = axes.violinplot(
            [values], [y], orientation="horizontal", widths=height, showextrema=False
        )
        for body in made["bodies"]:
            body.set(facecolor=colour, edgecolor="none", alpha=0.45)
    low, high = np.percentile(values, [25, 75])
    axes.plot([low, high], [y, y], color=colour, linewidth=3, solid_capstyle="butt")
    axes.plot([values.mean()], [y], "o", color=colour, markerfacecolor="white", markersize=4)
