"""Files of every supported kind give the same columns; broken ones give a clear error."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from equimask.core.errors import DataError, InputError
from equimask.inputs.checks import check_columns
from equimask.inputs.files import read_file
from equimask.inputs.table import Table
from tests.inputs.worlds import PAIRS, columns_of, write

RECORDS = [
    {"id": "1", "sent_more": 'She said "no", twice.', "sent_less": "He, too\u00a0", "other": "x"},
    {"id": "2", "sent_more": "她", "sent_less": "他", "other": ""},
]
WANTED = {name: cells for name, cells in columns_of(RECORDS).items() if name != "other"}


def read(path: Path, *names: str) -> Table:
    return read_file(path, {*PAIRS, "id", *names}.__contains__)


@pytest.mark.parametrize("suffix", [".csv", ".jsonl", ".json", ".parquet", ".CSV", ".Parquet"])
def test_every_kind_of_file_gives_the_wanted_columns(tmp_path: Path, suffix: str) -> None:
    path = write(tmp_path / f"pairs{suffix.lower()}", RECORDS)
    table = read(path.rename(tmp_path / f"mine{suffix}"))
    assert table.columns == WANTED
    assert table.there == ("id", "sent_more", "sent_less", "other")  # for messages
    assert table.name == "mine"


def test_a_tsv_that_was_written_with_quotes_is_not_scored_with_them(tmp_path: Path) -> None:
    path = tmp_path / "pairs.tsv"
    said = pd.DataFrame({"sent_more": ['He said "hi".'], "sent_less": ['She said "hi".']})
    said.to_csv(path, sep="\t", index=False)
    with pytest.raises(DataError, match=r"a \.tsv has none.*in row 0 of 'sent_more'.*as \.csv"):
        read_file(path, lambda _: True)
    said.to_csv(path, sep="\t", index=False, quoting=csv.QUOTE_NONE)
    assert read_file(path, lambda _: True).columns == said.to_dict("list")


def test_a_tsv_has_no_quotes(tmp_path: Path) -> None:
    path = tmp_path / "pairs.tsv"
    lines = ["\t".join(WANTED), *("\t".join(r[name] for name in WANTED) for r in RECORDS)]
    path.write_text("\n".join(lines), "utf-8")
    assert read(path).columns == WANTED


def test_an_object_of_columns_is_a_table_too(tmp_path: Path) -> None:
    path = tmp_path / "pairs.json"
    path.write_text(json.dumps(columns_of(RECORDS), indent=2))
    assert read(path).columns == WANTED
    path.write_text(json.dumps(columns_of(RECORDS)))
    assert read(path).columns == WANTED


def test_records_may_lie_under_one_name(tmp_path: Path) -> None:
    path = tmp_path / "pairs.json"
    path.write_text(json.dumps({"data": RECORDS}))
    assert read(path).columns == WANTED


def test_whatever_looks_like_a_number_in_a_csv_is_text(tmp_path: Path) -> None:
    path = tmp_path / "p.csv"
    path.write_text("sent_more,sent_less,count\n1,NA,007\n")
    assert read(path, "count").columns == {
        "sent_more": ["1"], "sent_less": ["NA"], "count": ["007"],
    }  # fmt: skip


def test_a_record_that_lacks_a_key_has_a_gap(tmp_path: Path) -> None:
    path = tmp_path / "p.jsonl"
    path.write_text('{"sent_more": "a"}\n\n{"sent_less": "b", "sent_more": null}\n')
    assert read(path).columns == {"sent_more": ["a", None], "sent_less": [None, "b"]}


def test_of_a_parquet_file_only_what_is_wanted_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write(tmp_path / "wide.parquet", [{f"c{i}": i for i in range(30)} | RECORDS[0]])
    asked: list[Any] = []
    real = pq.ParquetFile.read
    monkeypatch.setattr(
        pq.ParquetFile, "read", lambda self, columns: asked.append(columns) or real(self, columns)
    )
    assert set(read(path).columns) == set(WANTED)
    assert asked == [["id", "sent_more", "sent_less"]]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("p.csv", b'sent_more,sent_less\n"a,b\n'),
        ("p.csv", b"sent_more,sent_less\na,b,c\n"),
        ("p.jsonl", b"{broken"),
        ("p.json", b"[{}"),
        ("p.parquet", b"no parquet"),
        ("p.csv", b""),
        ("p.csv", b"sent_more,sent_less\n\xff\xfe,b\n"),
        ("p.docx", b"x"),
    ],
)
def test_a_broken_file_gets_a_message_that_names_it(
    tmp_path: Path, name: str, content: bytes
) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(DataError, match=r"p\.\w+"):
        read(tmp_path / name)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('[{"sent_more": "a"}, ["b"]]', r"array of objects in 'p\.json', but got \['b'\] in row 1"),
        ('{"sent_more": {"0": "a"}, "sent_less": {"0": "b"}}', "by key.*orient='records'"),
        ('{"k1": {"sent_more": "a", "sent_less": "b"}}', "by key.*orient='records'"),
        ("[1, 2", "a JSON array in 'p.json'"),
        ("7", "one JSON object in every line"),
    ],
)
def test_json_of_another_shape_is_refused(tmp_path: Path, content: str, message: str) -> None:
    (tmp_path / "p.json").write_text(content)
    with pytest.raises(DataError, match=message):
        read(tmp_path / "p.json")


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_a_column_that_is_there_twice_is_refused_where_it_is_wanted(
    tmp_path: Path, suffix: str
) -> None:
    path = tmp_path / f"p.{suffix}"
    names, cells = ["sent_more", "x", "x", "sent_less"], [["a"], ["b"], ["c"], ["d"]]
    if suffix == "csv":
        path.write_text(",".join(names) + "\na,b,c,d\n")
    else:
        pq.write_table(pa.Table.from_arrays([pa.array(c) for c in cells], names=names), path)
    assert read(path).columns == {"sent_more": ["a"], "sent_less": ["d"]}
    with pytest.raises(DataError, match=r"one column 'x' .*, but got 2 of them"):
        read(path, "x")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.jsonl", '{"sent_more": "a", "sent_less": "b", "sent_more": "c"}\n'),
        ("a.json", '[{"sent_more": "a", "sent_less": "b", "sent_more": "c"}]'),
        ("a.json", '{"sent_more": ["a"], "sent_less": ["b"], "sent_more": ["c"]}'),
        ("a.json", '{\n"sent_more": ["a"],\n"sent_less": ["b"],\n"sent_more": ["c"]\n}\n'),
    ],
)
def test_a_key_that_stands_twice_is_refused(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text)
    with pytest.raises(DataError, match="'sent_more' stands more than once"):
        read(tmp_path / name)


@pytest.mark.parametrize("suffix", [".csv", ".tsv"])
def test_a_field_of_ten_megabytes_is_read_and_refused_for_its_length(
    tmp_path: Path, suffix: str
) -> None:
    sign = "," if suffix == ".csv" else "\t"
    path = tmp_path / f"a{suffix}"
    path.write_text(f"sent_more{sign}sent_less\n{'she ' * 2_500_000}{sign}he\n")
    table = read(path)
    assert len(table.columns["sent_more"][0]) == 10_000_000
    with pytest.raises(
        InputError, match=r"at most 100,000 characters in row 0 of `sent_more`.*10,000,000"
    ):
        check_columns(table.columns, PAIRS)


def test_columns_of_other_lengths_are_refused_by_the_name_of_their_file(tmp_path: Path) -> None:
    path = tmp_path / "ragged.json"
    path.write_text('{"sent_more": [], "sent_less": [null]}')
    with pytest.raises(
        DataError, match=r"same length in 'ragged\.json', but got 0 cells of 'sent_m"
    ):
        read_file(path, lambda _: True)
