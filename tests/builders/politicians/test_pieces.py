"""A dump in pieces: the same people however it is packed, cut, brought or interrupted."""

from __future__ import annotations

import bz2
import gzip
import hashlib
import io
import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import fsspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builders.kit import bzip2
from builders.kit.streams import HashedBytes
from builders.politicians import dump, pieces
from tests.builders.politicians import builds
from tests.builders.politicians.wikidata_cases import special_records
from tests.builders.politicians.wikidata_records import crowd, dump_text

ENGLISH = ["--language", "en", "--processes", "1"]
TEXT = dump_text(special_records() + crowd(60, seed=11)).encode()


def many_streams(text: bytes, size: int = 5_000) -> bytes:
    """As pbzip2 packs: a stream for every so many bytes, which end anywhere in a line."""
    return b"".join(bz2.compress(text[at : at + size]) for at in range(0, len(text), size))


def one_stream(text: bytes) -> bytes:
    """One stream of several blocks: filled up with lines that are about nobody."""
    line = b'{"id": "Q%d", "noise": "%s"},\n'
    rng = random.Random(12)
    filling = b"".join(line % (n, rng.randbytes(400).hex().encode()) for n in range(400))
    first, middle = text.index(b"\n") + 1, text.index(b"\n", len(text) // 2) + 1
    whole = text[:first] + filling + text[first:middle] + filling + text[middle:]
    return bz2.compress(whole, 1)


def members(text: bytes) -> bytes:
    return gzip.compress(text[:777]) + gzip.compress(text[777:])


PACKED: dict[str, Callable[[bytes], bytes]] = {
    "plain": bytes,
    "gzip": gzip.compress,
    "members": members,
    "one_block": bz2.compress,
    "many_streams": many_streams,
    "one_stream": one_stream,
}


@pytest.fixture(scope="module")
def content_hash(tmp_path_factory: pytest.TempPathFactory) -> str:
    out = tmp_path_factory.mktemp("whole")
    path = out / "all.json"
    path.write_bytes(TEXT)
    assert builds.build(out / "out", "--dump", str(path), *ENGLISH) == 0
    return str(builds.receipt(out / "out")["content_hash"])


@pytest.mark.parametrize("packing", PACKED)
@pytest.mark.parametrize("size", ["1", "3000", "100000000"])
def test_the_people_are_the_same_however_the_dump_is_packed_and_cut(
    packing: str, size: str, content_hash: str, tmp_path: Path
) -> None:
    if size == "1" and packing in ("plain", "gzip", "members"):
        size = "500"  # a piece of one byte is no piece of text to have thousands of files for
    path = tmp_path / "dump"  # what it is, its first bytes say
    path.write_bytes(PACKED[packing](TEXT))
    arguments = ["--dump", str(path), "--piece-bytes", size, *ENGLISH]
    assert builds.build(tmp_path / "out", *arguments) == 0
    receipt = builds.receipt(tmp_path / "out")
    assert receipt["content_hash"] == content_hash
    (source,) = receipt["sources"]
    assert source["sha256"] == hashlib.sha256(path.read_bytes()).hexdigest()


@pytest.mark.parametrize("packing", ["plain", "gzip", "many_streams"])
def test_the_dump_may_come_through_a_pipe(
    packing: str, content_hash: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed = PACKED[packing](TEXT)
    pipe = io.BytesIO(packed)
    monkeypatch.setattr(pipe, "seek", None, raising=False) if False else None
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=pipe, isatty=lambda: False))
    assert builds.build(tmp_path, "--dump", "-", "--piece-bytes", "3000", *ENGLISH) == 0
    receipt = builds.receipt(tmp_path)
    assert receipt["content_hash"] == content_hash
    assert receipt["options"]["dump"] == receipt["sources"][0]["name"] == "standard input"
    assert receipt["sources"][0]["sha256"] == hashlib.sha256(packed).hexdigest()


