"""Several data at once: one specification, a list of them, or each under a name of its user's."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from equimask.core.errors import OptionError, shorten
from equimask.inputs.specification import Choice
from equimask.inputs.table import Table
from equimask.metrics import all_specs


def specifications(data: Any, choice: Choice) -> list[tuple[str, Any]]:
    """Each for itself, under its name; an empty one where nobody has named it."""
    if isinstance(data, Mapping) and not _is_one(data, choice):
        for name in data:
            if not isinstance(name, str) or not name.strip():
                raise OptionError(
                    expected="data under names: {'mine': 'pairs.csv'}",
                    got=shorten(name),
                    fix="Give all of them names.",
                )
        return list(data.items())
    if isinstance(data, (list, tuple)) and not _are_records(data):
        return [found for one in data for found in specifications(one, choice)]
    return [("", data)]


def _is_one(data: Mapping[Any, Any], choice: Choice) -> bool:
    """Whether it maps names to columns, or is what `load_dataset` gives, and not names to data."""
    return (
        hasattr(data, "column_names")
        or not choice.named.isdisjoint(data)
        or _has_columns(data)
        or not any(_is_data(one) for one in data.values())
    )


def _has_columns(data: Mapping[Any, Any]) -> bool:
    return any(data.keys() >= {*spec.columns} for spec in all_specs().values())


def _is_data(value: Any) -> bool:
    """Whether it could be scored by itself, which a single column cannot."""
    if isinstance(value, (list, tuple)):
        return bool(value) and all(isinstance(one, Mapping) for one in value)
    is_table = hasattr(value, "column_names") or hasattr(value, "columns")
    return is_table or isinstance(value, (str, Path, Mapping, Table))


def _are_records(data: list[Any] | tuple[Any, ...]) -> bool:
    """Whether its members are rows: cells stand in them where columns hold lists."""
    rows = [
        isinstance(one, Mapping) and any(isinstance(cell, str) for cell in one.values())
        for one in data
    ]
    return bool(rows) and (
        all(rows)
        or any(_has_columns(one) for one, is_row in zip(data, rows, strict=True) if is_row)
    )
