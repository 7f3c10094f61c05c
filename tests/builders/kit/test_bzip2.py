"""Blocks of bzip2 apart from each other: like one decompressor, whatever stands in the data."""

from __future__ import annotations

import bz2
import random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from builders.kit import bzip2

MAGICS = (bzip2.BLOCK, bzip2.END, int.from_bytes(b"BZh9", "big") << 48 | bzip2.BLOCK)
SMALLEST_BLOCK = 100_000  # of level 1


def planted(magic: int, shift: int) -> bytes:
    """Bytes in whose packed form the magic stands by chance, at some bit.

    A block says in a bitmap which bytes it has, so those are chosen which spell the magic.
    """
    width = -(-magic.bit_length() // 16) * 16
    # No range of sixteen bytes may be empty: it would have no bits.
    spelt = f"{'1' * shift}{magic:0{width}b}{'1' * (16 - shift)}"
    return bytes(place for place, bit in enumerate(spelt) if bit == "1") * 3


def noise(size: int, seed: int) -> bytes:
    return random.Random(seed).randbytes(size)


def false_places(packed: bytes) -> list[int]:
    """Where a block's first bits stand and no block is."""
    end = 8 * len(packed)
    return [p for p in bzip2._magics(packed, 0, end) if bzip2._block_at(packed, p, end) is None]


def joined(packed: bytes, start: int, end: int) -> bytes:
    return b"".join(bzip2.unpack(packed, start, end))


def divided(packed: bytes, size: int) -> list[bytes]:
    """What is packed, cut wherever it can be after so many bits."""
    texts, start = [], 0
    while start < 8 * len(packed):
        end = bzip2.find_cut(packed, start + size)
        end = 8 * len(packed) if end is None else end
        # A worker has the bytes of its own blocks alone.
        own = packed[start // 8 : -(-end // 8)]
        texts.append(joined(own, start % 8, end - start // 8 * 8))
        start = end
    return texts


STREAM = st.one_of(
    st.binary(max_size=300),
    st.builds(planted, st.sampled_from(MAGICS), st.integers(0, 15)),
    st.builds(noise, st.integers(1, 3 * SMALLEST_BLOCK), st.integers(0, 99)),
    st.builds(bytes.__mul__, st.binary(min_size=1, max_size=9), st.integers(1, 90_000)),
    st.sampled_from(MAGICS).map(lambda magic: magic.to_bytes(10, "big") * 50),
)


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.tuples(STREAM, st.integers(1, 9)), min_size=1, max_size=5), st.integers(1, 10**6)
)
@example([(b"", 9), (b"", 1), (b"a", 9), (b"", 1), (b"", 2)], 1)
@example([(noise(250_000, 1), 1), (planted(MAGICS[0], 3), 1), (noise(250_000, 2), 1)], 1)
def test_streams_of_anything_unpack_as_one_decompressor_does(
    streams: list[tuple[bytes, int]], size: int
) -> None:
    packed = b"".join(bz2.compress(text, level) for text, level in streams)
    whole = b"".join(text for text, _ in streams)
    assert bzip2.is_packed(packed) and bzip2.ends_a_stream(packed)
    assert joined(packed, 0, 8 * len(packed)) == whole
    assert b"".join(divided(packed, size)) == whole


@pytest.mark.parametrize("magic", MAGICS)
def test_the_first_bits_of_a_block_within_a_block_begin_none(magic: int) -> None:
    found = 0
    for shift in range(16):
        packed = bz2.compress(planted(magic, shift))
        found += len(false_places(packed))
        assert joined(packed, 0, 8 * len(packed)) == planted(magic, shift)
        assert bzip2.find_cut(packed, 8 * 14) is None
    assert found == (0 if magic == bzip2.END else 16)


def test_one_stream_is_divided_at_its_blocks() -> None:
    text = noise(1_000_000, 3)
    packed = bz2.compress(text, 1)
    parts = divided(packed, 1)
    assert len(parts) > 9 and b"".join(parts) == text
    places = {place % 8 for place in bzip2._magics(packed, 0, 8 * len(packed))}
    assert len(places) > 3  # at any bit, not at whole bytes


def test_many_streams_are_divided_at_their_headers() -> None:
    streams = [bz2.compress(noise(50_000, seed)) for seed in range(4)]
    packed = b"".join(streams)
    second = bzip2.find_cut(packed, 33)
    assert second == 8 * len(streams[0])
    assert len(divided(packed, 33)) == 4


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 8 * 900), st.booleans())
def test_a_bit_that_is_not_as_it_was_is_seen(bit: int, single: bool) -> None:
    texts = [noise(200, 4), b"pi" * 300, noise(200, 5)]
    packed = bytearray(
        bz2.compress(b"".join(texts)) if single else b"".join(map(bz2.compress, texts))
    )
    bit %= 8 * len(packed)
    packed[bit // 8] ^= 1 << bit % 8
    try:
        text = joined(bytes(packed), 0, 8 * len(packed))
    except bzip2.BrokenBlockError:
        return
    # Nothing but the level, the checksum of a stream or the filling of its last byte.
    assert text == b"".join(texts)


@given(st.integers(1, 10**6))
@settings(max_examples=15, deadline=None)
def test_what_is_cut_short_does_not_pass_for_whole(size: int) -> None:
    packed = bz2.compress(noise(250_000, 6), 1)
    short = packed[: size % len(packed)]
    try:
        list(bzip2.unpack(short, 0, 8 * len(short)))
    except bzip2.BrokenBlockError:
        return
    assert not bzip2.ends_a_stream(short)


@pytest.mark.parametrize("further", [b"\0", b"more", b"BZh9", b"BZh0" + bytes(20)])
def test_what_stands_behind_the_last_stream_is_refused(further: bytes) -> None:
    packed = bz2.compress(b"text") + further
    with pytest.raises(bzip2.BrokenBlockError):
        list(bzip2.unpack(packed, 0, 8 * len(packed)))


@pytest.mark.parametrize("data", [b"", b"BZh9", b"[\n{}\n]", b"BZh0" + bytes(9), b"BZh9 is a word"])
def test_other_data_are_not_taken_for_bzip2(data: bytes) -> None:
    assert not bzip2.is_packed(data)
