"""How analyses are shown: Markdown tables, and panels that share their lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from equimask.core.drawing import GENDER_COLOURS, Canvas

_WIDTH = 9.0
_MARGIN = 0.7  # above the first line and below the last


def markdown_table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """One line per row; a column whose cells are all numbers or empty is set to the right."""
    cells = [[_escape(cell) for cell in row] for row in rows]
    columns = [[row[i] for row in cells] for i in range(len(headings))]
    lines = [
        [_escape(heading) for heading in headings],
        ["---:" if _numeric(column) else "---" for column in columns],
        *cells,
    ]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"


def p_text(value: float | None) -> str:
    """A p-value as it is printed; a dash where there is none."""
    if value is None:
        return "–"
    return "< 0.001" if value < 0.001 else f"{value:.3f}"


def _escape(cell: str) -> str:
    return cell.replace("\\", "\\\\").replace("|", "\\|").replace("\n", " ")


def _numeric(column: Sequence[str]) -> bool:
    return any(column) and all(cell.strip("+-<.–*%0123456789 ") == "" for cell in column)


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


def mark_shares(axes: Any, gender: str, shares: Sequence[float], places: Sequence[float]) -> None:
    """Men as a dot inside the women's open square: neither hides the other where both are equal."""
    colour = GENDER_COLOURS[gender]
    axes.scatter(
        shares,
        places,
        marker="o" if gender == "male" else "s",
        s=14 if gender == "male" else 44,
        edgecolor=colour,
        facecolor=colour if gender == "male" else "none",
        linewidth=1.5,
        label=gender,
        zorder=2,
    )


def explain(figure: Any, text: str) -> None:
    """What the horizontal axis and the marks of all panels say."""
    figure.supxlabel(text, fontsize=9)
