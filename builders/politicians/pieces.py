"""A dump in pieces: read once and in order, each piece to be unpacked and parsed by itself.

A piece of bzip2 data is a run of whole blocks, which a worker unpacks. Text, plain or unpacked
from gzip (which only one can do), is searched here, so that workers get the lines that may be
about politicians and no others. In both a line may begin in one piece and end in another.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import IO, Any, NamedTuple

from builders.kit import bzip2
from builders.kit.streams import HashedBytes
from builders.politicians.query import POLITICIAN
from equimask.core.errors import DataError

# No line without the number of the occupation can be about a politician, and few have it.
MARK = POLITICIAN[1:].encode("ascii")
BLOCKS_BYTES, TEXT_BYTES = 4 << 20, 128 << 20
LONGEST_LINE = 1 << 28

# Lines to parse wait in memory; a piece of nothing but politicians ends earlier than by its size.
_MOST_CANDIDATES = 1 << 25
_BLOCK = 1 << 20
# Behind a block's first bits by chance, there is a whole block in so many bytes.
_LOOKAHEAD = 2 * bzip2.LARGEST_BLOCK
_GZIP, _BYTE_ORDER_MARK = b"\x1f\x8b", b"\xef\xbb\xbf"
_BEGINNING = _END_OF_LINE_SHOWN = 64

ANEW = "It is damaged or cut short: get it anew. The same command then goes on."


class Lines:
    """Lines in blocks of bytes that end anywhere: those that may be about politicians.

    What comes before the first line end and after the last one may be parts of lines.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._rest: list[bytes] = []
        self.size = 0
        self.head: bytes | None = None
        self.last = b""
        """The end of the last line that is not blank, of those that both begin and end here."""

    def feed(self, block: bytes) -> list[bytes]:
        """The candidates that end in this block."""
        self.size += len(block)
        first, last = block.find(b"\n"), block.rfind(b"\n")
        if first < 0:
            self._rest.append(block)
            check_length(sum(map(len, self._rest)), self._name)
            return []
        begun = b"".join([*self._rest, block[:first]])
        self._rest = [block[last + 1 :]]
        inner = block[first + 1 : last]
        candidates = list(_candidates(inner))
        if self.head is None:
            self.head = begun
        else:
            self.last = _end_of(begun) or self.last
            if MARK in begun:
                candidates.insert(0, begun)
        self.last = _end_of(inner) or self.last
        return candidates

    @property
    def tail(self) -> bytes:
        """What comes after the last line end; all, if there was none."""
        return b"".join(self._rest)


class Text(NamedTuple):
    """What was found in a piece of text."""

    head: bytes | None
    candidates: list[bytes]
    last: bytes
    tail: bytes


