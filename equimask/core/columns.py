"""A column as users hold it: a list, an array, a Series, or `rows["word"]` of a dataset."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

Value = TypeVar("Value")


def as_list(column: Iterable[Value]) -> list[Value]:
    """All values; a column of `datasets` hands them out at once as a slice, one by one slowly."""
    return list(column[:]) if isinstance(column, Sequence) else list(column)
