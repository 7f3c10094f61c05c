"""Rows and columns of a dataset, and the content hash that outlives any writer of files."""

from __future__ import annotations

import hashlib
import json
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

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
