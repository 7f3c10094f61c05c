"""Data files of every kind: what is whole comes back as it was written, the rest gets a message."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from equimask.inputs.tables import read_columns
from hypothesis import assume
from hypothesis import strategies as st

from builders.__main__ import main as build
from equimask.core.errors import DataError
from tests.hardening.examples import inputs
from tests.hardening.files import NAMES, SOUND, SUFFIXES, named_contents, parquet
from tests.hardening.strategies import LONG, long_text

cells = st.lists(st.tuples(long_text, long_text), min_size=1, max_size=4)


def read(folder: Path, suffix: str, content: bytes) -> dict[str, list[Any]]:
    path = folder / f"wild{suffix}"
    path.write_bytes(content)
    return read_columns(str(path), NAMES, ("gender_more", "count")).columns


@inputs(300, named_contents)
def test_any_file_gives_columns_or_a_message(tmp_path: Path, named: tuple[str, bytes]) -> None:
    suffix, content = named
    message = ""
    try:
        columns = read(tmp_path, suffix, content)
    except DataError as error:
        message = str(error)
    if message:
        assert f"wild{suffix}" in message
        assert message.isprintable()
    else:
        assert set(NAMES) <= set(columns)
        assert len({len(values) for values in columns.values()}) == 1


def written(suffix: str, rows: list[tuple[str, str]]) -> bytes:
    """The rows as a careful program writes them."""
    if suffix == ".parquet":
        return parquet(pa.table(dict(zip(NAMES, map(list, zip(*rows, strict=True)), strict=True))))
    if suffix in (".json", ".jsonl"):
        lines = [json.dumps(dict(zip(NAMES, row, strict=True)), ensure_ascii=False) for row in rows]
        return "\n".join(lines).encode()
    stream = io.StringIO(newline="")
    if suffix == ".csv":
        csv.writer(stream, quoting=csv.QUOTE_ALL).writerows([NAMES, *rows])
    else:
        stream.write("".join("\t".join(row) + "\n" for row in [NAMES, *rows]))
    return stream.getvalue().encode()


@inputs(120, st.sampled_from(SUFFIXES), cells)
def test_wild_text_comes_back_as_it_was_written(
    tmp_path: Path, suffix: str, rows: list[tuple[str, str]]
) -> None:
    if suffix == ".tsv":  # which has no way to write these
        assume(not any(set("\t\r\n") & set(text) for row in rows for text in row))
    columns = read(tmp_path, suffix, written(suffix, rows))
    assert list(zip(*columns.values(), strict=True)) == rows


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_file_that_was_cut_off_anywhere_is_told_apart_or_read_as_far_as_it_is_whole(
    tmp_path: Path, suffix: str
) -> None:
    whole = read(tmp_path, suffix, SOUND[suffix])
    for length in range(0, len(SOUND[suffix]), 7):
        try:
            columns = read(tmp_path, suffix, SOUND[suffix][:length])
        except DataError:
            continue
        assert suffix != ".parquet"
        assert len(columns["sent_more"]) <= len(whole["sent_more"])


@pytest.mark.parametrize(
    ("suffix", "content", "message"),
    [
        (".csv", b"sent_more,sent_less,sent_more\na,b,c\n", "one column 'sent_more'.*2 of them"),
        (".csv", "sent_more,sent_less\na,b\n".encode("utf-16"), "UTF-8"),
        (".csv", b"sent_more,sent_less\na,\xff\n", "UTF-8"),
        (".csv", b"\xff\xfe,b\na,b\n", "UTF-8"),
        (".csv", b"a,b\n1,2\n", "no column 'sent_more'"),
        (".csv", b"sent_more;sent_less\n1;2\n", "separated by semicolons"),
        (".csv", b"sent_less\n2\n", "Add 'sent_more'"),
        (".csv", b"\x1b[2J,b\n1,2\n", r"\\x1b\[2J"),
        (".jsonl", b"null\n", "one JSON object in every line.*'null.*line 1"),
        (".jsonl", b'{"sent_more": "a", "sent_less": "b"}\n[1]\n', "line 2"),
        (".jsonl", b"[" * LONG, "recursion"),
        (".jsonl", b"1" * 5000, "line 1"),
        (".jsonl", b"\n\n", "no rows"),
        (".parquet", b"PAR1PAR1", "wild.parquet"),
        (".parquet", b"", "wild.parquet"),
        (
            ".parquet",
            parquet(pa.table({name: pa.array([b"\xff"]).view(pa.string()) for name in NAMES})),
            "UTF-8|utf-8",
        ),
    ],
)
def test_what_cannot_be_read_is_said(
    tmp_path: Path, suffix: str, content: bytes, message: str
) -> None:
    with pytest.raises(DataError, match=message):
        read(tmp_path, suffix, content)


@pytest.mark.parametrize(
    ("suffix", "content", "rows"),
    [
        (".csv", b"\xef\xbb\xbfsent_more,sent_less\na,b\n", [("a", "b")]),
        (".csv", b"sent_more,sent_less\ra,b\rc,d\r", [("a", "b"), ("c", "d")]),
        (".csv", b"sent_more,sent_less\r\na,b\r\n", [("a", "b")]),
        (".csv", b'sent_more,sent_less\n=1+1,"=HYPERLINK(""x"")"\n', [("=1+1", '=HYPERLINK("x")')]),
        (".csv", b"sent_more,sent_less\n2020-01-01,1e309\n", [("2020-01-01", "1e309")]),
        (".csv", b"sent_more,sent_less\na\0b,\0\n", [("a\0b", "\0")]),
        (".tsv", b'sent_more\tsent_less\n"a\tb"\n', [('"a', 'b"')]),
        (".jsonl", b'\xef\xbb\xbf{"sent_more": "a", "sent_less": "b"}', [("a", "b")]),
        (".jsonl", b'{"sent_more": "a", "sent_less": "b"}\r\r', [("a", "b")]),
        (".jsonl", b'{"sent_more": "2020-01-01", "sent_less": 1}', [("2020-01-01", 1)]),
        (
            ".jsonl",
            b'{"sent_more": "\\ud800"}\n{"sent_less": "b"}',
            [("\ud800", None), (None, "b")],
        ),
        (".parquet", parquet(pa.table({"sent_more": [1], "sent_less": [[2.5]]})), [(1, [2.5])]),
    ],
)
def test_odd_but_sound_files_are_read(
    tmp_path: Path, suffix: str, content: bytes, rows: list[tuple[Any, Any]]
) -> None:
    columns = read(tmp_path, suffix, content)
    assert list(zip(columns["sent_more"], columns["sent_less"], strict=True)) == rows


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_field_of_a_hundred_thousand_characters_is_read(tmp_path: Path, suffix: str) -> None:
    rows = [("她" * LONG, "x" * LONG)]
    columns = read(tmp_path, suffix, written(suffix, rows))
    assert list(zip(*columns.values(), strict=True)) == rows


@inputs(30, st.one_of(long_text, st.sampled_from(("x" * 5000, "x" * 300 + "/b/c", "a/b/\0"))))
def test_what_is_no_file_gets_a_message(source: str) -> None:
    assume(source.count("/") != 1)  # else it is looked for on the Hub
    with pytest.raises(DataError, match="Check the path"):
        read_columns(source, NAMES)


@inputs(10, st.binary(max_size=40))
def test_a_source_folder_with_other_content_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "cps_translated_ar_formatted.csv").write_bytes(content)
    out = tmp_path / "out"
    assert build(["crows_pairs_multilingual", "--source", str(tmp_path), "--out", str(out)]) == 2
    assert not out.exists()
