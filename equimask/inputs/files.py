"""Columns out of a file: CSV, TSV, JSON, JSON Lines, Parquet."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa

from equimask.core.errors import DataError, EquimaskError, shorten
from equimask.core.strict_json import RepeatedKeyError, parse_json
from equimask.inputs.specification import SUFFIXES
from equimask.inputs.table import Table

Wanted = Callable[[str], bool]
_BLOCK, _LARGEST_BLOCK = 1 << 20, 1 << 26  # bytes that are parsed together
_QUOTED = re.compile(r'"(?:[^"]|"")*""(?:[^"]|"")*"')
BROKEN = (pa.ArrowException, ValueError, LookupError, ArithmeticError, OSError)
"""A damaged table may break any part of its parser, down to the time zone of a date."""


def read_file(path: Path, wanted: Wanted) -> Table:
    """Those columns of a file that somebody wants, named by the file."""
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        raise DataError(
            expected=f"a file ending in {', '.join(SUFFIXES)}",
            got=shorten(path.name),
            fix="Check the path; a hub dataset is given as ORG/NAME.",
        )
    try:
        if suffix in (".csv", ".tsv"):
            table = of_arrow(path.stem, _read_separated(path), wanted, path.name)
            if suffix == ".tsv":
                _refuse_quoting(path, table)
            return table
        if suffix == ".parquet":
            return of_arrow(path.stem, _read_parquet(path, wanted), wanted, path.name)
        return _read_json(path, wanted)
    except EquimaskError:
        raise
    except BROKEN as error:
        raise DataError(
            expected=f"a well-formed {suffix} file in UTF-8",
            got=f"{shorten(path.name)} ({shorten(str(error), 200)})",
            fix="Mend the file, or save it anew as UTF-8.",
        ) from error


def of_arrow(name: str, table: pa.Table, wanted: Wanted, source: str = "") -> Table:
    """The wanted columns of an Arrow table, each of which must be there once."""
    there = table.column_names
    refuse_twice(there, wanted, source or name)
    columns = {column: table.column(column).to_pylist() for column in filter(wanted, there)}
    return Table(name, columns, there=tuple(there))


def of_records(name: str, records: Sequence[Mapping[Any, Any]], wanted: Wanted) -> Table:
    """Records whose keys are the columns; None where one lacks a key."""
    keys = dict.fromkeys(key for record in records for key in record)
    there = tuple(key for key in keys if isinstance(key, str))
    columns = {key: [record.get(key) for record in records] for key in filter(wanted, there)}
    return Table(name, columns, there=there)


def refuse_twice(there: Sequence[str], wanted: Wanted, source: str) -> None:
    """Nobody knows which of two columns is meant by the name of both."""
    for column, times in Counter(there).items():
        if times > 1 and wanted(column):
            raise DataError(
                expected=f"one column {column!r} in {shorten(source)}",
                got=f"{times} of them",
                fix="Rename or drop the others.",
            )


def _read_separated(path: Path) -> pa.Table:
    import pyarrow.csv

    is_csv = path.suffix.lower() == ".csv"
    # A TSV has no quoting; sentences in a CSV may hold line breaks.
    parse = pyarrow.csv.ParseOptions(
        delimiter="," if is_csv else "\t",
        newlines_in_values=is_csv,
        quote_char='"' if is_csv else False,
    )
    # A row must fit into a block.
    read = pyarrow.csv.ReadOptions(block_size=min(max(path.stat().st_size, _BLOCK), _LARGEST_BLOCK))
    with pyarrow.csv.open_csv(path, read_options=read, parse_options=parse) as opened:
        names = opened.schema.names
    # Whatever a cell looks like, it is text.
    convert = pyarrow.csv.ConvertOptions(column_types=dict.fromkeys(names, pa.string()))
    return pyarrow.csv.read_csv(
        path, read_options=read, parse_options=parse, convert_options=convert
    )


def _refuse_quoting(path: Path, table: Table) -> None:
    """Quotes that a program has put around a text and doubled in it would be scored with it."""
    for name, cells in table.columns.items():
        for row, cell in enumerate(cells):
            if cell and _QUOTED.fullmatch(cell):
                raise DataError(
                    expected=f"text without quoting in {shorten(path.name)}: a .tsv has none",
                    got=f"{shorten(cell)} in row {row} of {name!r}",
                    fix="Save it as .csv, or without quoting.",
                )


def _read_parquet(path: Path, wanted: Wanted) -> pa.Table:
    import pyarrow.parquet as pq

    with pq.ParquetFile(path) as file:
        there = file.schema_arrow.names
        if len(set(there)) < len(there):
            return file.read()
        table = file.read(columns=[name for name in there if wanted(name)])
    for name in there:  # messages list what there is, whether it was read or not
        if name not in table.column_names:
            table = table.append_column(name, pa.nulls(len(table)))
    return table


def _read_json(path: Path, wanted: Wanted) -> Table:
    """An array of objects, alone or under a name, an object of columns, or an object in every line.

    Python's parser: Arrow's takes texts for dates, and crashes at a line that says null.
    """
    text = path.read_text(encoding="utf-8-sig")
    if text.lstrip()[:1] == "[":
        return of_records(path.stem, _array(path, text), wanted)
    if path.suffix.lower() == ".json" and (columns := _columns(path, text)):
        cells = next(iter(columns.values()))
        if len(columns) == 1 and cells and all(isinstance(one, dict) for one in cells):
            return of_records(path.stem, cells, wanted)
        kept = {name: cells for name, cells in columns.items() if wanted(name)}
        _refuse_ragged(path, kept)
        return Table(path.stem, kept, there=tuple(columns))
    return of_records(path.stem, _lines(path, text), wanted)


def _array(path: Path, text: str) -> list[dict[str, Any]]:
    try:
        records = parse_json(text)
    except (ValueError, RecursionError) as error:
        raise DataError(
            expected=f"a JSON array in {shorten(path.name)}",
            got=shorten(str(error), 200),
            fix="Mend the file; an object in every line does as well.",
        ) from error
    for row, record in enumerate(records):
        if not isinstance(record, dict):
            raise DataError(
                expected=f"a JSON array of objects in {shorten(path.name)}",
                got=f"{shorten(record)} in row {row}",
                fix="Write every row as an object with the names of its columns.",
            )
    return list(records)


def _columns(path: Path, text: str) -> dict[str, list[Any]]:
    """What an object of arrays says; nothing where the text is another one."""
    try:
        content = parse_json(text)
    except RepeatedKeyError:
        # Lines of objects are other JSON; a key that is there twice was read as far as that.
        if len(text.strip().splitlines()) == 1:
            return {}
        raise
    except (ValueError, RecursionError):
        return {}
    if not isinstance(content, dict) or not content:
        return {}
    if all(isinstance(cells, dict) for cells in content.values()):
        raise DataError(
            expected=f"an array of objects, or an object of arrays, in {shorten(path.name)}",
            got=f"objects by key ({shorten(next(iter(content)))}, …)",
            fix="Write the rows in their order; of a frame, df.to_json(FILE, orient='records').",
        )
    return content if all(isinstance(cells, list) for cells in content.values()) else {}


def _refuse_ragged(path: Path, columns: Mapping[str, list[Any]]) -> None:
    lengths = {len(cells): name for name, cells in columns.items()}
    if len(lengths) > 1:
        raise DataError(
            expected=f"columns of the same length in {shorten(path.name)}",
            got=" and ".join(f"{count} cells of {name!r}" for count, name in lengths.items()),
            fix="Nobody knows which cells belong together: write a cell, or null, for every row.",
        )


def _lines(path: Path, text: str) -> list[dict[str, Any]]:
    records: list[dict[str, Any]] = []
    for number, line in enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), 1):
        if not line.strip():
            continue
        try:
            record = parse_json(line)
        except (ValueError, RecursionError) as error:
            raise _no_object(path, number, line, error) from error
        if not isinstance(record, dict):
            raise _no_object(path, number, line)
        records.append(record)
    return records


def _no_object(path: Path, number: int, line: str, error: Exception | None = None) -> DataError:
    reason = "" if error is None else f" ({shorten(str(error))})"
    return DataError(
        expected=f"one JSON object in every line of {shorten(path.name)}",
        got=f"{shorten(line)} in line {number}{reason}",
        fix="Mend this line; an array of objects does as well.",
    )
