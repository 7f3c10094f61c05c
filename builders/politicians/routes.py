"""The ways to people: an endpoint or a dump, gathered in pieces, or a snapshot of earlier."""

from __future__ import annotations

import gzip
import json
import sqlite3
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from builders.kit.builder import BuildOptions, Summary
from builders.kit.fetch import LocatedFile
from builders.kit.http import PoliteClient
from builders.kit.shards import Shards
from builders.kit.sources import SourceFile
from builders.kit.sparql import SparqlEndpoint
from builders.kit.streams import open_bytes
from builders.politicians import dump
from builders.politicians.dates import from_text
from builders.politicians.endpoint import EVERYBODY, Crawl, label_counts, shard_options
from builders.politicians.genders import qid_of_label
from builders.politicians.options import PoliticianOptions
from builders.politicians.people import (
    Person,
    all_codes,
    is_qid,
    make_person,
    qid_number,
    why_not_gathered,
)
from equimask.core.errors import DataError
from equimask.core.files import atomic_file, sha256_of_file
from equimask.core.languages import is_language
from equimask.core.lines import open_file, text_lines

COLUMNS = ("qid", "name", "lang", "gender", "birth", "country")

MALFORMED = "a line without an id and six columns"
OTHER_LANGUAGE = "no tag of a language"
REPEATED = "a second name in the same language"


class _Line(NamedTuple):
    qid: str
    name: str
    lang: str
    gender: str
    birth: str
    country: str


class Snapshot(NamedTuple):
    """The people of the table, who was left out of it, and which lines were."""

    people: list[Person]
    left_out: Counter[str]
    lines_left_out: Counter[str]


def read_snapshot(path: Path) -> Snapshot:
    """The table as people, by the same rule as people from Wikidata itself."""
    lines_left_out: Counter[str] = Counter()
    by_person: dict[str, list[_Line]] = {}
    for line in _lines(path, lines_left_out):
        by_person.setdefault(line.qid, []).append(line)
    people, left_out = [], Counter[str]()
    for qid, lines in by_person.items():
        genders = {qid_of_label(line.gender) for line in lines if line.gender}
        dates = {line.birth for line in lines if line.birth}
        births = [birth for date in dates if (birth := from_text(date)) is not None]
        reason = why_not_gathered(genders, births, any_birth=bool(dates))
        if reason is not None:
            left_out[reason] += 1
            continue
        labels: dict[str, str] = {}
        for line in lines:
            if line.lang in labels:
                lines_left_out[REPEATED] += 1
            labels.setdefault(line.lang, line.name)
        people.append(
            make_person(
                qid=qid,
                genders=genders,
                births=births,
                countries=(line.country for line in lines if line.country),
                sitelinks=None,
                labels=labels,
            )
        )
    people.sort(key=lambda person: person.number)
    return Snapshot(people, left_out, lines_left_out)


def _lines(path: Path, left_out: Counter[str]) -> Iterator[_Line]:
    with open_file(path) as stream:
        lines = text_lines(stream, path.name)
        header = next(lines, None)
        if header is None or tuple(header.split("\t")) != COLUMNS:
            raise DataError(
                expected=f"the columns {', '.join(COLUMNS)} in {path.name}",
                got=repr(header),
                fix="Point --source at the folder of the snapshot that source.toml declares.",
            )
        for text in lines:
            cells = (text or "").split("\t")
            if len(cells) != len(COLUMNS) or not is_qid(cells[0]):
                left_out[MALFORMED] += 1
            elif not is_language(cells[2]):
                left_out[OTHER_LANGUAGE] += 1
            else:
                yield _Line(*cells)


class Merged(NamedTuple):
    """How many people the file has, and how many came a second time and were left out."""

    people: int
    repeated: int


def write_people(rows: Iterable[Mapping[str, Any]], path: Path) -> Merged:
    """Write each person once, the first if there are several; sorted on disk, not in memory.

    People come twice when somebody's date of birth is edited between two windows.
    """
    database = path.with_suffix(".sqlite")
    database.unlink(missing_ok=True)
    with closing(sqlite3.connect(database)) as table:
        table.execute("PRAGMA journal_mode = OFF")
        table.execute("PRAGMA synchronous = OFF")
        table.execute("CREATE TABLE people (number INTEGER PRIMARY KEY, person TEXT)")
        seen = kept = 0
        for row in rows:
            seen += 1
            entry = (qid_number(row["qid"]), json.dumps(row))
            table.execute("INSERT OR IGNORE INTO people VALUES (?, ?)", entry)
        with (
            atomic_file(path) as stream,
            gzip.GzipFile(fileobj=stream, mode="wb", filename="", mtime=0) as packed,
        ):
            for (person,) in table.execute("SELECT person FROM people ORDER BY number"):
                packed.write(person.encode("ascii") + b"\n")
                kept += 1
    database.unlink()
    return Merged(kept, seen - kept)