def test_a_terminal_is_no_pipe(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(isatty=lambda: True))
    assert builds.build(tmp_path / "out", "--dump", "-", *ENGLISH) == 2
    assert "a terminal" in capsys.readouterr().err


def test_the_dump_may_lie_at_an_address(content_hash: str, tmp_path: Path) -> None:
    place = "memory://dumps/latest-all.json.bz2"
    with fsspec.open(place, "wb") as stream:
        stream.write(many_streams(TEXT))
    assert builds.build(tmp_path, "--dump", place, "--piece-bytes", "3000", *ENGLISH) == 0
    assert builds.receipt(tmp_path)["content_hash"] == content_hash
    assert builds.receipt(tmp_path)["options"]["dump"] == "latest-all.json.bz2"


def test_an_address_with_nothing_at_it_is_told_without_its_key(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = "memory://secret/latest-all.json.bz2"
    assert builds.build(tmp_path / "out", "--dump", place, *ENGLISH) == 2
    error = capsys.readouterr().err
    assert "latest-all.json.bz2" in error and "secret" not in error


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """How many bits every block that was unpacked has."""
    sizes: list[int] = []
    honest = bzip2._unpacked

    def counting(data: bytes, place: int, cut: int) -> bytes | None:
        text = honest(data, place, cut)
        if text is not None:
            sizes.append(cut - place)
        return text

    monkeypatch.setattr(bzip2, "_unpacked", counting)
    return sizes


@pytest.mark.parametrize("packing", ["many_streams", "one_stream"])
def test_blocks_of_finished_pieces_are_not_unpacked_again(
    packing: str,
    counted: list[int],
    content_hash: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = tmp_path / "all.json.bz2"
    path.write_bytes(PACKED[packing](TEXT))
    arguments = ["--dump", str(path), "--piece-bytes", "1", *ENGLISH]
    whole: list[int] = []
    list(bzip2.unpack(path.read_bytes(), 0, 8 * path.stat().st_size))
    whole += counted
    assert len(whole) > 6
    honest, parsed = dump.parse_piece, list[Any]()

    def breaking(work: Any, codes: frozenset[str]) -> Any:
        parsed.append(work)
        if len(parsed) == len(whole) - 2:
            raise KeyboardInterrupt
        return honest(work, codes)

    monkeypatch.setattr(dump, "parse_piece", breaking)
    assert builds.build(tmp_path / "out", *arguments) == 2
    counted.clear()
    assert builds.build(tmp_path / "out", *arguments) == 0
    # Three are left to be unpacked; to find out where two of them end, so are those behind them.
    assert sum(counted) <= sum(whole[-3:]) + sum(whole[-2:])
    assert len(parsed) == len(whole) + 1
    assert builds.receipt(tmp_path / "out")["content_hash"] == content_hash


@pytest.mark.parametrize("packing", PACKED)
def test_what_is_kept_of_another_dump_is_not_taken(
    packing: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the same size: the key of a piece is in what it read."""
    path, out = tmp_path / "dump", tmp_path / "out"
    arguments = ["--dump", str(path), "--piece-bytes", "2500", *ENGLISH]
    path.write_bytes(PACKED[packing](TEXT))

    def interrupted(*_: Any) -> Any:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(dump.Joined, "__iter__", interrupted)
        assert builds.build(out, *arguments) == 2
    assert list(out.glob(".shards/*/*.jsonl.gz"))
    path.write_bytes(PACKED[packing](TEXT.replace(b"Person 80", b"Member 80")))
    assert builds.build(out, *arguments) == 0
    names = [row["name"] for row in builds.rows(out, "en")]
    assert any(name.startswith("Member 80") for name in names)
    assert not any(name.startswith("Person 80") for name in names)


def test_of_a_longer_dump_nothing_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, out = tmp_path / "all.json", tmp_path / "out"
    arguments = ["--dump", str(path), "--piece-bytes", "2500", *ENGLISH]
    path.write_bytes(TEXT + b"[")  # not whole
    path.write_bytes(TEXT.rstrip(b"\n]"))
    assert builds.build(out, *arguments) == 2
    path.write_text(dump_text(crowd(3, seed=1)), encoding="utf-8")
    assert builds.build(out, *arguments) == 0
    assert len(builds.rows(out, "en")) <= 3


@pytest.mark.parametrize("packing", PACKED)
@pytest.mark.parametrize("share", [0.3, 0.6, 0.99])
def test_a_dump_that_is_cut_short_is_refused(
    packing: str, share: float, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    packed = PACKED[packing](TEXT)
    path = tmp_path / "dump"
    path.write_bytes(packed[: int(share * len(packed))])
    arguments = ["--dump", str(path), "--piece-bytes", "2500", *ENGLISH]
    assert builds.build(tmp_path / "out", *arguments) == 2
    assert "cut short" in capsys.readouterr().err
    assert not (tmp_path / "out" / "data").exists()
    path.write_bytes(packed)
    assert builds.build(tmp_path / "out", *arguments) == 0


@pytest.mark.parametrize("packing", ["gzip", "many_streams", "one_stream"])
def test_a_damaged_dump_is_refused_with_the_place(
    packing: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    packed = bytearray(PACKED[packing](TEXT))
    packed[len(packed) // 2] ^= 255
    path = tmp_path / "all.json.packed"
    path.write_bytes(packed)
    assert builds.build(tmp_path / "out", "--dump", str(path), *ENGLISH) == 2
    error = capsys.readouterr().err
    assert "all.json.packed" in error
    assert "damaged" in error and (packing == "gzip" or "at byte" in error)


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04", b"<html>", b"\x28\xb5\x2f\xfd"])
def test_what_is_no_json_is_refused(
    data: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "all.json"
    path.write_bytes(data)
    assert builds.build(tmp_path / "out", "--dump", str(path), *ENGLISH) == 2
    assert "JSON in all.json" in capsys.readouterr().err


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.sampled_from([b"", b"x", b"82955", b"a82955b", b"\r", b"  ", b"]"]), max_size=12),
    st.integers(1, 9),
    st.integers(1, 9),
    st.booleans(),
)
def test_lines_are_found_wherever_blocks_and_pieces_end(
    lines: list[bytes], block: int, piece: int, ends: bool
) -> None:
    text = b"\n".join(lines) + b"\n" * ends
    found: list[bytes] = []
    begun = b""
    for start in range(0, len(text), block * piece):
        own = text[start : start + block * piece]
        part = pieces.Lines("all.json")
        inner = [line for at in range(0, len(own), block) for line in part.feed(own[at:][:block])]
        if part.head is not None:
            found.append(begun + part.head)
            begun = b""
        found += inner
        begun += part.tail
    found.append(begun)
    marked = [line for line in text.split(b"\n") if pieces.MARK in line]
    assert [line for line in found if pieces.MARK in line] == marked


def test_little_of_a_stream_is_held(monkeypatch: pytest.MonkeyPatch) -> None:
    """A piece and what may be left of a block, however much comes."""
    monkeypatch.setattr(pieces, "_LOOKAHEAD", 20_000)
    stream = bz2.compress(random.Random(1).randbytes(9_000))
    raw = HashedBytes(io.BytesIO(stream * 300), "all.json.bz2")
    most = 0
    for _ in pieces.pieces(raw, 50_000, lambda _: None):
        most = max(most, len(raw._ahead))
    assert raw.position == 300 * len(stream)
    assert most <= 70_000


def test_a_line_without_end_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pieces, "LONGEST_LINE", 5_000)
    for packing in ("plain", "many_streams"):
        path = tmp_path / "all.json"
        path.write_bytes(PACKED[packing](b"[\n" + b"x" * 20_000))
        arguments = ["--dump", str(path), "--piece-bytes", "900", *ENGLISH]
        assert builds.build(tmp_path / "out", *arguments) == 2
        assert "one entity per line" in capsys.readouterr().err
