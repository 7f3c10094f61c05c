"""Files of every supported kind give the same columns; broken ones give a clear error."""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from equimask.inputs.tables import read_columns

from equimask.core.errors import DataError

NAMES = ("sent_more", "sent_less")
ROWS = {"sent_more": ['She said "no", twice.', "她"], "sent_less": ["He, too\u00a0", "他"]}


def write(folder: Path, suffix: str) -> Path:
    path = folder / f"pairs{suffix}"
    records = [dict(zip(ROWS, values, strict=True)) for values in zip(*ROWS.values(), strict=True)]
    if suffix == ".parquet":
        pq.write_table(pa.table(ROWS), path)
    elif suffix in (".json", ".jsonl"):
        path.write_text("\n".join(json.dumps(r, ensure_ascii=False) for r in records), "utf-8")
    else:
        mark = "," if suffix == ".csv" else "\t"
        quote = (lambda t: '"' + t.replace('"', '""') + '"') if suffix == ".csv" else (lambda t: t)
        lines = [mark.join(ROWS), *(mark.join(quote(v) for v in r.values()) for r in records)]
        path.write_text("\n".join(lines) + "\n", "utf-8")
    return path


@pytest.mark.parametrize("suffix", [".csv", ".tsv", ".jsonl", ".json", ".parquet"])
def test_every_kind_of_file_gives_the_same_columns(tmp_path: Path, suffix: str) -> None:
    table = read_columns(str(write(tmp_path, suffix)), NAMES)
    assert table.columns == ROWS
    assert table.label.startswith("pairs@")


def test_numbers_and_na_in_a_csv_stay_text(tmp_path: Path) -> None:
    path = tmp_path / "p.csv"
    path.write_text("sent_more,sent_less\n1,NA\n")
    assert read_columns(str(path), NAMES).columns == {"sent_more": ["1"], "sent_less": ["NA"]}


def test_the_label_is_a_content_hash(tmp_path: Path) -> None:
    labels = {read_columns(str(write(tmp_path, s)), NAMES).label for s in (".csv", ".parquet")}
    assert len(labels) == 1


def test_optional_columns_come_along_when_they_are_there(tmp_path: Path) -> None:
    path = tmp_path / "p.csv"
    path.write_text("sent_more,sent_less,gender_more\na,b,male\n")
    assert read_columns(str(path), NAMES, ("gender_more",)).columns["gender_more"] == ["male"]


def test_a_missing_column_is_named_with_near_matches(tmp_path: Path) -> None:
    path = tmp_path / "p.csv"
    path.write_text("sent_more,sent_les\na,b\n")
    with pytest.raises(DataError, match="Did you mean 'sent_les'"):
        read_columns(str(path), NAMES)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("p.csv", b'sent_more,sent_less\n"a,b\n'),
        ("p.csv", b"sent_more,sent_less\na,b,c\n"),
        ("p.jsonl", b"{broken"),
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
        read_columns(str(tmp_path / name), NAMES)
