"""The two ways to gather people from Wikidata, each one ending in a finished dataset folder."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from builders.kit.fetch import LocatedFile
from builders.kit.http import PoliteClient
from builders.kit.options import BuildOptions
from builders.kit.shards import Shards
from builders.kit.sources import SourceFile
from builders.kit.sparql import SparqlEndpoint
from builders.kit.streamed import build_streamed
from builders.politicians import dump
from builders.politicians.endpoint import EVERYBODY, Crawl, label_counts, shard_options
from builders.politicians.figures import draw_all
from builders.politicians.gathered import read_people, write_people
from builders.politicians.labels import all_codes
from builders.politicians.options import PoliticianOptions
from builders.politicians.rows import COLUMN_TYPES, rows
from equimask.core.errors import DataError
from equimask.core.files import sha256_of_file
from equimask.core.rows import Row

FOLDER = Path(__file__).parent
DUMPS_URL = "https://dumps.wikimedia.org/wikidatawiki/entities/"
LICENCE = "CC0-1.0"
GO_ON = "Run the same command again later: it goes on where it stopped."
# Files from this size on take a while to read.
LARGE = 1 << 30
# Edits of some hours change a count of a live service by less than this part of all people: of a
# label that few have, one edit is already more than that part of the few.
DRIFT = 0.001


@dataclass(frozen=True)
class Gathered:
    """The builder of people that are on disk already."""

    people: Path
    source: LocatedFile
    languages: Sequence[str]
    facts: Mapping[str, Any]
    COLUMN_TYPES = COLUMN_TYPES

    def choose(self, files: Sequence[SourceFile], options: BuildOptions) -> list[SourceFile]:
        """None of the declared files: they are the snapshot."""
        return []

    def given(self, options: BuildOptions) -> list[LocatedFile]:
        """Where the people came from."""
        return [self.source]

    def stream(
        self, files: Mapping[str, Path], options: BuildOptions, summary: dict[str, Any]
    ) -> Iterator[Row]:
        """The rows, language after language."""
        summary.update(self.facts)
        yield from rows(lambda: read_people(self.people), self.languages, options, summary)

    def figures(self, receipt: Mapping[str, Any]) -> dict[str, bytes]:
        """The pictures of the card."""
        return draw_all(receipt["summary"])


def from_endpoint(own: PoliticianOptions, options: BuildOptions, url: str) -> dict[str, Any]:
    """Ask the endpoint for all windows, compare with its own counts, build."""
    codes = all_codes(own.languages)
    client = PoliteClient(url, own.manners, advice=GO_ON)
    kept = shard_options(url, codes, hints=own.hints)
    with _shards(own, kept) as shards:
        _begin(shards, own)
        crawl = Crawl(SparqlEndpoint(client), shards, codes, limit=own.limit, hints=own.hints)
        crawl.gather()
        people = _merge(shards, options)
        counts = label_counts(read_people(people))
        totals = crawl.totals()
        _check_complete(counts, totals, shards)
        left_out = crawl.left_out()
        for reason, count in left_out.items():
            options.note("dropped", "people", reason, count or 0)
        facts = {
            "route": "endpoint",
            "completeness": {
                "gathered": _told({**dict.fromkeys(totals or (), 0), **counts}),
                "counted": totals and _told(totals),
            },
            "not_counted": [reason for reason, count in left_out.items() if count is None],
        }
        digest = sha256_of_file(people)
        source = LocatedFile(_source("Wikidata query service", url, digest), people, digest)
        return _build(own, options, shards, Gathered(people, source, own.languages, facts))


def from_dump(own: PoliticianOptions, options: BuildOptions, path: Path) -> dict[str, Any]:
    """Parse the dump chunk by chunk, build."""
    if not path.is_file():
        raise DataError(
            expected="a JSON dump of Wikidata",
            got=f"no file {path}",
            fix=f"Get latest-all.json.gz or latest-all.json.bz2 from {DUMPS_URL}.",
        )
    codes = all_codes(own.languages)
    if path.stat().st_size > LARGE:
        print(f"note: reading {path.name} once for its sha256", file=sys.stderr)
    digest = sha256_of_file(path)
    with _shards(own, dump.shard_options(digest, codes, own.chunk_lines)) as shards:
        _begin(shards, own)
        left_out = dump.gather(
            path, shards, codes, processes=own.processes, chunk_lines=own.chunk_lines
        )
        people = _merge(shards, options)
        for reason, count in left_out.items():
            options.note("dropped", "people", reason, count)
        source = LocatedFile(_source(path.name, DUMPS_URL, digest), path, digest)
        facts: dict[str, Any] = {"route": "dump", "completeness": None, "not_counted": []}
        return _build(own, options, shards, Gathered(people, source, own.languages, facts))


def _shards(own: PoliticianOptions, kept: Mapping[str, Any]) -> Shards:
    return Shards(own.out / ".shards", kept)


def _begin(shards: Shards, own: PoliticianOptions) -> None:
    """Begin anew if that is wanted; else say that there is something to go on with."""
    if own.fresh:
        shards.clear()
    elif shards.names():
        print(
            f"note: going on with an interrupted build, {len(shards.names())} pieces are finished; "
            "--fresh begins anew",
            file=sys.stderr,
        )


def _merge(shards: Shards, options: BuildOptions) -> Path:
    path = shards.folder / "people.gz"
    merged = write_people(shards.rows(), path)
    options.note("dropped", "people", "the same person a second time", merged.repeated)
    return path


def _build(
    own: PoliticianOptions, options: BuildOptions, shards: Shards, gathered: Gathered
) -> dict[str, Any]:
    receipt = build_streamed(FOLDER, gathered, own.out, options=options)
    shards.clear()
    return receipt


def _source(name: str, url: str, digest: str) -> SourceFile:
    return SourceFile(name=name, url=url, sha256=digest, licence=LICENCE, redistributable=True)


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
