"""One measure's scores against another's, a point per language."""

from __future__ import annotations

from typing import Any

from equimask.audits.results import Audit, Cell
from equimask.core.drawing import BLUE
from equimask.metrics import measure_of
from equimask.reports.html.pictures import Picture, draw
from equimask.reports.html.selection import cells_of, common_neutral, language_name, measured

_ROWS = 9  # as high as nine lines of a forest plot


def scatters(audit: Audit) -> list[Picture]:
    """Every measure against the first one that asks the same."""
    firsts: dict[str, str] = {}
    pictures = []
    for measure in measured(audit):
        claim = cells_of(audit, measure)[0].claim
        first = firsts.setdefault(claim, measure)
        common = [
            (one, other)
            for other in cells_of(audit, measure)
            if (one := audit.cell(other.language, first)) is not None
        ]
        if first != measure and len(common) > 1:
            pictures.append(_scatter(common))
    return pictures


def _scatter(common: list[tuple[Cell, Cell]]) -> Picture:
    one, other = common[0]
    neutrals = [
        common_neutral(cell.result.neutral for cell in cells) for cells in zip(*common, strict=True)
    ]
    lined = any(neutral is not None for neutral in neutrals)

    def paint(axes: Any) -> None:
        lines = (axes.axvline, axes.axhline)
        for line, cell, neutral in zip(lines, (one, other), neutrals, strict=True):
            if neutral is not None:
                place = neutral * measure_of(cell.measure).factor
                line(place, color="black", linewidth=1, linestyle=":")
        points = [(_value(left), _value(right)) for left, right in common]
        axes.plot(*zip(*points, strict=True), "o", color=BLUE, markersize=4)
        for point, (left, _) in zip(points, common, strict=True):
            axes.annotate(
                left.language, point, xytext=(4, 3), textcoords="offset points", fontsize=9
            )
        axes.set_xlabel(measure_of(one.measure).axis)
        axes.set_ylabel(measure_of(other.measure).axis)

    labels = measure_of(one.measure).label, measure_of(other.measure).label
    return draw(
        f"scatter-{one.measure}-{other.measure}",
        f"{labels[1]} against {labels[0]}",
        f"A point per language, {len(common)} in all, named by its code: {labels[0]} from left to "
        f"right, {labels[1]} from bottom to top. "
        + ("Dotted lines are neutral points. " if lined else "")
        + "; ".join(
            f"{language_name(left.language)} {_value(left):.1f} and {_value(right):.1f}"
            for left, right in common
        )
        + ".",
        _ROWS,
        paint,
    )


def _value(cell: Cell) -> float:
    return cell.result.value * measure_of(cell.measure).factor
