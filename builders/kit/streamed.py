"""A build whose sources and rows never lie in memory as a whole."""

from __future__ import annotations

import shutil
import sys
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Any, Protocol

from builders.kit.fetch import LocatedFile, find_local, locate
from builders.kit.options import BuildOptions
from builders.kit.parquet import column_types
from builders.kit.parquet_stream import replace_parquet, write_config, write_stream
from builders.kit.receipt import ExtraConfig, make_receipt
from builders.kit.run import (
    card_of,
    check_languages,
    declared_types,
    figures_of,
    write_figures,
    write_papers,
)
from builders.kit.sources import SourceFile, read_sources
from equimask.core.errors import DataError
from equimask.core.rows import Row
from equimask.core.schema import EXTRA_CONFIGS

_UNFINISHED = ".data-"


class StreamBuilder(Protocol):
    """A `build.py` that reads its sources from disk as it goes.

    It may also have `COLUMN_TYPES`, the columns that are no strings; `given(options)`, files
    (`LocatedFile`) that the options name beside the declared ones; and `figures(receipt)`, the
    pictures of the card as bytes by file name. Where equimask/core/schema.py gives the dataset
    extra configs, it has `extra_rows(config, folder)`, made from the parquet of the languages in
    `folder`, and `EXTRA_TYPES`, their columns that are no strings.
    """

    def choose(self, files: Sequence[SourceFile], options: BuildOptions) -> list[SourceFile]:
        """The files that a build with these options reads."""

    def stream(
        self, files: Mapping[str, Path], options: BuildOptions, summary: dict[str, Any]
    ) -> Iterator[Row]:
        """Every row, language after language; `summary` is filled for receipt and card."""


def build_streamed(
    folder: Path,
    builder: StreamBuilder,
    out: Path,
    *,
    options: BuildOptions | None = None,
    source: Path | None = None,
    cache: Path | None = None,
) -> dict[str, Any]:
    """Build the dataset of the builder in `folder` into `out`; returns the receipt.

    Sources that `source` does not hold, or that cannot be downloaded, are left out with a
    word on stderr; the receipt lists those that were read.
    """
    options = options or BuildOptions()
    sources = read_sources(folder / "source.toml")
    types = declared_types(sources, builder)
    allowed = [f for f in sources.files if f.redistributable or not options.redistributable_only]
    given: list[LocatedFile] = builder.given(options) if hasattr(builder, "given") else []
    located = [*_located(builder.choose(allowed, options), source, cache, given), *given]
    summary: dict[str, Any] = {}
    paths = {found.file.name: found.path for found in located}
    out.mkdir(parents=True, exist_ok=True)
    for left_behind in out.glob(f"{_UNFINISHED}*"):  # by a build that was killed
        shutil.rmtree(left_behind)
    # Until the card is done nothing of an earlier build is touched.
    with TemporaryDirectory(dir=out, prefix=_UNFINISHED) as unfinished:
        new = Path(unfinished)
        configs = write_stream(builder.stream(paths, options, summary), types, new)
        check_languages(options, configs, sources)
        extra = _write_extra(builder, sources.dataset, new)
        receipt = make_receipt(
            sources,
            [(found.file, found.sha256) for found in located],
            options,
            configs=configs,
            types=types,
            summary=summary,
            extra=extra,
        )
        figures = figures_of(builder, receipt)
        card = card_of(folder, sources, receipt)
        replace_parquet(new, out / "data")
    write_figures(out / "figures", figures)
    write_papers(out, receipt, card)
    return receipt


def _write_extra(builder: Any, dataset: str, folder: Path) -> dict[str, ExtraConfig]:
    extra = {}
    for name, columns in EXTRA_CONFIGS.get(dataset, {}).items():
        types = column_types(columns, builder.EXTRA_TYPES.get(name))
        rows = builder.extra_rows(name, folder)
        extra[name] = ExtraConfig(types, write_config(rows, types, folder / f"{name}.parquet"))
    return extra


def _located(
    files: Sequence[SourceFile],
    source: Path | None,
    cache: Path | None,
    given: Sequence[LocatedFile],
) -> list[LocatedFile]:
    last_names = Counter(PurePosixPath(file.name).name for file in files)
    shared = {name for name, count in last_names.items() if count > 1}
    there = [file for file in files if file.packaged or _at_hand(file, source, shared)]
    missing = [file.name for file in files if file not in there]
    where = "below --source" if source else "without --source"
    if all(file.packaged for file in there) and not given:
        raise DataError(
            expected=f"source files {where}, such as {', '.join(missing[:3]) or 'none'}",
            got="none",
            fix="Point --source at the folder above the corpora, or ask for other corpora.",
        )
    if missing:
        print(f"note: {len(missing)} sources not at hand {where}: {_few(missing)}", file=sys.stderr)
    return [locate(file, source=source, cache=cache) for file in there]


def _at_hand(file: SourceFile, source: Path | None, shared: Collection[str]) -> bool:
    """Whether `source` has the file; a last name that corpora share is not enough to know it."""
    if source is None:
        return not file.derived
    fewest = 2 if PurePosixPath(file.name).name in shared else 1
    return find_local(file, source, fewest_parts=fewest) is not None


def _few(names: Sequence[str]) -> str:
    return ", ".join(names[:5]) + (", ..." if len(names) > 5 else "")
