"""A dump in pieces: the same people however it is packed, cut, brought or interrupted."""

from __future__ import annotations

import bz2
import gzip
import hashlib
import io
import json
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import fsspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builders.kit import bzip2
from builders.kit.shards import Shards
from builders.kit.streams import HashedBytes, name_of, open_bytes
from builders.politicians import dump, pieces
from equimask.core.errors import DataError
from tests.builders.kit.test_bzip2 import MAGICS, planted
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


class Read(NamedTuple):
    people: list[Any]
    left_out: Counter[str]
    sha256: str


def read(place: Path | str, kept: Path, size: int | None = None, processes: int = 1) -> Read:
    """All that a build takes from a dump; what is finished stays in the folder `kept`."""
    with open_bytes(str(place)) as raw, Shards(kept, dump.shard_options(["en"])) as shards:
        names = dump.gather(raw, shards, ["en"], processes=processes, size=size)
        joined = dump.Joined(shards, names, ["en"], raw.name)
        return Read(list(joined), joined.left_out, raw.sha256())


@pytest.fixture(scope="module")
def whole() -> tuple[list[Any], Counter[str]]:
    """The people by the plainest way: every line, one after another."""
    lines = [line.rstrip(b",") for line in TEXT.splitlines() if line not in (b"[", b"]")]
    people, left_out = dump.parse_lines(lines, frozenset(["en"]))
    return json.loads(json.dumps([person._asdict() for person in people])), left_out


def is_whole(found: Read, whole: tuple[list[Any], Counter[str]]) -> bool:
    people = json.loads(json.dumps(found.people))
    return len(people) > 60 and (people, found.left_out) == whole


@pytest.mark.parametrize("packing", PACKED)
@pytest.mark.parametrize("size", [1, 3_000, None])
def test_the_people_are_the_same_however_the_dump_is_packed_and_cut(
    packing: str, size: int | None, whole: tuple[list[Any], Counter[str]], tmp_path: Path
) -> None:
    if size == 1 and packing in ("plain", "gzip", "members"):
        size = 1_500  # of text, pieces of one byte would be very many
    path = tmp_path / "dump"  # what it is, its first bytes say
    path.write_bytes(PACKED[packing](TEXT))
    found = read(path, tmp_path / "kept", size)
    assert is_whole(found, whole)
    assert found.sha256 == hashlib.sha256(path.read_bytes()).hexdigest()


@pytest.mark.slow
@pytest.mark.parametrize("packing", ["many_streams", "one_stream"])
@pytest.mark.parametrize("processes", [2, 3])
def test_the_people_are_the_same_for_any_number_of_processes(
    packing: str, processes: int, whole: tuple[list[Any], Counter[str]], tmp_path: Path
) -> None:
    path = tmp_path / "all.json.bz2"
    path.write_bytes(PACKED[packing](TEXT))
    assert is_whole(read(path, tmp_path / "kept", 3_000, processes), whole)


@pytest.mark.parametrize("packing", ["plain", "gzip", "many_streams"])
def test_the_dump_may_come_through_a_pipe(
    packing: str,
    whole: tuple[list[Any], Counter[str]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    packed = PACKED[packing](TEXT)
    # Nothing but `read` can be done with it.
    pipe = SimpleNamespace(read=io.BytesIO(packed).read)
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=pipe, isatty=lambda: False))
    found = read("-", tmp_path, 3_000)
    assert is_whole(found, whole)
    assert found.sha256 == hashlib.sha256(packed).hexdigest()


@pytest.mark.slow
def test_a_build_from_a_pipe_is_one_from_the_file(tmp_path: Path) -> None:
    path = tmp_path / "all.json.bz2"
    path.write_bytes(bz2.compress(TEXT))
    assert builds.build(tmp_path / "file", "--dump", str(path), *ENGLISH) == 0
    process = builds.start(
        tmp_path / "pipe", "--dump", "-", *ENGLISH, stdin=subprocess.PIPE, text=False
    )
    _, errors = process.communicate(path.read_bytes(), timeout=120)
    assert process.returncode == 0, errors
    piped, filed = builds.receipt(tmp_path / "pipe"), builds.receipt(tmp_path / "file")
    assert piped["content_hash"] == filed["content_hash"]
    assert piped["options"]["dump"] == piped["sources"][0]["name"] == "standard input"
    assert piped["sources"][0]["sha256"] == hashlib.sha256(path.read_bytes()).hexdigest()


def test_a_terminal_is_no_pipe(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(isatty=lambda: True))
    assert builds.build(tmp_path / "out", "--dump", "-", *ENGLISH) == 2
    assert "a terminal" in capsys.readouterr().err


