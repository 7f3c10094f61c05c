"""Bytes that are read once: looked at ahead, taken, hashed."""

from __future__ import annotations

import hashlib
import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders.kit.streams import HashedBytes, name_of, open_bytes
from equimask.core.errors import DataError

DATA = bytes(range(256)) * 8


class Trickle(io.RawIOBase):
    """A pipe: it gives less than was asked for."""

    def __init__(self, data: bytes, most: int) -> None:
        self._data, self._most = io.BytesIO(data), most

    def read(self, size: int = -1) -> bytes:
        return self._data.read(min(size, self._most))


@given(st.lists(st.tuples(st.integers(0, 300), st.integers(0, 300))), st.integers(1, 100))
def test_what_is_taken_is_hashed_whatever_was_looked_at(
    steps: list[tuple[int, int]], most: int
) -> None:
    raw = HashedBytes(Trickle(DATA, most), "data")
    place = 0
    for ahead, count in steps:
        assert raw.ahead(ahead) == DATA[place : place + ahead]
        assert raw.read(count) == DATA[place : place + count]
        place = min(place + count, len(DATA))
        assert raw.position == place
        assert raw.sha256(b"more") == hashlib.sha256(DATA[:place] + b"more").hexdigest()
    raw.read_to_end()
    assert raw.sha256() == hashlib.sha256(DATA).hexdigest()


@pytest.mark.parametrize("further", [0, 1])
def test_what_is_known_is_taken_and_anything_else_stays(further: int) -> None:
    raw = HashedBytes(io.BytesIO(DATA), "data")
    raw.read(10)
    known = hashlib.sha256(DATA[: 50 + further]).hexdigest()
    assert not raw.take_known(41, further, known)
    assert raw.position == 10 and raw.ahead(5) == DATA[10:15]
    assert raw.take_known(40, further, known)
    assert raw.position == 50 and raw.sha256() == hashlib.sha256(DATA[:50]).hexdigest()
    assert not raw.take_known(len(DATA), 0, hashlib.sha256(DATA).hexdigest())  # less than that


def test_a_file_has_a_size_and_a_pipe_has_none(tmp_path: Path) -> None:
    path = tmp_path / "data.bin"
    path.write_bytes(DATA)
    with open_bytes(str(path)) as raw:
        assert (raw.name, raw.size, raw.read(4)) == ("data.bin", len(DATA), DATA[:4])
    with open_bytes(f"file://{path}") as raw:
        assert (raw.name, raw.size, raw.read(4)) == ("data.bin", len(DATA), DATA[:4])


@pytest.mark.parametrize(
    ("place", "name"),
    [
        ("-", "standard input"),
        ("/home/somebody/all.json.bz2", "all.json.bz2"),
        ("s3://key:secret@bucket/dumps/all.json.bz2", "all.json.bz2"),
        ("https://example.org/all.json.gz?token=secret", "all.json.gz"),
    ],
)
def test_a_name_tells_no_folder_and_no_key(place: str, name: str) -> None:
    assert name_of(place) == name


def test_a_stream_that_breaks_off_is_told() -> None:
    class Broken(io.RawIOBase):
        def read(self, size: int = -1) -> bytes:
            raise TimeoutError("secret://address")

    with pytest.raises(DataError, match="TimeoutError") as refusal:
        HashedBytes(Broken(), "all.json").read()
    assert "secret" not in str(refusal.value)


@pytest.mark.parametrize("place", ["nothing-here.json", "memory://nothing/here.json", "xyz://a/b"])
def test_a_place_with_nothing_is_told_with_the_advice(place: str) -> None:
    with pytest.raises(DataError, match="Get it"), open_bytes(place, "Get it."):
        pass
