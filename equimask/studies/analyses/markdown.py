"""Tables as Markdown, for cards and notebooks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


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
