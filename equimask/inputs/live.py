"""Tables that Python holds already: columns, records, frames, datasets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from typing import Any

import pyarrow as pa

from equimask.core.errors import EquimaskError, InputError, shorten
from equimask.core.rows import as_list
from equimask.inputs.files import BROKEN, Wanted, of_arrow, of_records, refuse_twice
from equimask.inputs.table import Table

OWN = "custom"
"""What tables without a name are called in signatures."""


def is_split_by_name(data: Any) -> bool:
    """Whether it is what `load_dataset` gives without a split: tables by name."""
    return isinstance(data, Mapping) and bool(data) and all(map(_has_columns, data.values()))


def _has_columns(data: Any) -> bool:
    return hasattr(data, "column_names") or _is_frame(data)


def _is_frame(data: Any) -> bool:
    """Whether it is a frame of pandas."""
    return hasattr(data, "iloc") and hasattr(data, "columns")


def of_live(data: Any, wanted: Wanted) -> Table:
    """Whatever is no name: it is read in the order that it has, or refused where it has none."""
    if isinstance(data, Mapping):
        return _of_columns(data, wanted)
    if _is_frame(data):
        return _of_frame(data, wanted)
    if hasattr(data, "column_names") and hasattr(data, "select_columns"):
        return of_dataset(OWN, data, wanted)
    if hasattr(data, "__arrow_c_stream__"):
        return _of_stream(data, wanted)
    if isinstance(data, (str, bytes, Set)) or not isinstance(data, Iterable):
        raise _no_table(data)
    return _of_iterable(data, wanted)


def of_dataset(name: str, data: Any, wanted: Wanted) -> Table:
    """A dataset of `datasets`; labels are read by their names."""
    if not hasattr(data, "num_rows"):  # a stream
        return _of_iterable(data, wanted)
    plain = data.with_format(None)
    columns = {
        column: _labels(plain.features[column], as_list(plain[column]))
        for column in filter(wanted, plain.column_names)
    }
    return Table(name, columns, there=tuple(plain.column_names))


def _labels(feature: Any, cells: list[Any]) -> list[Any]:
    """The names of labels, where the cells are their numbers; -1 is none of them."""
    names = getattr(feature, "names", None)
    if names is None or not hasattr(feature, "int2str"):
        return cells
    return [None if cell is None or cell < 0 else names[cell] for cell in cells]


def _of_frame(data: Any, wanted: Wanted) -> Table:
    names = [name for name in data.columns if isinstance(name, str)]
    refuse_twice(names, wanted, OWN)
    columns = {name: data[name].tolist() for name in filter(wanted, names)}
    return Table(OWN, columns, there=tuple(names))


def _of_stream(data: Any, wanted: Wanted) -> Table:
    try:
        return of_arrow(OWN, pa.table(data), wanted)
    except EquimaskError:
        raise
    except (*BROKEN, TypeError) as error:
        raise InputError(
            expected="a table of Arrow whose cells can be read",
            got=f"{type(data).__name__} ({shorten(str(error), 200)})",
            fix="Pass a table, or columns as lists.",
        ) from error


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
    records = [one for one in data.values() if isinstance(one, Mapping)]
    if records and len(records) == len(data) and any(wanted(key) for one in records for key in one):
        raise InputError(
            expected="columns by name, or records in a list",
            got=f"records by key ({shorten(next(iter(data)))}, …)",
            fix="Pass list(data.values()).",
        )
    columns = {name: ordered(name, data[name]) for name in filter(wanted, names)}
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
            fix="Pass a list in the order of the rows; of a frame, df.to_dict('list').",
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