class Blocks(NamedTuple):
    """Blocks of bzip2 from one bit of the data to another; `place` is that of the first byte."""

    data: bytes
    start: int
    end: int
    place: int
    is_last: bool
    name: str

    def texts(self) -> Iterator[bytes]:
        """What is packed in them."""
        try:
            yield from bzip2.unpack(self.data, self.start, self.end)
            if self.is_last and not bzip2.ends_a_stream(self.data):
                raise bzip2.BrokenBlockError(self.end)
        except bzip2.BrokenBlockError as error:
            raise broken(self.name, self.place + error.place // 8) from error


class Piece(NamedTuple):
    """A piece, its key, how many bytes of the dump it is, and the work, if that is not done."""

    number: int
    key: dict[str, Any]
    size: int
    work: Blocks | Text | None


# The key of a piece that was finished earlier.
Kept = Callable[[int], Mapping[str, Any] | None]


def pieces(raw: HashedBytes, size: int | None, kept: Kept) -> Iterator[Piece]:
    """All pieces of the dump in their order, as its first bytes say that it is packed.

    A key says from where to where a piece goes, and which bytes there were up to its end: so what
    was kept of other bytes is not taken for it.
    """
    begin = raw.ahead(_BEGINNING)
    if bzip2.is_packed(begin):
        yield from _pieces_of_blocks(raw, size or BLOCKS_BYTES, kept)
    elif begin.startswith(_GZIP):
        # It takes anything that has `read`.
        with _whole(raw.name), gzip.GzipFile(fileobj=raw) as text:  # type: ignore[call-overload]
            yield from _pieces_of_text(raw, text, size or TEXT_BYTES, kept)
    elif begin.removeprefix(_BYTE_ORDER_MARK).lstrip()[:1] in (b"[", b"{"):
        yield from _pieces_of_text(raw, raw, size or TEXT_BYTES, kept)
    else:
        raise DataError(
            expected=f"JSON in {raw.name}, plain or packed by gzip or bzip2",
            got=f"a beginning of {begin[:16]!r}" if begin else "no bytes",
            fix="Take a JSON dump of https://dumps.wikimedia.org/wikidatawiki/entities/.",
        )


def _pieces_of_blocks(raw: HashedBytes, size: int, kept: Kept) -> Iterator[Piece]:
    number = bit = 0  # a piece may begin and end within a byte, which it shares with the next
    while raw.ahead(1):
        place, start = raw.position, 8 * raw.position + bit
        known = kept(number)
        if known and known["start"] == start:
            taken, rest = divmod(known["end"] - 8 * place, 8)
            if raw.take_known(taken, min(rest, 1), known["sha256"]):
                yield Piece(number, dict(known), taken, None)
                number, bit = number + 1, rest
                continue
        data = raw.ahead(size + _LOOKAHEAD)
        cut = bzip2.find_cut(data, bit + 8 * size)
        is_last = cut is None and len(data) < size + _LOOKAHEAD
        if cut is None and not is_last:
            raise broken(raw.name, place + size)
        end = 8 * len(data) if cut is None else cut
        taken, rest = divmod(end, 8)
        data = data[: taken + min(rest, 1)]
        raw.read(taken)
        key = {"start": start, "end": 8 * place + end, "sha256": raw.sha256(data[taken:])}
        yield Piece(number, key, taken, Blocks(data, bit, end, place, is_last, raw.name))
        number, bit = number + 1, rest


def _pieces_of_text(
    raw: HashedBytes, text: IO[bytes] | HashedBytes, size: int, kept: Kept
) -> Iterator[Piece]:
    number = start = 0
    ended = False
    while not ended:
        place, lines = raw.position, Lines(raw.name)
        candidates: list[bytes] = []
        waiting = 0
        while not ended and lines.size < size and waiting < _MOST_CANDIDATES:
            block = text.read(min(_BLOCK, size))
            found = lines.feed(block)
            candidates += found
            waiting += sum(map(len, found))
            ended = not block
        if lines.size:
            key = {"start": start, "end": start + lines.size, "sha256": raw.sha256()}
            work = Text(lines.head, candidates, lines.last, lines.tail)
            is_known = kept(number) == key
            yield Piece(number, key, raw.position - place, None if is_known else work)
            number, start = number + 1, start + lines.size


def _candidates(lines: bytes) -> Iterator[bytes]:
    """The lines with the mark; the others are not even looked at."""
    place = 0
    while (found := lines.find(MARK, place)) >= 0:
        begin, end = lines.rfind(b"\n", 0, found) + 1, lines.find(b"\n", found)
        place = end if end >= 0 else len(lines)
        yield lines[begin:place]


def _end_of(lines: bytes) -> bytes:
    """The last line that is not blank, or the end of it."""
    end = lines[-_END_OF_LINE_SHOWN:].strip() or lines.strip()[-_END_OF_LINE_SHOWN:]
    return end.rpartition(b"\n")[2]


def check_length(length: int, name: str) -> None:
    """Refuse what is no dump: it would fill the memory in search of a line's end."""
    if length > LONGEST_LINE:
        raise DataError(
            expected=f"one entity per line in {name}",
            got=f"more than {LONGEST_LINE} bytes in a line",
            fix="Take a JSON dump of https://dumps.wikimedia.org/wikidatawiki/entities/.",
        )


def broken(name: str, place: int) -> DataError:
    """Of data that do not unpack."""
    return DataError(
        expected=f"whole blocks of bzip2 in {name}", got=f"none at byte {place}", fix=ANEW
    )


@contextmanager
def _whole(name: str) -> Iterator[None]:
    try:
        yield
    except (EOFError, OSError, zlib.error) as error:
        raise DataError(
            expected=f"whole gzip data in {name}",
            got=f"{type(error).__name__}: {error}",
            fix=ANEW,
        ) from error
