"""Tables that Python holds already: columns, records, frames, datasets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from typing import Any

import pyarrow as pa

from equimask.core.errors import InputError, shorten
from equimask.core.rows import as_list
from equimask.inputs.files import Wanted, of_arrow, of_records
from equimask.inputs.table import Table

OWN = "custom"
"""What tables without a name are called in signatures."""


def is_split_by_name(data: Any) -> bool:
    """Whether it is what `load_dataset` gives without a split: tables by name."""
    return (
        isinstance(data, Mapping)
        and bool(data)
        and all(hasattr(one, "column_names") for one in data.values())
    )


def of_live(data: Any, wanted: Wanted) -> Table:
    """Whatever is no name: it is read in the order that it has, or refused where it has none."""
    if isinstance(data, Mapping):
        return _of_columns(data, wanted)
    if hasattr(data, "iloc") and hasattr(data, "columns"):  # pandas, whose columns may be mixed
        names = list(data.columns)
        return _of_columns({str(name): data[name].tolist() for name in names}, wanted)
    if hasattr(data, "column_names") and hasattr(data, "select_columns"):
        return _of_dataset(data, wanted)
    if isinstance(data, pa.Table) or hasattr(data, "__arrow_c_stream__"):
        return of_arrow(OWN, pa.table(data), wanted)
    if isinstance(data, (str, bytes, Set)) or not isinstance(data, Iterable):
        raise _no_table(data)
    return _of_iterable(data, wanted)


def _of_dataset(data: Any, wanted: Wanted) -> Table:
    if data.column_names is None or not hasattr(data, "__getitem__"):  # a stream
        return _of_iterable(data, wanted)
    kept = [name for name in data.column_names if wanted(name)]
    columns = {name: as_list(data[name]) for name in kept}
    return Table(OWN, columns, there=tuple(data.column_names))


def _of_iterable(data: Iterable[Any], wanted: Wanted) -> Table:
    records = list(data)
    for row, record in enumerate(records):
        if not isinstance(record, Mapping):
            raise InputError(
                expected="records, each a mapping of column names to cells",
                got=f"{shorten(record)} in row {row}",
                fix="Pass [{'sent_more': ..., 'sent_less': ...}, ...], or columns as lists.",
            )
    return of_records(OWN, records, wanted)


def _of_columns(data: Mapping[Any, Any], wanted: Wanted) -> Table:
    names = [name for name in data if isinstance(name, str)]
    columns = {name: ordered(name, data[name]) for name in names if wanted(name)}
    if not columns and data and all(isinstance(one, Mapping) for one in data.values()):
        raise InputError(
            expected="columns by name, or records in a list",
            got=f"records by key ({shorten(next(iter(data)))}, …)",
            fix="Pass list(data.values()).",
        )
    return Table(OWN, {k: v for k, v in columns.items() if v is not None}, there=tuple(names))


def ordered(name: str, cells: Any) -> list[Any] | None:
    """The cells of a column; None for a column that was left out."""
    if cells is None:
        return None
    if isinstance(cells, (Mapping, Set)):
        kind = "a mapping" if isinstance(cells, Mapping) else "a set"
        raise InputError(
            expected=f"`{name}` to be a list: its order says which rows belong together",
            got=f"{kind}: {shorten(cells)}",
            fix="Pass a list in the order of the rows.",
        )
    is_scalar = not isinstance(cells, (Iterable, Iterator)) or getattr(cells, "ndim", 1) == 0
    if isinstance(cells, (str, bytes)) or is_scalar:
        raise InputError(
            expected=f"`{name}` to be a list of strings",
            got=shorten(cells),
            fix=f"Wrap a single sentence in a list: {name}=[...].",
        )
    return cells.to_pylist() if hasattr(cells, "to_pylist") else as_list(cells)


def _no_table(data: Any) -> InputError:
    return InputError(
        expected="a file, a folder, a dataset of the Hub, a frame, a dataset, a mapping of columns "
        "or a list of records",
        got=f"{type(data).__name__} {shorten(data)}",
        fix="Pass one of these.",
    )
