"""A few rows in the shape that a metric reads, to look at and to change."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from equimask.core.options import OPTIONS
from equimask.core.schema import GENDERS
from equimask.inputs.packaged import packaged_rows
from equimask.metrics import MetricSpec

_ROWS = 8
# What models say of people is not packaged; these counts are made up.
_WORDS = {
    "divorced": (10, 90), "beautiful": (25, 80), "kind": (40, 65), "young": (55, 70),
    "first": (88, 85), "former": (80, 76), "famous": (70, 60), "honest": (64, 50),
    "corrupt": (72, 30), "bold": (95, 22),
}  # fmt: skip


def example_columns(spec: MetricSpec, language: str) -> Mapping[str, list[Any]]:
    """Some of the packaged rows; of a metric that has none, words with made-up counts."""
    if spec.rows_from is None:
        return _counted_words(spec)
    columns = packaged_rows(spec, language).columns
    n = len(next(iter(columns.values())))
    every = max(1, n // _ROWS)  # from beginning to end: MBE's men come first
    return {name: columns[name][::every][:_ROWS] for name in spec.columns}


def _counted_words(spec: MetricSpec) -> dict[str, list[Any]]:
    rows = [
        (word, gender, count)
        for word, counts in _WORDS.items()
        for gender, count in zip(GENDERS, counts, strict=True)
    ]
    names = (*spec.columns, OPTIONS["counts"].column)
    return dict(zip(names, map(list, zip(*rows, strict=True)), strict=True))
