"""Names of politicians in many languages, with the gender that Wikidata states."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

from builders.kit.builder import Builder, Files, Summary
from builders.kit.fetch import LocatedFile
from builders.kit.options import BuildOptions
from builders.kit.sources import SourceFile
from builders.politicians.figures import draw_all
from builders.politicians.gathered import read_people
from builders.politicians.options import PoliticianOptions, add_arguments, read_options
from builders.politicians.routes import from_dump, from_endpoint
from builders.politicians.rows import COLUMN_TYPES, rows_of
from builders.politicians.snapshot import read_snapshot
from equimask.core.languages import LANGUAGES
from equimask.core.rows import Row


def further_files(
    options: BuildOptions, out: Path, summary: Summary
) -> AbstractContextManager[Sequence[LocatedFile]]:
    """The people of the endpoint or of the dump, gathered; the snapshot is a declared file."""
    own: PoliticianOptions = options.own
    if own.endpoint:
        return from_endpoint(own.endpoint, options, out, summary)
    if own.dump:
        return from_dump(own.dump, options, out, summary)
    return nullcontext(())


def choose(files: Sequence[SourceFile], options: BuildOptions) -> Sequence[SourceFile]:
    """The snapshot, unless the people come from elsewhere."""
    return files if options.own.from_snapshot else ()


def rows(files: Files, options: BuildOptions, summary: Summary) -> Iterator[Row]:
    """The rows, language after language."""
    own: PoliticianOptions = options.own
    (path,) = files.values()
    if not own.from_snapshot:
        return rows_of(lambda: read_people(path), own.languages, options, summary)
    snapshot = read_snapshot(path)
    for reason, count in snapshot.left_out.items():
        options.note("dropped", "people", reason, count)
    for reason, count in snapshot.lines_left_out.items():
        options.note("dropped", "lines", reason, count)
    summary.update(route="snapshot", completeness=None, not_counted=[])
    languages = [lang for lang in sorted(LANGUAGES) if options.wants(lang)]
    return rows_of(lambda: snapshot.people, languages, options, summary)


BUILDER = Builder(
    rows=rows,
    column_types=COLUMN_TYPES,
    figures=draw_all,
    choose=choose,
    may_lack_sources=True,
    further_files=further_files,
    add_arguments=add_arguments,
    read_options=read_options,
    keeps="finished pieces",
)
