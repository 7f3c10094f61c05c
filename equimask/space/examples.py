"""A few rows in the shape that a metric reads, for a visitor to look at and to change."""

from __future__ import annotations

from equimask.core.schema import GENDERS
from equimask.inputs.packaged_rows import packaged_rows
from equimask.metrics import spec_of
from equimask.space.pasted import COUNT

_ROWS = 8
# What models say of people is not packaged; these counts are made up.
_WORDS = {
    "divorced": (10, 90), "beautiful": (25, 80), "kind": (40, 65), "young": (55, 70),
    "first": (88, 85), "former": (80, 76), "famous": (70, 60), "honest": (64, 50),
    "corrupt": (72, 30), "bold": (95, 22),
}  # fmt: skip


def example(metric: str, language: str) -> str:
    """Tab-separated, with the names of the columns in the first line."""
    spec = spec_of(metric)
    names = tuple(spec.columns)
    if spec.rows_from is None:
        return _table([(*names, COUNT), *_counted_words()])
    columns = packaged_rows(spec, language).columns
    n = len(columns[names[0]])
    every = max(1, n // _ROWS)  # from beginning to end: MBE's men come first
    rows = [tuple(columns[name][i] for name in names) for i in range(0, n, every)][:_ROWS]
    return _table([names, *rows])


def _counted_words() -> list[tuple[str, str, str]]:
    return [
        (word, gender, str(count))
        for word, counts in _WORDS.items()
        for gender, count in zip(GENDERS, counts, strict=True)
    ]


def _table(rows: list[tuple[str, ...]]) -> str:
    return "\n".join("\t".join(row) for row in rows)
