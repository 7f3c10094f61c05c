"""Names of politicians in many languages, with the gender that Wikidata states."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

from builders.kit.options import BuildOptions
from builders.kit.sources import SourceFile
from builders.kit.streamed import StreamBuilder, build_streamed
from builders.politicians import options as own_options
from builders.politicians import rows as politician_rows
from builders.politicians.figures import draw_all
from builders.politicians.options import PoliticianOptions
from builders.politicians.routes import FOLDER, from_dump, from_endpoint
from builders.politicians.snapshot import read_snapshot
from equimask.core.errors import DataError
from equimask.core.languages import LANGUAGES
from equimask.core.rows import Row

COLUMN_TYPES = politician_rows.COLUMN_TYPES


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of this builder."""
    own_options.add_arguments(parser)


def run(arguments: argparse.Namespace) -> dict[str, Any]:
    """Build from the endpoint, the dump or the snapshot; returns the receipt."""
    own = PoliticianOptions.of(
        arguments, arguments.out or FOLDER.parents[1] / "datasets" / FOLDER.name
    )
    where = {"endpoint": own.endpoint, "dump": own.dump and own.dump.name}
    options = BuildOptions(
        languages=tuple(sorted(set(arguments.language))),
        redistributable_only=arguments.redistributable_only,
        extra={"genders": arguments.genders, **where},
    )
    try:
        if own.endpoint:
            return from_endpoint(own, options, own.endpoint)
        if own.dump:
            return from_dump(own, options, own.dump)
        snapshot = cast(StreamBuilder, sys.modules[__name__])
        return build_streamed(FOLDER, snapshot, own.out, options=options, source=arguments.source)
    except KeyboardInterrupt as interruption:
        raise DataError(
            expected="a build that is not interrupted",
            got="an interruption",
            fix="Give the same command again to go on: finished pieces are kept.",
        ) from interruption


def choose(files: Sequence[SourceFile], options: BuildOptions) -> list[SourceFile]:
    """The snapshot."""
    return list(files)


def stream(
    files: Mapping[str, Path], options: BuildOptions, summary: dict[str, Any]
) -> Iterator[Row]:
    """The rows of the snapshot, language after language."""
    (path,) = files.values()
    snapshot = read_snapshot(path)
    for reason, count in snapshot.left_out.items():
        options.note("dropped", "people", reason, count)
    for reason, count in snapshot.lines_left_out.items():
        options.note("dropped", "lines", reason, count)
    summary.update(route="snapshot", completeness=None, not_counted=[])
    languages = [lang for lang in sorted(LANGUAGES) if options.wants(lang)]
    yield from politician_rows.rows(lambda: snapshot.people, languages, options, summary)


def figures(receipt: Mapping[str, Any]) -> dict[str, bytes]:
    """The pictures of the card."""
    return draw_all(receipt["summary"])
