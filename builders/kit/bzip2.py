"""The blocks of bzip2 data, unpacked apart: what lies between two of them is a piece of work.

A block begins with six bytes at any bit, and each is packed by itself. Those six bytes may also
stand inside a block by chance, so a place where they stand is believed only where the block
behind it unpacks: its end has to lie at the next such place, to the bit, and its checksum agree.
Whether the file is one stream (lbzip2, bzip2) or many (pbzip2, `cat a.bz2 b.bz2`) makes no
difference. The checksum of a whole stream, which is made of those of its blocks, is not looked at.

Places are counted in bits from the first byte of the data.
"""

from __future__ import annotations

import bz2
from collections.abc import Iterator

# Of a block the digits of pi, of a stream those of its root.
BLOCK, END = 0x314159265359, 0x177245385090
_MAGIC, _CHECKSUM = 48, 32  # bits
_LEVELS = tuple(b"BZh%d" % level for level in range(1, 10))
_HEADER = 32
_EMPTY_STREAM = END.to_bytes(6, "big") + bytes(4)
_WINDOW = 1 << 16

# More bytes than a packed block can take: 900,000 symbols of at most 20 bits, and its tables.
LARGEST_BLOCK = 5 << 19


class BrokenBlockError(Exception):
    """No whole block where one has to be; `place` is the bit."""

    def __init__(self, place: int) -> None:
        super().__init__(f"no whole block at bit {place}")
        self.place = place


def is_packed(data: bytes) -> bool:
    """Whether data begin as bzip2 does: a header, then a block or, of nothing, the end."""
    magic = _bits(data, _HEADER, _MAGIC) if len(data) >= 10 else None
    return data[:4] in _LEVELS and magic in (BLOCK, END)


def find_cut(data: bytes, least: int) -> int | None:
    """The first place from the bit `least` on where data can be divided: a block begins there.

    Where a stream begins with the block, the place is that of its header. None where there is no
    whole block behind `least`.
    """
    end = 8 * len(data)
    for place in _magics(data, least, end):
        cut = _before_headers(data, place)
        if cut >= least and _block_at(data, place, end) is not None:
            return cut
    return None


def unpack(data: bytes, start: int, end: int) -> Iterator[bytes]:
    """What is packed in the blocks between two cuts, one block after another.

    They have to fill all from the bit `start` to the bit `end`.
    """
    place = start
    while place < end:
        magic = _bits(data, place, _MAGIC) if place + _MAGIC <= end else None
        if place % 8 == 0 and data[place // 8 : place // 8 + 4] in _LEVELS:
            place += _HEADER
        elif magic == END and place + _MAGIC + _CHECKSUM <= end:
            place = _whole_bytes(place + _MAGIC + _CHECKSUM)
            # Of the last bits of the data, none is left; else another stream has to follow.
            if place < end and data[place // 8 : place // 8 + 4] not in _LEVELS:
                raise BrokenBlockError(place)
        elif magic == BLOCK and (found := _block_at(data, place, end)) is not None:
            yield found[0]
            place = found[1]
        else:
            raise BrokenBlockError(place)


def ends_a_stream(data: bytes) -> bool:
    """Whether the data end where a stream does: else they were cut short."""
    return any(True for _ in _stream_ends(data, 8 * len(data)))


def _block_at(data: bytes, place: int, end: int) -> tuple[bytes, int] | None:
    """What is packed in the block that begins at a bit, and the bit behind it."""
    latest = min(end, place + 8 * LARGEST_BLOCK)
    for behind in _magics(data, place + _MAGIC, latest):
        for cut in (*_stream_ends(data, _before_headers(data, behind)), behind):
            if cut > place and (text := _unpacked(data, place, cut)) is not None:
                return text, cut
    for cut in (*_stream_ends(data, end), end):
        if place < cut <= latest and (text := _unpacked(data, place, cut)) is not None:
            return text, cut
    return None


def _unpacked(data: bytes, place: int, cut: int) -> bytes | None:
    """The block between two bits as a stream of its own; None if that is not a whole block."""
    count = cut - place
    if count < _MAGIC + _CHECKSUM:
        return None
    checksum = _bits(data, place + _MAGIC, _CHECKSUM)
    stream = _bits(data, place, count) << _MAGIC | END
    stream = stream << _CHECKSUM | checksum
    count += _MAGIC + _CHECKSUM
    packed = (stream << -count % 8).to_bytes((count + 7) // 8, "big")
    decompressor = bz2.BZ2Decompressor()
    try:
        text = decompressor.decompress(_LEVELS[-1] + packed)
    except OSError:
        return None
    return text if decompressor.eof and not decompressor.unused_data else None


def _magics(data: bytes, start: int, end: int) -> Iterator[int]:
    """Where the first bits of a block stand, at whatever bit, in order; some by chance."""
    last = (end - _MAGIC) // 8  # the byte in which the last one can begin
    for window in range(start // 8, last + 1, _WINDOW):
        found = []
        for shift in range(8):
            pattern = (BLOCK << (8 - shift)).to_bytes(7, "big")
            # The bytes that it fills; of the first and the last one it may have some bits only.
            begin, whole = (0, pattern[:6]) if shift == 0 else (1, pattern[1:6])
            stop = min(window + _WINDOW, last + 1) + begin + len(whole) - 1
            at = data.find(whole, window + begin, stop)
            while at >= 0:
                place = 8 * (at - begin) + shift
                if start <= place <= end - _MAGIC and _bits(data, place, _MAGIC) == BLOCK:
                    found.append(place)
                at = data.find(whole, at + 1, stop)
        yield from sorted(found)


def _before_headers(data: bytes, place: int) -> int:
    """The place of the header of the stream that begins with this block, if one does.

    Streams of nothing that stand before it go with it.
    """
    byte, rest = divmod(place, 8)
    if rest or byte < 4 or data[byte - 4 : byte] not in _LEVELS:
        return place
    byte -= 4
    while byte >= 14 and _is_empty_stream(data[byte - 14 : byte]):
        byte -= 14
    return 8 * byte


def _is_empty_stream(data: bytes) -> bool:
    return data[:4] in _LEVELS and data[4:] == _EMPTY_STREAM


def _stream_ends(data: bytes, place: int) -> Iterator[int]:
    """Where the end marks of a stream stand that ends right before this place, a whole byte.

    Streams of nothing may follow it.
    """
    if place % 8:
        return
    byte = place // 8
    while True:
        for padding in range(8):
            mark = 8 * byte - padding - _CHECKSUM - _MAGIC
            if mark >= 0 and _bits(data, mark, _MAGIC) == END:
                yield mark
        if byte < 14 or not _is_empty_stream(data[byte - 14 : byte]):
            return
        byte -= 14


def _bits(data: bytes, place: int, count: int) -> int:
    """So many bits from a place on, as a number."""
    end = place + count
    number = int.from_bytes(data[place // 8 : (end + 7) // 8], "big")
    return (number >> -end % 8) & ((1 << count) - 1)


def _whole_bytes(place: int) -> int:
    return place + -place % 8
