"""A file that a visitor brings: looked at before it is opened, then read as everywhere.

A small file can hold a large table: the size of what a Parquet file unfolds to is checked first.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from equimask.core.errors import DataError, InputError, shorten
from equimask.inputs.files import BROKEN, read_file
from equimask.inputs.forms import readable_columns
from equimask.inputs.specification import SUFFIXES, Choice
from equimask.inputs.table import Table
from equimask.space.limits import MAX_BYTES, MAX_CHARACTERS, check_column, check_rows

_UNFOLDED = 10 * MAX_BYTES  # of a Parquet file
_WIDEST = 4 * MAX_CHARACTERS  # bytes that so many characters take at most


def read_uploaded(metric: str, path: str, choice: Choice) -> Table:
    """Those columns of the file that something reads, if it is small enough."""
    file = Path(path)
    if file.suffix.lower() not in SUFFIXES:
        raise DataError(
            expected=f"a file ending in {', '.join(SUFFIXES)}",
            got=shorten(file.name),
            fix="Save the rows in one of these forms, or paste them.",
        )
    size = os.path.getsize(file)
    if size > MAX_BYTES:
        raise InputError(
            expected=f"a file of at most {MAX_BYTES // 10**6} MB on this shared page",
            got=f"{size / 1e6:.1f} MB",
            fix="Leave out columns and rows, or score it on your own machine: "
            f"equimask score {metric} MODEL --data FILE",
        )
    wanted = readable_columns() | choice.wanted
    if file.suffix.lower() == ".parquet":
        _check_parquet(metric, file, wanted)
    table = read_file(file, wanted.__contains__)
    check_rows(metric, len(table))
    for name, cells in table.columns.items():
        check_column(name, cells)
    return table


def _check_parquet(metric: str, file: Path, wanted: set[str] | frozenset[str]) -> None:
    """Counts as the file tells them, and texts as they lie in it: each once, however often used."""
    import pyarrow.parquet as pq

    try:
        facts = pq.read_metadata(file)
        check_rows(metric, facts.num_rows)
        groups = (facts.row_group(number) for number in range(facts.num_row_groups))
        if sum(group.total_byte_size for group in groups) > _UNFOLDED:
            raise _too_large(file, f"more than {_UNFOLDED // 10**6} MB")
        schema = pq.read_schema(file)
        texts = [one.name for one in schema if one.name in wanted and _is_text(one.type)]
        _refuse_nested(file, schema, wanted)
        if not texts or len(set(schema.names)) < len(schema.names):
            return  # two of a name are refused where they are read
        found = pq.read_table(file, columns=texts, read_dictionary=texts)
        for name in texts:
            for chunk in found.column(name).chunks:
                _check_widths(file, name, chunk)
    except InputError:
        raise
    except BROKEN as error:
        raise DataError(
            expected="a well-formed .parquet file",
            got=f"{shorten(file.name)} ({shorten(str(error), 200)})",
            fix="Save it anew.",
        ) from error


def _is_text(kind: Any) -> bool:
    import pyarrow as pa

    if pa.types.is_dictionary(kind):
        kind = kind.value_type
    types = pa.types
    tests = (types.is_string, types.is_large_string, types.is_binary, types.is_large_binary)
    return any(test(kind) for test in tests)


def _refuse_nested(file: Path, schema: Any, wanted: set[str] | frozenset[str]) -> None:
    import pyarrow as pa

    for one in schema:
        if one.name in wanted and pa.types.is_nested(one.type):
            raise InputError(
                expected=f"text or numbers in every column of {shorten(file.name)}",
                got=f"{one.type} in {one.name!r}",
                fix="Keep one value in a cell.",
            )


def _check_widths(file: Path, name: str, chunk: Any) -> None:
    import pyarrow as pa
    import pyarrow.compute as pc

    texts = chunk.dictionary if isinstance(chunk, pa.DictionaryArray) else chunk
    widest = pc.max(pc.binary_length(texts)).as_py() or 0
    if widest > _WIDEST:
        raise InputError(
            expected=f"at most {MAX_CHARACTERS} characters in every cell",
            got=f"{widest:,} bytes in a cell of {name} in {shorten(file.name)}",
            fix="Mend or drop this row.",
        )


def _too_large(file: Path, size: str) -> InputError:
    return InputError(
        expected=f"a table of at most {_UNFOLDED // 10**6} MB",
        got=f"{size} in {shorten(file.name)}",
        fix="Leave out columns and rows, or score it on your own machine.",
    )
