"""Rows and columns of a dataset, and the content hash that outlives any writer of files."""

from __future__ import annotations

import hashlib
import json
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from json.encoder import encode_basestring_ascii
from math import isfinite
from pathlib import Path
from typing import Any, TypeVar

Value = str | int | float | bool | None
Row = Mapping[str, Value]
_T = TypeVar("_T")


def content_hash(rows: Iterable[Row]) -> str:
    """sha256 over one canonical JSON line per row, in the rows' order.

    Keys are sorted, text is ASCII-escaped and not normalised, so the hash depends on nothing
    but the values: not on the parquet writer, its compression or its version.
    """
    digest = hashlib.sha256()
    for row in rows:
        digest.update(canonical_line(row))
    return digest.hexdigest()


def canonical_line(row: Row) -> bytes:
    """What one row adds to the content hash."""
    line = json.dumps(dict(row), sort_keys=True, separators=(",", ":"), allow_nan=False)
    return line.encode("ascii") + b"\n"


_WRITTEN: dict[type, Callable[[Any], str]] = {
    str: encode_basestring_ascii,
    int: int.__repr__,
    float: float.__repr__,
    bool: lambda value: "true" if value else "false",
    type(None): lambda _: "null",
}


def canonical_lines(columns: Mapping[str, Sequence[Value]]) -> bytes:
    """The canonical lines of all rows, one after another; made column by column, which is fast."""
    names = sorted(columns)
    written = [_written(columns[name]) for name in names]
    keys = (encode_basestring_ascii(name).replace("%", "%%") for name in names)
    line = "{" + ",".join(f"{key}:%s" for key in keys) + "}\n"
    return "".join([line % row for row in zip(*written, strict=True)]).encode("ascii")


def _written(column: Sequence[Value]) -> list[str]:
    """Each value as JSON; what comes again and again is written once."""
    kinds = set(map(type, column))
    if not kinds <= _WRITTEN.keys() or (float in kinds and not _all_finite(column)):
        dump = json.JSONEncoder(allow_nan=False).encode
        return [dump(value) for value in column]
    if len(kinds) > 1:  # 1 and 1.0 and True are equal, and written in three ways
        return [_WRITTEN[type(value)](value) for value in column]
    write = _WRITTEN[kinds.pop()] if kinds else str
    if write is float.__repr__:  # 0.0 and -0.0 too
        return list(map(write, column))
    known = {value: write(value) for value in set(column)}
    return [known[value] for value in column]


def _all_finite(column: Sequence[Value]) -> bool:
    return all(isfinite(value) for value in column if isinstance(value, float))


def rows_of_file(path: Path) -> Iterator[Row]:
    """The rows of a parquet file that a build has written, as they went into the content hash.

    A float32 is read as the shortest decimal that gives it, which is what the builder rounded to.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    with pq.ParquetFile(path) as file:
        for batch in file.iter_batches():
            table = pa.Table.from_batches([batch])
            for place, column in enumerate(table.schema):
                if column.type == pa.float32():
                    decimals = table.column(place).cast(pa.string()).cast(pa.float64())
                    table = table.set_column(place, column.name, decimals)
            yield from table.to_pylist()


def as_list(column: Iterable[_T]) -> list[_T]:
    """All values; a column of `datasets` hands them out at once as a slice, one by one slowly."""
    if isinstance(column, Sequence) and not isinstance(column, deque):
        return list(column[:])
    return list(column)
