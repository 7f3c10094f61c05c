"""Columns from a file or a hub dataset, named for the signature."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa

from equimask.errors import DataError, near_matches, shorten
from equimask.signature import columns_hash

_SUFFIXES = (".csv", ".tsv", ".jsonl", ".json", ".parquet")


class Table(NamedTuple):
    """Columns as lists, and `name@hash` for the signature."""

    columns: dict[str, list[Any]]
    label: str


def read_columns(
    source: str, names: Sequence[str], optional: Sequence[str] = (), language: str | None = None
) -> Table:
    """Read a CSV, TSV, JSON Lines or Parquet file, or a dataset from the Hub by its id."""
    path = Path(source)
    # org/data.v2 is a hub id; a file has one of our endings, or lies there
    is_file = path.suffix.lower() in _SUFFIXES or path.exists() or source.count("/") != 1
    table = _read_file(path, names) if is_file else _read_hub(source, language)
    missing = [name for name in names if name not in table.column_names]
    if missing:
        raise DataError(
            expected=f"the columns {', '.join(names)} in {path.name}",
            got=f"no column {missing[0]!r}",
            fix=near_matches(missing[0], table.column_names),
        )
    wanted = [*names, *(name for name in optional if name in table.column_names)]
    columns = {name: table.column(name).to_pylist() for name in wanted}
    texts = [["" if cell is None else str(cell) for cell in columns[name]] for name in names]
    name = path.stem if path.exists() else source
    return Table(columns, f"{name}@{columns_hash(texts)}")


def _read_file(path: Path, names: Sequence[str]) -> pa.Table:
    suffix = path.suffix.lower()
    if not path.is_file() or suffix not in _SUFFIXES:
        raise DataError(
            expected=f"a file ending in {', '.join(_SUFFIXES)}",
            got=shorten(path.name),
            fix="Check the path; a hub dataset is given as ORG/NAME.",
        )
    try:
        if suffix in (".csv", ".tsv"):
            import pyarrow.csv

            delimiter = "\t" if suffix == ".tsv" else ","
            # A TSV has no quoting; sentences in a CSV may hold line breaks.
            parse = pyarrow.csv.ParseOptions(
                delimiter=delimiter,
                newlines_in_values=suffix == ".csv",
                quote_char='"' if suffix == ".csv" else False,
            )
            as_text = pyarrow.csv.ConvertOptions(column_types=dict.fromkeys(names, pa.string()))
            return pyarrow.csv.read_csv(path, parse_options=parse, convert_options=as_text)
        if suffix == ".parquet":
            import pyarrow.parquet

            return pyarrow.parquet.read_table(path)
        import pyarrow.json

        return pyarrow.json.read_json(path)
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError, UnicodeDecodeError, OSError) as error:
        raise DataError(
            expected=f"a well-formed {suffix} file in UTF-8",
            got=f"{path.name} ({shorten(str(error), 200)})",
            fix="Mend the file; JSON is read as one object per line.",
        ) from error


def _read_hub(source: str, language: str | None) -> pa.Table:
    from datasets import load_dataset

    try:
        splits = load_dataset(source, language) if language else load_dataset(source)
    except Exception as error:  # the hub's clients raise many kinds
        raise DataError(
            expected="a dataset on the Hub or a file",
            got=f"{source!r} ({shorten(str(error), 200)})",
            fix="Check the name, --language and the network.",
        ) from error
    return next(iter(splits.values())).with_format("arrow")[:]
