"""Politicians from the JSON dump of Wikidata: streamed, in chunks, by several processes."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import IO, Any, NamedTuple

from builders.kit.shards import Shards
from builders.kit.workers import map_unordered
from builders.politicians.dates import Birth, from_json
from builders.politicians.genders import UNKNOWN_VALUE
from builders.politicians.people import Person, is_qid, make_person, why_not_gathered
from builders.politicians.query import HUMAN, POLITICIAN
from equimask.core.errors import DataError
from equimask.core.lines import open_file
from equimask.core.progress import Progress
from equimask.version import __version__

_PREFERRED, _NORMAL = "preferred", "normal"
_VALUE, _SOME_VALUE = "value", "somevalue"


def entity_person(entity: Any, codes: Collection[str]) -> Person | str | None:
    """The politician that an entity is about; a reason why they are left out; None for others."""
    if not isinstance(entity, dict) or not is_qid(str(entity.get("id", ""))):
        return None
    claims = _mapping(entity.get("claims"))
    if HUMAN not in _items(claims, "P31") or POLITICIAN not in _items(claims, "P106"):
        return None
    genders = list(_items(claims, "P21", unknown=True))
    births = list(_births(claims))
    reason = why_not_gathered(genders, births, any_birth=bool(list(_truthy(claims, "P569"))))
    if reason is not None:
        return reason
    labels = _mapping(entity.get("labels"))
    return make_person(
        qid=entity["id"],
        genders=genders,
        births=births,
        countries=_items(claims, "P27"),
        sitelinks=len(_mapping(entity.get("sitelinks"))),
        labels={code: labels[code]["value"] for code in codes if code in labels},
    )


def _truthy(claims: dict[str, Any], prop: str) -> Iterator[dict[str, Any]]:
    """The main snaks that `wdt:` has: of preferred rank if there are any, else of normal rank.

    A preferred "no value" leaves nothing: it hides the normal ones and is itself no statement.
    """
    statements = claims.get(prop, [])
    ranks = {statement.get("rank") for statement in statements}
    best = _PREFERRED if _PREFERRED in ranks else _NORMAL
    for statement in statements:
        snak = statement.get("mainsnak", {})
        if statement.get("rank") == best and snak.get("snaktype") in (_VALUE, _SOME_VALUE):
            yield snak


def _items(claims: dict[str, Any], prop: str, *, unknown: bool = False) -> Iterator[str]:
    """The items that are values of a property; with `unknown`, also that there is some value."""
    for snak in _truthy(claims, prop):
        if snak["snaktype"] == _VALUE:
            value = snak["datavalue"]["value"]
            # The oldest dumps have the number alone.
            qid = str(value.get("id") or f"Q{value.get('numeric-id')}")
            if is_qid(qid):
                yield qid
        elif unknown:
            yield UNKNOWN_VALUE


def _births(claims: dict[str, Any]) -> Iterator[Birth]:
    for snak in _truthy(claims, "P569"):
        if snak["snaktype"] == _VALUE:
            value = snak["datavalue"]["value"]
            birth = from_json(value["time"], value["precision"], value["calendarmodel"])
            if birth is not None:
                yield birth


def _mapping(value: Any) -> dict[str, Any]:
    """A JSON object; PHP writes an empty one as an empty list."""
    return value if isinstance(value, dict) else {}


CHUNK_LINES = 20_000
# Lines to parse wait in memory; a chunk of nothing but politicians ends earlier than by lines.
_CHUNK_BYTES = 1 << 25
_LONGEST_LINE = 1 << 28
# No line without the number of the occupation can be about a politician, and few have it.
_MARK = POLITICIAN[1:].encode("ascii")

UNREADABLE = "a line that is no entity"


def shard_options(sha256: str, codes: Sequence[str], chunk_lines: int) -> dict[str, Any]:
    """What makes finished chunks reusable: the same dump, cut and read in the same way."""
    return {
        "equimask": __version__,
        "dump": sha256,
        "labels": list(codes),
        "chunk": [chunk_lines, _CHUNK_BYTES],
    }


class Chunk(NamedTuple):
    """Lines of the dump that may be about politicians, out of so many lines."""

    number: int
    lines: int
    candidates: list[bytes]


class Parsed(NamedTuple):
    """The politicians of a chunk, and how many were left out for which reason."""

    people: list[Person]
    left_out: Counter[str]


def gather(
    path: Path, shards: Shards, codes: Sequence[str], *, processes: int, chunk_lines: int
) -> dict[str, int]:
    """Parse every chunk that is not finished in `shards`; returns who was left out and why."""
    parse = partial(parse_lines, codes=frozenset(codes))
    with (
        Progress(path.stat().st_size, "B", path.name) as steps,
        open_file(path, steps.update) as stream,
    ):
        chunks = _chunks(stream, path.name, shards, chunk_lines)
        work = ((chunk, chunk.candidates) for chunk in chunks)
        for chunk, parsed in map_unordered(parse, work, processes=processes):
            shards.write(
                _name(chunk.number),
                (person._asdict() for person in parsed.people),
                {"lines": chunk.lines, "left_out": dict(sorted(parsed.left_out.items()))},
            )
    left_out: Counter[str] = Counter()
    for name in shards.names():
        left_out.update(shards.facts(name)["left_out"])
    return dict(sorted(left_out.items()))


def parse_lines(lines: Sequence[bytes], codes: frozenset[str]) -> Parsed:
    """The politicians among the entities, one entity in a line."""
    parsed = Parsed([], Counter())
    for line in lines:
        try:
            person = entity_person(json.loads(line), codes)
        except (ValueError, KeyError, TypeError, AttributeError):
            person = UNREADABLE
        if isinstance(person, Person):
            parsed.people.append(person)
        elif person:
            parsed.left_out[person] += 1
    return parsed


def _chunks(stream: IO[bytes], file_name: str, shards: Shards, chunk_lines: int) -> Iterator[Chunk]:
    """The unfinished chunks; the lines of finished ones are read over, not looked at."""
    lines = _Lines(stream, file_name)
    number = 0
    while not lines.ended:
        name = _name(number)
        if shards.finished(name):
            lines.skip(shards.facts(name)["lines"])
        elif (chunk := lines.chunk(number, chunk_lines)).lines:
            yield chunk
        number += 1
    lines.check_end()


class _Lines:
    """The lines of a dump: `[`, one entity and a comma in each line, `]`."""

    def __init__(self, stream: IO[bytes], file_name: str) -> None:
        self._stream, self._file_name = stream, file_name
        self._read = 0
        self._bracket = False
        self._last = b""
        self.ended = False

    def skip(self, count: int) -> None:
        """Read over lines of a finished chunk."""
        for _ in range(count):
            self._next()

    def chunk(self, number: int, most: int) -> Chunk:
        """The next lines, at most `most`, fewer if much of them has to be parsed."""
        count, size, candidates = 0, 0, []
        while count < most and size < _CHUNK_BYTES and (line := self._next()):
            count += 1
            if _MARK in line:
                candidates.append(line.strip().rstrip(b","))
                size += len(line)
        return Chunk(number, count, candidates)

    def check_end(self) -> None:
        """A dump that begins with a bracket and does not end with one was cut short."""
        if self._bracket and self._last.strip() != b"]":
            raise DataError(
                expected=f"a closing bracket at the end of {self._file_name}",
                got=f"line {self._read}: {self._last[:40]!r}",
                fix="The dump is cut short: get it anew.",
            )

    def _next(self) -> bytes:
        line = self._stream.readline(_LONGEST_LINE)
        if not line:
            self.ended = True
            return line
        self._read += 1
        if len(line) == _LONGEST_LINE:
            raise DataError(
                expected=f"one entity per line in {self._file_name}",
                got=f"more than {_LONGEST_LINE} bytes in line {self._read}",
                fix="Take a JSON dump of https://dumps.wikimedia.org/wikidatawiki/entities/.",
            )
        self._bracket |= self._read == 1 and line.strip() == b"["
        self._last = line if line.strip() else self._last
        return line


def _name(number: int) -> str:
    return f"{number:09}"
