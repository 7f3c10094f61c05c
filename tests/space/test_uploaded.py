"""A visitor's file: every form reads alike, and none is larger than the page bears."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from equimask.core.errors import DataError, EquimaskError, InputError
from equimask.inputs.specification import SUFFIXES, parse_choice
from equimask.inputs.table import Table
from equimask.space.limits import MAX_BYTES, MAX_CHARACTERS, MAX_ROWS
from equimask.space.uploaded import read_uploaded

MORE, LESS = ["She cooks.", "He leads."], ["He cooks.", "She leads."]
COLUMNS = {"sent_more": MORE, "sent_less": LESS}


def written(path: Path, columns: dict[str, list[Any]]) -> Path:
    rows = [dict(zip(columns, cells, strict=True)) for cells in zip(*columns.values(), strict=True)]
    if path.suffix == ".parquet":
        pq.write_table(pa.table(columns), path)
    elif path.suffix == ".json":
        path.write_text(json.dumps(rows))
    elif path.suffix == ".jsonl":
        path.write_text("\n".join(map(json.dumps, rows)))
    else:
        sign = "," if path.suffix == ".csv" else "\t"
        lines = [list(columns), *(map(str, row.values()) for row in rows)]
        path.write_text("\n".join(map(sign.join, lines)) + "\n")
    return path


def read(path: Path, metric: str = "cps", **choice: Any) -> Table:
    return read_uploaded(metric, str(path), parse_choice(**choice))


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_every_form_of_a_file_reads_alike(tmp_path: Path, suffix: str) -> None:
    table = read(written(tmp_path / f"rows{suffix}", {**COLUMNS, "note": ["x" * 600, "y"]}))
    assert table.columns == COLUMNS  # what nobody reads may be long
    assert table.name == "rows"


def test_columns_that_were_named_are_read(tmp_path: Path) -> None:
    path = written(tmp_path / "rows.parquet", {"A_x": MORE, "B_x": LESS, "kind": ["a", "b"]})
    table = read(path, columns="sent_more=A_x,sent_less=B_x", where="kind=a")
    assert table.columns == {"A_x": MORE, "B_x": LESS, "kind": ["a", "b"]}


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_too_many_rows_are_shown_the_way_to_the_command_line(tmp_path: Path, suffix: str) -> None:
    many = {name: cells * (MAX_ROWS // 2) for name, cells in COLUMNS.items()}
    assert len(read(written(tmp_path / f"most{suffix}", many))) == MAX_ROWS
    many = {name: [*cells, "more"] for name, cells in many.items()}
    with pytest.raises(InputError, match=r"2,000 rows .* got 2,001 .* score cps MODEL --data FILE"):
        read(written(tmp_path / f"many{suffix}", many))


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_cell_that_is_too_long_is_named(tmp_path: Path, suffix: str) -> None:
    long = {"sent_more": ["a", "b" * (MAX_CHARACTERS + 1)], "sent_less": ["c", "d"]}
    with pytest.raises(InputError, match="501 in row 1 of sent_more"):
        read(written(tmp_path / f"long{suffix}", long))


def large(path: Path) -> Path:
    path.write_text("sent_more\tsent_less\n" + "a\tb\n" * (MAX_BYTES // 4))
    return path


def unfolding(path: Path) -> Path:
    """A long text that all rows share lies in the file once."""
    texts = ["a" * 200_000] * 100
    pq.write_table(pa.table({"sent_more": texts, "sent_less": texts}), path, compression="zstd")
    facts = pq.read_metadata(path).row_group(0)
    assert facts.total_byte_size < MAX_BYTES  # as the file tells it
    return path


def zeros(path: Path) -> Path:
    """Rows without a repetition that compress well."""
    texts = [f"{row:09}" + " " * 6_000 for row in range(MAX_ROWS)]
    pq.write_table(pa.table({"sent_more": texts, "sent_less": texts}), path, compression="zstd")
    assert path.stat().st_size < MAX_BYTES
    return path


def nested(path: Path) -> Path:
    pq.write_table(pa.table({"sent_more": [["a"], ["b"]], "sent_less": LESS}), path)
    return path


def spoilt(path: Path) -> Path:
    path.write_bytes(b"PAR1 nothing PAR1")
    return path


def twice(path: Path) -> Path:
    names = ["sent_more", "sent_more", "sent_less"]
    pq.write_table(pa.table([MORE, MORE, LESS], names=names), path)
    return path


def empty(path: Path) -> Path:
    pq.write_table(pa.table({"sent_more": pa.array([], pa.string())}), path)
    return path


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (large, InputError, "a file of at most 2 MB .* got 2.0 MB"),
        (unfolding, InputError, "at most 500 characters in every cell, but got 200,000 bytes"),
        (zeros, InputError, "a table of at most 20 MB"),
        (nested, InputError, "one value in a cell|list<"),
        (spoilt, DataError, "a well-formed .parquet file"),
        (twice, DataError, "one column 'sent_more'"),
        (empty, InputError, "at least one row"),
    ],
)
def test_what_would_burst_or_cannot_be_read_is_refused(
    make: Callable[[Path], Path], error: type[EquimaskError], message: str, tmp_path: Path
) -> None:
    path = tmp_path / ("rows.tsv" if make is large else "rows.parquet")
    with pytest.raises(error, match=message):
        read(make(path))


@pytest.mark.parametrize("name", ["rows.xlsx", "rows.pkl", "rows", "rows.csv.gz"])
def test_other_forms_of_files_are_not_opened(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(b"\x80\x04.")
    with pytest.raises(DataError, match=r"a file ending in \.csv"):
        read(tmp_path / name)