def read_people(path: Path) -> Iterator[Person]:
    """The people of the file, one at a time."""
    with open_file(path) as lines:
        for line in lines:
            yield make_person(**json.loads(line))


DUMPS_URL = "https://dumps.wikimedia.org/wikidatawiki/entities/"
LICENCE = "CC0-1.0"
GO_ON = "Run the same command again later: it goes on where it stopped."
# Edits of some hours change a count of a live service by less than this part of all people: of a
# label that few have, one edit is already more than that part of the few.
DRIFT = 0.001


@contextmanager
def from_endpoint(
    url: str, options: BuildOptions, out: Path, summary: Summary
) -> Iterator[list[LocatedFile]]:
    """Ask the endpoint for all windows, compare with its own counts."""
    own: PoliticianOptions = options.own
    codes = all_codes((*own.languages, *own.fallback))
    client = PoliteClient(url, own.manners, advice=GO_ON)
    with _pieces(out, shard_options(url, codes, hints=own.hints), fresh=own.fresh) as shards:
        crawl = Crawl(SparqlEndpoint(client), shards, codes, limit=own.limit, hints=own.hints)
        crawl.gather()
        people = _merge(shards.rows(), shards.folder, options)
        counts = label_counts(read_people(people))
        totals = crawl.totals()
        _check_complete(counts, totals, shards)
        left_out = crawl.left_out()
        for reason, count in left_out.items():
            options.note("dropped", "people", reason, count or 0)
        summary.update(
            route="endpoint",
            completeness={
                "gathered": _told({**dict.fromkeys(totals or (), 0), **counts}),
                "counted": totals and _told(totals),
            },
            not_counted=[reason for reason, count in left_out.items() if count is None],
        )
        yield [_located("Wikidata query service", url, sha256_of_file(people), people)]


@contextmanager
def from_dump(
    place: str, options: BuildOptions, out: Path, summary: Summary
) -> Iterator[list[LocatedFile]]:
    """Parse the dump piece by piece."""
    own: PoliticianOptions = options.own
    codes = all_codes((*own.languages, *own.fallback))
    advice = f"Get latest-all.json.gz or latest-all.json.bz2 from {DUMPS_URL}."
    with (
        open_bytes(place, advice) as raw,
        _pieces(out, dump.shard_options(codes), fresh=own.fresh) as shards,
    ):
        names = dump.gather(raw, shards, codes, processes=own.processes, size=own.piece_bytes)
        joined = dump.Joined(shards, names, codes, raw.name)
        people = _merge(joined, shards.folder, options)
        for reason, count in sorted(joined.left_out.items()):
            options.note("dropped", "people", reason, count)
        summary.update(route="dump", completeness=None, not_counted=[])
        yield [_located(raw.name, DUMPS_URL, raw.sha256(), people)]


@contextmanager
def _pieces(out: Path, kept: Mapping[str, Any], *, fresh: bool) -> Iterator[Shards]:
    """What an interrupted build has gathered; a finished one clears it, as does `fresh`."""
    with Shards(out / ".shards", kept) as shards:
        if fresh:
            shards.clear()
        elif shards.names():
            print(
                f"note: going on with an interrupted build, {len(shards.names())} pieces are "
                "finished; --fresh begins anew",
                file=sys.stderr,
            )
        yield shards
        shards.clear()


def _merge(people: Iterable[Mapping[str, Any]], folder: Path, options: BuildOptions) -> Path:
    path = folder / "people.gz"
    merged = write_people(people, path)
    options.note("dropped", "people", "the same person a second time", merged.repeated)
    return path


def _located(name: str, url: str, digest: str, people: Path) -> LocatedFile:
    """A source, known by `digest`, of which the people are what is read."""
    file = SourceFile(name=name, url=url, sha256=digest, licence=LICENCE, redistributable=True)
    return LocatedFile(file, people, digest)


def _check_complete(counts: Counter[str], totals: Mapping[str, int] | None, shards: Shards) -> None:
    """Refuse what lacks, or has too many, of the people whom the service counts."""
    if totals is None:
        return
    for code in sorted({EVERYBODY, *totals}):
        counted = totals.get(code, 0)
        if abs(counts[code] - counted) > DRIFT * totals.get(EVERYBODY, 0):
            whose = f"with a label in {code}" if code != EVERYBODY else "in all"
            raise DataError(
                expected=f"the {counted} politicians {whose} that the service counts",
                got=f"{counts[code]} gathered",
                fix=f"Gather them anew with --fresh (now kept in {shards.folder}); if the endpoint "
                "is not Blazegraph, with --no-hints.",
            )


def _told(counts: Mapping[str, int]) -> dict[str, int]:
    """Counts as the receipt tells them."""
    return {code or "people": counts[code] for code in sorted(counts)}
