from __future__ import annotations

import gzip
import tempfile
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builders.kit.parallel import (
    EMPTY_LINE,
    EMPTY_SIDE,
    NOT_TWO_COLUMNS,
    NOT_UTF8,
    Line,
    Pair,
    SkippedLines,
    read_monolingual,
    read_pairs,
)
from equimask.core import lines as lines_module
from equimask.core.errors import DataError
from equimask.core.lines import text_lines

# Anything that a sentence may hold; LF ends a line and CR before it belongs to the line's end.
SENTENCE = st.text(
    st.characters(blacklist_characters="\n\r\t\ufeff", blacklist_categories=("Cs",)), min_size=1
).filter(str.strip)
PAIRS = st.lists(st.tuples(SENTENCE, SENTENCE), min_size=1, max_size=20)


def write_tsv(folder: Path, data: bytes, name: str = "en-de.tsv") -> Path:
    path = folder / name
    path.write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
    return path


def write_zip(folder: Path, english: bytes, german: bytes, stem: str = "X.de-en") -> Path:
    path = folder / "de-en.txt.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("README", "made up")
        archive.writestr(f"{stem}.en", english)
        archive.writestr(f"{stem}.de", german)
        archive.writestr(f"{stem}.ids", "1\n")
    return path


@pytest.mark.parametrize("name", ["en-de.tsv", "en-de.tsv.gz"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
@given(pairs=PAIRS)
@settings(max_examples=30)
def test_any_unicode_comes_back_from_a_tsv(name: str, end: str, pairs: list[tuple[str, str]]):
    data = "".join(f"{english}\t{target}{end}" for english, target in pairs).encode()
    with tempfile.TemporaryDirectory() as folder:
        found = list(read_pairs(write_tsv(Path(folder), data, name), "de"))
    assert found == [(number, *pair) for number, pair in enumerate(pairs, 1)]


@given(pairs=PAIRS, final=st.booleans())
@settings(max_examples=30)
def test_any_unicode_comes_back_from_a_moses_zip(pairs: list[tuple[str, str]], final: bool):
    sides = ["\n".join(side) + ("\n" if final else "") for side in zip(*pairs, strict=True)]
    with tempfile.TemporaryDirectory() as folder:
        found = list(read_pairs(write_zip(Path(folder), *(s.encode() for s in sides)), "de"))
    assert found == [(number, *pair) for number, pair in enumerate(pairs, 1)]


@given(st.lists(st.binary().map(lambda b: b.replace(b"\n", b"").rstrip(b"\r")), max_size=30))
@settings(max_examples=60)
def test_line_numbers_survive_any_bytes_and_any_block_size(raw: list[bytes]):
    data = b"".join(line + b"\n" for line in raw)
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        path = Path(folder) / "x"
        path.write_bytes(data)
        results = []
        for size in (1, 7, 1 << 18):
            patch.setattr(lines_module, "_BLOCK", size)
            with path.open("rb") as stream:
                results.append(list(text_lines(stream, "x")))
    assert results[0] == results[1] == results[2]
    assert len(results[0]) == len(raw)
    for line, bytes_ in zip(results[0][1:], raw[1:], strict=True):
        try:
            assert line == bytes_.decode()
        except UnicodeDecodeError:
            assert line is None


def test_a_byte_order_mark_is_no_part_of_the_first_sentence(tmp_path: Path):
    data = "\ufeffOne\tEins\n\ufeffTwo\tZwei\n".encode()
    found = list(read_pairs(write_tsv(tmp_path, data), "de"))
    assert [pair.english for pair in found] == ["One", "\ufeffTwo"]


def test_only_lf_ends_a_line(tmp_path: Path):
    data = "One\u2028two\x85three\x0bfour\tEins\rzwei\r\nFive\tFünf".encode()
    assert list(read_pairs(write_tsv(tmp_path, data), "de")) == [
        Pair(1, "One\u2028two\x85three\x0bfour", "Eins\rzwei"),
        Pair(2, "Five", "Fünf"),
    ]


def test_bad_lines_are_counted_with_the_first_line_number(tmp_path: Path):
    data = b"no tab\nA\tB\nA\tB\tC\n\xff\tB\nA\t \n\tB\n\nC\tD\n"
    skipped = SkippedLines()
    found = list(read_pairs(write_tsv(tmp_path, data), "de", skipped=skipped))
    assert found == [Pair(2, "A", "B"), Pair(8, "C", "D")]
    assert skipped.counts == {NOT_TWO_COLUMNS: 3, NOT_UTF8: 1, EMPTY_SIDE: 2}
    assert skipped.first == {NOT_TWO_COLUMNS: 1, NOT_UTF8: 4, EMPTY_SIDE: 5}
    assert "not UTF-8: 1 (first in line 4)" in str(skipped)


def test_a_bad_line_on_one_side_of_a_zip_does_not_shift_the_other(tmp_path: Path):
    path = write_zip(tmp_path, b"A\n\xff\n\nD\n", b"a\nb\nc\nd\n")
    skipped = SkippedLines()
    assert list(read_pairs(path, "de", skipped=skipped)) == [Pair(1, "A", "a"), Pair(4, "D", "d")]
    assert skipped.counts == {NOT_UTF8: 1, EMPTY_SIDE: 1}


@pytest.mark.parametrize(("english", "german"), [(b"A\nB\n", b"a\n"), (b"A\n", b"a\nb\nc\n")])
def test_sides_of_different_length_are_refused(tmp_path: Path, english: bytes, german: bytes):
    with pytest.raises(DataError, match="ends after line 1"):
        list(read_pairs(write_zip(tmp_path, english, german), "de"))


@pytest.mark.parametrize("stem", ["X.de-en", "X.en-de", "folder/X.de-en", "de-en", "a/en-de"])
def test_members_are_found_in_either_order_of_the_codes(tmp_path: Path, stem: str):
    assert list(read_pairs(write_zip(tmp_path, b"A", b"a", stem), "de")) == [Pair(1, "A", "a")]


@pytest.mark.parametrize("stem", ["X.fr-en", "X.ede-en", "X"])
def test_a_zip_of_another_language_is_refused(tmp_path: Path, stem: str):
    with pytest.raises(DataError, match=r"X\.en-de\.en"):
        list(read_pairs(write_zip(tmp_path, b"A", b"a", stem), "de"))


def test_damaged_files_are_refused_by_name(tmp_path: Path):
    packed = gzip.compress(b"A\tB\n" * 1000)
    cut = tmp_path / "en-de.tsv.gz"
    cut.write_bytes(packed[:-10])
    no_zip = tmp_path / "de-en.txt.zip"
    no_zip.write_bytes(b"not a zip")
    for path in (cut, no_zip, tmp_path / "absent.tsv"):
        with pytest.raises(DataError, match=path.name) as refusal:
            list(read_pairs(path, "de"))
        assert str(tmp_path) not in str(refusal.value)


@pytest.mark.parametrize("data", [b"", b"no tab\n"])
def test_a_file_without_any_usable_line_is_refused(tmp_path: Path, data: bytes):
    with pytest.raises(DataError, match="at least one usable line"):
        list(read_pairs(write_tsv(tmp_path, data), "de"))


def test_a_file_without_line_ends_does_not_fill_the_memory(tmp_path: Path):
    path = write_tsv(tmp_path, b"A\tB\n" + b"x" * (lines_module.LONGEST_LINE + 300_000))
    with pytest.raises(DataError, match="line 2"):
        list(read_pairs(path, "de"))


def test_other_formats_are_refused(tmp_path: Path):
    with pytest.raises(DataError, match="tsv"):
        list(read_pairs(tmp_path / "en-de.csv", "de"))
    with pytest.raises(DataError, match="txt"):
        list(read_monolingual(tmp_path / "en.csv"))


@pytest.mark.parametrize("name", ["de.txt", "de.txt.gz"])
def test_monolingual_lines_keep_their_numbers(tmp_path: Path, name: str):
    skipped = SkippedLines()
    path = write_tsv(tmp_path, "\ufeffEins\n \nDrei\n".encode(), name)
    assert list(read_monolingual(path, skipped=skipped)) == [Line(1, "Eins"), Line(3, "Drei")]
    assert skipped.counts == {EMPTY_LINE: 1}


@pytest.mark.parametrize("kind", ["tsv.gz", "tsv", "zip"])
def test_progress_adds_up_to_about_the_size_of_the_file(tmp_path: Path, kind: str):
    lines = "".join(f"{n * n} apples\n" for n in range(20_000)).encode()
    if kind == "zip":
        path = write_zip(tmp_path, lines, lines)
    else:
        path = write_tsv(tmp_path, lines.replace(b" ", b"\t"), f"en-de.{kind}")
    told: list[int] = []
    list(read_pairs(path, "de", progress=told.append))
    assert 0.8 <= sum(told) / path.stat().st_size <= 3