def test_the_dump_may_lie_at_an_address(
    whole: tuple[list[Any], Counter[str]], tmp_path: Path
) -> None:
    place = "memory://dumps/latest-all.json.bz2"
    with fsspec.open(place, "wb") as stream:
        stream.write(many_streams(TEXT))
    assert is_whole(read(place, tmp_path, 3_000), whole)
    assert name_of(place) == "latest-all.json.bz2"


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
    whole: tuple[list[Any], Counter[str]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = tmp_path / "all.json.bz2"
    path.write_bytes(PACKED[packing](TEXT))
    list(bzip2.unpack(path.read_bytes(), 0, 8 * path.stat().st_size))
    blocks = list(counted)
    assert len(blocks) > 6
    honest, parsed = dump.parse_piece, list[Any]()

    def breaking(work: Any, codes: frozenset[str]) -> Any:
        parsed.append(work)
        if len(parsed) == len(blocks) - 2:
            raise KeyboardInterrupt
        return honest(work, codes)

    monkeypatch.setattr(dump, "parse_piece", breaking)
    with pytest.raises(KeyboardInterrupt):
        read(path, tmp_path / "kept", 1)
    counted.clear()
    assert is_whole(read(path, tmp_path / "kept", 1), whole)
    # Three are left to be unpacked; to find out where two of them end, so are those behind them.
    assert sum(counted) == sum(blocks[-3:]) + sum(blocks[-2:])
    assert len(parsed) == len(blocks) + 1


@pytest.mark.parametrize("packing", PACKED)
def test_what_is_kept_of_another_dump_is_not_taken(packing: str, tmp_path: Path) -> None:
    """Even of one that is as large: a piece is known by what was read."""
    path, kept = tmp_path / "dump", tmp_path / "kept"
    path.write_bytes(PACKED[packing](TEXT))
    read(path, kept, 2_500)
    path.write_bytes(PACKED[packing](TEXT.replace(b"Person 80", b"Member 80")))
    found = read(path, kept, 2_500)
    names = [row["labels"].get("en", "") for row in found.people]
    assert any(name.startswith("Member 80") for name in names)
    assert not any(name.startswith("Person 80") for name in names)


def test_nothing_is_left_of_a_longer_dump(tmp_path: Path) -> None:
    path, kept = tmp_path / "all.json", tmp_path / "kept"
    path.write_bytes(TEXT)
    read(path, kept, 2_500)
    path.write_text(dump_text(crowd(3, seed=1)), encoding="utf-8")
    assert len(read(path, kept, 2_500).people) <= 3


@pytest.mark.parametrize("packing", PACKED)
@pytest.mark.parametrize("share", [0.3, 0.6, 0.99])
def test_a_dump_that_is_cut_short_is_refused_and_a_whole_one_goes_on(
    packing: str, share: float, whole: tuple[list[Any], Counter[str]], tmp_path: Path
) -> None:
    packed = PACKED[packing](TEXT)
    path = tmp_path / "dump"
    path.write_bytes(packed[: int(share * len(packed))])
    with pytest.raises(DataError, match="cut short"):
        read(path, tmp_path / "kept", 2_500)
    path.write_bytes(packed)
    assert is_whole(read(path, tmp_path / "kept", 2_500), whole)


@pytest.mark.parametrize("packing", ["gzip", "many_streams", "one_stream"])
def test_a_damaged_dump_is_refused_with_its_name(packing: str, tmp_path: Path) -> None:
    packed = bytearray(PACKED[packing](TEXT))
    packed[len(packed) // 2] ^= 255
    path = tmp_path / "all.json.packed"
    path.write_bytes(packed)
    place = "" if packing == "gzip" else r".* at byte \d+"
    with pytest.raises(DataError, match=rf"all\.json\.packed{place}.*damaged"):
        read(path, tmp_path / "kept")


@pytest.mark.slow
def test_a_damaged_block_is_told_by_a_worker_too(tmp_path: Path) -> None:
    packed = bytearray(PACKED["many_streams"](TEXT))
    packed[len(packed) // 2] ^= 255
    path = tmp_path / "all.json.bz2"
    path.write_bytes(packed)
    with pytest.raises(DataError, match=r"at byte \d+"):
        read(path, tmp_path / "kept", 3_000, processes=2)


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04", b"<html>", b"\x28\xb5\x2f\xfd"])
def test_what_is_no_json_is_refused(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "all.json"
    path.write_bytes(data)
    with pytest.raises(DataError, match=r"JSON in all\.json"):
        read(path, tmp_path / "kept")


@settings(max_examples=25, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.integers(0, 9_000), st.integers(1, 9), st.sampled_from(MAGICS), st.integers(0, 15)
        ),
        min_size=1,
        max_size=8,
    ),
    st.integers(1, 6_000),
    st.sets(st.integers(0, 20)),
)
def test_streams_of_any_size_with_first_bits_of_blocks_in_them_come_whole(
    streams: list[tuple[int, int, int, int]], size: int, lost: set[int]
) -> None:
    rest, texts, packed = TEXT, list[bytes](), b""
    for length, level, magic, shift in streams:
        for text in (rest[:length], planted(magic, shift)):
            texts.append(text)
            packed += bz2.compress(text, level)
        rest = rest[length:]
    keys: dict[int, Any] = {}

    def read_all() -> list[bytes]:
        found = []
        raw = HashedBytes(io.BytesIO(packed), "all.json.bz2")
        for piece in pieces.pieces(raw, size, keys.get):
            if isinstance(piece.work, pieces.Blocks):
                found.append(b"".join(piece.work.texts()))
            else:
                assert keys[piece.number] == piece.key
                found.append(kept[piece.number])
            keys[piece.number] = piece.key
        assert raw.sha256() == hashlib.sha256(packed).hexdigest()
        return found

    kept = read_all()
    assert b"".join(kept) == b"".join(texts)
    for number in lost & keys.keys():
        del keys[number]
    assert read_all() == kept


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


@pytest.mark.parametrize("packing", ["plain", "many_streams"])
@pytest.mark.parametrize("size", [900, None])
def test_a_line_without_end_is_refused(
    packing: str, size: int | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pieces, "LONGEST_LINE", 5_000)
    path = tmp_path / "all.json"
    path.write_bytes(PACKED[packing](b"[\n" + b"x" * 20_000))
    with pytest.raises(DataError, match="one entity per line"):
        read(path, tmp_path / "kept", size)
