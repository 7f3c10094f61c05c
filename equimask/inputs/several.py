"""Several data at once: one specification, a list of them, or each under a name of its user's.

`papers` stands for the built datasets of the papers.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from equimask.core.errors import DataError, OptionError, near_matches, shorten
from equimask.inputs.live import OWN
from equimask.inputs.reading import read_apart
from equimask.inputs.specification import Choice
from equimask.inputs.table import Table
from equimask.metrics import all_specs

PAPERS = "papers"
_BUILT = "datasets"
_OF_PAPERS = ("crows_pairs_multilingual", "parallel_gender_sentences", "ted_gender_pairs")


def read_several(
    data: Any, choice: Choice, languages: Sequence[str], notes: list[str]
) -> list[tuple[str, list[Table]]]:
    """Every one of the data under its user's name, if any, in parts that are scored apart.

    A choice holds for those that have its columns; `notes` get what is to be said.
    """
    found = []
    for name, one in specifications(data, choice):
        for each in _papers(one, notes) or [one]:
            tables, told = read_apart(each, choice, languages)
            notes += told
            found.append((name, [_called(name, table) for table in tables]))
    tables = [table for _, own in found for table in own]
    there = {name for table in tables for name in (*table.there, *table.columns)}
    for name in sorted(choice.named - there) if tables else ():
        raise DataError(
            expected=f"a column {name!r} in the data",
            got=", ".join(sorted(there)) or "no columns",
            fix=near_matches(name, there),
        )
    return found


def _called(name: str, table: Table) -> Table:
    return replace(table, name=name) if name and table.name == OWN else table


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


def is_preset(data: Any) -> bool:
    """Whether it stands for the built datasets: `papers`, `papers:PLACE`."""
    named = isinstance(data, str) and data.partition(":")[0] == PAPERS
    return named and not Path(data).exists()


def dataset_in(preset: str, name: str) -> str | None:
    """The dataset in a folder (`papers:DIR`) or of an organisation; None where it is not built."""
    where = preset.partition(":")[2]
    root = Path(where or _BUILT)
    if not root.is_dir() and re.fullmatch(r"[\w.-]+", where):
        return f"{where}/{name}"
    return str(root / name) if list((root / name).glob("data/**/*.parquet")) else None


def _papers(data: Any, notes: list[str]) -> list[str]:
    """The datasets that audits read of those that a preset stands for."""
    if not is_preset(data):
        return []
    places = {name: dataset_in(data, name) for name in _OF_PAPERS}
    found = [place for place in places.values() if place is not None]
    if not found:
        raise DataError(
            expected=f"the built datasets {', '.join(_OF_PAPERS)} in a folder, or an organisation "
            "of the Hub that has them",
            got=f"none in {shorten(Path(data.partition(':')[2] or _BUILT).name)}",
            fix="Build them: `make datasets-all SOURCE=DIR`; then papers:FOLDER or papers:ORG.",
        )
    if any(Path(place).exists() for place in found):
        notes += [f"{name} is not built, left out" for name, at in places.items() if at is None]
        notes.append(
            "politician_completions holds what models have said: equimask score latent_pmi reads it"
        )
    return found
