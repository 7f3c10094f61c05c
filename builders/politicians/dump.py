"""Politicians from the JSON dump of Wikidata: read once, in pieces, by several processes.

Memory does not grow with the dump. Of bzip2, what reads holds a piece and what may be left of a
block behind it, and as many pieces as there are processes, and two, wait for them; a process holds
its piece, an unpacked block, a line and the people found. Of text, what reads holds the lines that
may be about politicians, at most 32 MB for a piece, and no process holds more.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

from builders.kit.shards import JsonRow, Shards
from builders.kit.streams import HashedBytes
from builders.kit.workers import map_unordered
from builders.politicians.entities import entity_person
from builders.politicians.people import Person
from builders.politicians.pieces import MARK, Blocks, Lines, Text, check_length, pieces
from equimask.core.errors import DataError
from equimask.core.progress import Progress
from equimask.version import __version__

UNREADABLE = "a line that is no entity"


def shard_options(codes: Sequence[str]) -> dict[str, Any]:
    """What makes finished pieces reusable beside their own keys: what is taken from an entity."""
    return {"equimask": __version__, "dump": "pieces", "labels": list(codes)}


class Parsed(NamedTuple):
    """What is kept of a piece: people, who was left out and why, and parts of lines.

    The `head` ends a line that began in an earlier piece; without one, no line ends in the piece.
    The `tail` begins a line. `last` is the end of the last line between them that is not blank.
    """

    people: list[Person]
    left_out: Counter[str]
    head: bytes | None
    tail: bytes
    last: bytes


def gather(
    raw: HashedBytes, shards: Shards, codes: Sequence[str], *, processes: int, size: int | None
) -> list[str]:
    """Parse every piece that is not finished in `shards`; returns the names of all, in order."""
    parse = partial(parse_piece, codes=frozenset(codes))
    names: list[str] = []

    def kept(number: int) -> dict[str, Any] | None:
        name = _name(number)
        return shards.facts(name)["key"] if shards.finished(name) else None

    with Progress(raw.size, "B", raw.name) as steps:

        def unfinished() -> Iterator[tuple[Any, Blocks | Text]]:
            for piece in pieces(raw, size, kept):
                names.append(_name(piece.number))
                if piece.work is None:
                    steps.know(piece.size)
                else:
                    yield piece._replace(work=None), piece.work

        for piece, parsed in map_unordered(parse, unfinished(), processes=processes):
            facts = {
                "key": piece.key,
                "left_out": dict(sorted(parsed.left_out.items())),
                "last": _told(parsed.last),
            }
            shards.write(_name(piece.number), _rows(parsed), facts)
            steps.update(piece.size)
    raw.read_to_end()
    return names


def parse_piece(work: Blocks | Text, codes: frozenset[str]) -> Parsed:
    """The politicians in a piece."""
    if isinstance(work, Text):
        people, left_out = parse_lines(work.candidates, codes)
        return Parsed(people, left_out, work.head, work.tail, work.last)
    lines = Lines(work.name)
    people, left_out = [], Counter()
    for text in work.texts():
        found = parse_lines(lines.feed(text), codes)
        people += found[0]
        left_out += found[1]
    return Parsed(people, left_out, lines.head, lines.tail, lines.last)


def parse_lines(lines: Iterable[bytes], codes: frozenset[str]) -> tuple[list[Person], Counter[str]]:
    """The politicians among the entities, one entity in a line, and the others' reasons."""
    people: list[Person] = []
    left_out: Counter[str] = Counter()
    for line in lines:
        try:
            person = entity_person(json.loads(line.strip().rstrip(b",")), codes)
        except (ValueError, KeyError, TypeError, AttributeError):
            person = UNREADABLE
        if isinstance(person, Person):
            people.append(person)
        elif person:
            left_out[person] += 1
    return people, left_out


class Joined:
    """The people of all pieces in the dump's order, with those whose lines lie in two pieces.

    At the end it is known who was left out and why.
    """

    def __init__(self, shards: Shards, names: Sequence[str], codes: Sequence[str], file: str):
        self._shards, self._names, self._codes = shards, names, frozenset(codes)
        self._file = file
        self._begun: list[bytes] = []
        self._first: bytes | None = None
        self._last = b""
        self.left_out: Counter[str] = Counter()

    def __iter__(self) -> Iterator[JsonRow]:
        """Person by person."""
        for name in self._names:
            facts = self._shards.facts(name)
            self.left_out.update(facts["left_out"])
            for row in self._shards.read(name):
                if "head" in row:
                    yield from self._end_line(_bytes(row["head"]))
                    self._last = _bytes(facts["last"]) or self._last
                elif "tail" in row:
                    self._begun.append(_bytes(row["tail"]))
                    check_length(sum(map(len, self._begun)), self._file)
                else:
                    yield row
        yield from self._end_line(b"")
        self._check_end()

    def _end_line(self, head: bytes) -> Iterator[JsonRow]:
        line = b"".join([*self._begun, head]).strip()
        self._begun = []
        if self._first is None:
            self._first = line
        self._last = line or self._last
        if MARK in line:
            people, left_out = parse_lines([line], self._codes)
            self.left_out.update(left_out)
            for person in people:
                yield person._asdict()

    def _check_end(self) -> None:
        """A dump that begins with a bracket and does not end with one was cut short."""
        if self._first == b"[" and self._last != b"]":
            raise DataError(
                expected=f"a closing bracket at the end of {self._file}",
                got=f"a last line that ends in {self._last[-40:]!r}",
                fix="The dump is cut short: get it anew. The same command then goes on.",
            )


def _rows(parsed: Parsed) -> Iterator[JsonRow]:
    """A piece as it is kept."""
    if parsed.head is not None:
        yield {"head": _told(parsed.head)}
    for person in parsed.people:
        yield person._asdict()
    yield {"tail": _told(parsed.tail)}


def _told(data: bytes) -> str:
    """Any bytes as JSON can hold them."""
    return data.decode("latin-1")


def _bytes(text: str) -> bytes:
    return text.encode("latin-1")


def _name(number: int) -> str:
    return f"{number:09}"
