"""Columns from a file or a hub dataset, named for the signature."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa

from equimask.core.errors import DataError, EquimaskError, near_matches, shorten
from equimask.core.schema import PAIR_ID
from equimask.core.signature import columns_hash
from equimask.inputs.packaged_rows import Data

_SUFFIXES = (".csv", ".tsv", ".jsonl", ".json", ".parquet")


def read_columns(
    source: str, names: Sequence[str], optional: Sequence[str] = (), language: str | None = None
) -> Data:
    """Read a CSV, TSV, JSON Lines or Parquet file, or a dataset from the Hub by its id."""
    path = Path(source)
    # org/data.v2 is a hub id; a file has one of our endings, or lies there
    is_there = os.path.exists(source)
    if path.suffix.lower() in _SUFFIXES or is_there or source.count("/") != 1:
        columns = _read_file(path, names, optional)
    else:
        columns = _chosen(_read_hub(source, language), source, names, optional)
    texts = [["" if cell is None else str(cell) for cell in columns[name]] for name in names]
    name = path.stem if is_there else source
    return Data(columns, f"{name}@{columns_hash(texts)}")


def _read_file(path: Path, names: Sequence[str], optional: Sequence[str]) -> dict[str, list[Any]]:
    suffix = path.suffix.lower()
    is_file = os.path.isfile(path)
    if not is_file or suffix not in _SUFFIXES:
        raise DataError(
            expected=f"a file ending in {', '.join(_SUFFIXES)}",
            got=shorten(path.name) if is_file else f"no file {shorten(path.name)}",
            fix="Check the path; a hub dataset is given as ORG/NAME.",
        )
    try:
        if suffix in (".csv", ".tsv"):
            table = _read_separated(path, names)
        elif suffix == ".parquet":
            import pyarrow.parquet

            table = pyarrow.parquet.read_table(path)
        else:
            return _read_json_lines(path, names, optional)
        return _chosen(table, path.name, names, optional)
    except EquimaskError:
        raise
    # A damaged file may break any part of its parser, down to the time zone of a date.
    except (pa.ArrowException, ValueError, LookupError, ArithmeticError, OSError) as error:
        raise DataError(
            expected=f"a well-formed {suffix} file in UTF-8",
            got=f"{shorten(path.name)} ({shorten(str(error), 200)})",
            fix="Mend the file, or save it anew as UTF-8; JSON is read as one object per line.",
        ) from error


def _read_separated(path: Path, names: Sequence[str]) -> pa.Table:
    import pyarrow.csv

    is_csv = path.suffix.lower() == ".csv"
    # A TSV has no quoting; sentences in a CSV may hold line breaks.
    parse = pyarrow.csv.ParseOptions(
        delimiter="," if is_csv else "\t",
        newlines_in_values=is_csv,
        quote_char='"' if is_csv else False,
    )
    as_text = pyarrow.csv.ConvertOptions(column_types=dict.fromkeys((*names, PAIR_ID), pa.string()))
    return pyarrow.csv.read_csv(path, parse_options=parse, convert_options=as_text)


def _read_json_lines(
    path: Path, names: Sequence[str], optional: Sequence[str]
) -> dict[str, list[Any]]:
    """Line by line: Arrow's reader takes texts for dates, and crashes at a line that says null."""
    records: list[dict[str, Any]] = []
    with path.open(encoding="utf-8-sig") as lines:
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            try:
                record = json.loads(line)
            except (ValueError, RecursionError) as error:
                raise _no_object(path, number, line, error) from error
            if not isinstance(record, dict):
                raise _no_object(path, number, line)
            records.append(record)
    there = list(dict.fromkeys(name for record in records for name in record))
    _refuse_missing(path.name, names, there)
    wanted = [name for name in (*names, *optional) if name in there]
    return {name: [record.get(name) for record in records] for name in wanted}


def _no_object(path: Path, number: int, line: str, error: Exception | None = None) -> DataError:
    reason = "" if error is None else f" ({shorten(str(error))})"
    return DataError(
        expected=f"one JSON object in every line of {shorten(path.name)}",
        got=f"{shorten(line)} in line {number}{reason}",
        fix="Mend this line; a list of objects is written without its brackets and commas.",
    )


def _chosen(
    table: pa.Table, source: str, names: Sequence[str], optional: Sequence[str]
) -> dict[str, list[Any]]:
    """The wanted columns of a table, each of which must be there once."""
    there = table.column_names
    _refuse_missing(source, names, there)
    wanted = [name for name in (*names, *optional) if name in there]
    for name in wanted:
        if there.count(name) > 1:
            raise DataError(
                expected=f"one column {name!r} in {shorten(source)}",
                got=f"{there.count(name)} of them",
                fix="Rename or drop the others.",
            )
    return {name: table.column(name).to_pylist() for name in wanted}


def _refuse_missing(source: str, names: Sequence[str], there: Sequence[str]) -> None:
    missing = [name for name in names if name not in there]
    if missing:
        raise DataError(
            expected=f"the columns {', '.join(names)} in {shorten(source)}",
            got=f"no column {missing[0]!r}" if there else "no rows",
            fix=_how_to_name(missing[0], names, there),
        )


def _how_to_name(missing: str, names: Sequence[str], there: Sequence[str]) -> str:
    if len(there) == 1 and ";" in there[0]:
        return "The file is separated by semicolons: save it with commas."
    spare = [name for name in there if name not in names]  # the others have their own use
    if not spare:
        return f"Add {missing!r}; the first line of a file names its columns."
    return near_matches(missing, spare)


def _read_hub(source: str, language: str | None) -> pa.Table:
    from datasets import load_dataset

    try:
        splits = load_dataset(source, language) if language else load_dataset(source)
    except Exception as error:  # the hub's clients raise many kinds
        raise DataError(
            expected="a dataset on the Hub or a file",
            got=f"{source!r} ({shorten(str(error), 200)})",
            fix="Check the name, --language and the network; offline, give a file.",
        ) from error
    return next(iter(splits.values())).with_format("arrow")[:]
