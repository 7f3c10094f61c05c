"""One build from declared sources to a dataset folder."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from builders.kit.builder import Builder, BuildOptions, Summary
from builders.kit.fetch import LocatedFile, at_hand, locate
from builders.kit.parquet import column_types, replace_parquet, write_config, write_languages
from builders.kit.receipt import (
    RECEIPT,
    ExtraFacts,
    default_config,
    make_receipt,
    read_receipt,
    receipt_text,
    render_card,
)
from builders.kit.sources import SourceFile, Sources, read_sources
from equimask.core.errors import DataError, OptionError, near_matches, printable
from equimask.core.files import passing_folder, write_atomically
from equimask.core.rows import Row, rows_of_file
from equimask.core.schema import DATASET_COLUMNS, EXTRA_CONFIGS


def build(
    folder: Path, builder: Builder, out: Path, options: BuildOptions | None = None
) -> dict[str, Any]:
    """Build the dataset of the builder in `folder` into `out`; returns the receipt.

    It is empty where this process does a share of the work, and another one writes the dataset.

    Neither the sources nor the rows lie in memory as a whole, unless the builder puts them there.
    """
    try:
        return _build(folder, builder, out, builder.ready(options or BuildOptions()))
    except KeyboardInterrupt as interruption:
        if not builder.keeps:
            raise
        raise DataError(
            expected="a build that is not interrupted",
            got="an interruption",
            fix=f"Give the same command again to go on: {builder.keeps} are kept.",
        ) from interruption


def _build(folder: Path, builder: Builder, out: Path, options: BuildOptions) -> dict[str, Any]:
    sources = read_sources(folder / "source.toml")
    types = column_types(_columns(sources), builder.column_types)
    allowed = [f for f in sources.files if f.redistributable or not options.redistributable_only]
    summary: Summary = {}
    with builder.further_files(options, out, summary) as further:
        chosen = builder.choose(allowed, options)
        if builder.may_lack_sources:
            chosen = _at_hand(chosen, options.source, further)
        located = [locate(file, source=options.source, cache=options.cache) for file in chosen]
        located += further
        paths = {found.file.name: found.path for found in located}
        if builder.work is not None and not builder.work(paths, options):
            return {}
        with _beside(out) as new:
            configs = write_languages(builder.rows(paths, options, summary), types, new)
            _check_languages(options, configs, sources)
            receipt = make_receipt(
                sources,
                [(found.file, found.sha256) for found in located],
                options,
                configs=configs,
                types=types,
                summary=summary,
                extra=_write_extra(builder, sources.dataset, new),
                example=_first_row(new, configs) if _is_own(sources, located) else None,
            )
            figures = _figures(builder, receipt)
            card = card_of(folder, sources, receipt)
            replace_parquet(new, out / "data")
        _write_figures(out / "figures", figures)
        _write_papers(out, receipt, card)
    return receipt


def render_anew(folder: Path, builder: Builder, out: Path) -> dict[str, Any]:
    """Card and pictures of a dataset folder once more, from its receipt alone; no source is read.

    For when words of the template or the looks of a figure have changed, not the data.
    """
    receipt = read_receipt(out)
    figures = _figures(builder, receipt)
    card = card_of(folder, read_sources(folder / "source.toml"), receipt)
    if figures:  # else those that the receipt lists stay
        _write_figures(out / "figures", figures)
    _write_papers(out, receipt, card)
    return receipt


def card_of(folder: Path, sources: Sources, receipt: Mapping[str, Any]) -> str:
    """The card from the builder's template."""
    template = (folder / "card.md.jinja").read_text(encoding="utf-8")
    return render_card(sources, receipt, template)


@contextmanager
def _beside(out: Path) -> Iterator[Path]:
    """A folder for new parquet: until the card is done nothing of an earlier build is touched."""
    is_new = not out.exists()
    out.mkdir(parents=True, exist_ok=True)
    try:
        with passing_folder("data", out) as unfinished:
            yield unfinished
    finally:
        if is_new and not any(out.iterdir()):
            out.rmdir()


def _is_own(sources: Sources, located: Sequence[LocatedFile]) -> bool:
    """Whether all of it was written for this project, so that a card may show a row of it."""
    packaged = {file.name for file in sources.files if file.packaged}
    return all(found.file.name in packaged for found in located)


def _first_row(folder: Path, configs: Collection[str]) -> Row:
    return next(iter(rows_of_file(folder / f"{default_config(configs)}.parquet")))


def _columns(sources: Sources) -> tuple[str, ...]:
    columns = DATASET_COLUMNS.get(sources.dataset)
    if columns is None:
        raise DataError(
            expected=f"the columns of {sources.dataset!r} in equimask/core/schema.py",
            got="none",
            fix=near_matches(sources.dataset, DATASET_COLUMNS),
        )
    return columns


def _at_hand(
    files: Sequence[SourceFile], source: Path | None, further: Collection[LocatedFile]
) -> list[SourceFile]:
    """What there is of the files, with a word about the others; not nothing but packaged ones."""
    there = at_hand(files, source)
    missing = [file.name for file in files if file not in there]
    where = "below --source" if source else "without --source"
    if all(file.packaged for file in there) and not further:
        raise DataError(
            expected=f"source files {where}, such as {', '.join(missing[:3]) or 'none'}",
            got="none",
            fix="Point --source at the folder above the corpora, or ask for other corpora.",
        )
    if missing:
        few = ", ".join(missing[:5]) + (", ..." if len(missing) > 5 else "")
        note = f"note: {len(missing)} sources not at hand {where}: {few}"
        print(printable(note), file=sys.stderr)
    return there


def _check_languages(options: BuildOptions, configs: Collection[str], sources: Sources) -> None:
    """Refuse a build that lacks a wanted language, or has no language at all."""
    missing = [language for language in options.languages if language not in configs]
    if missing:
        raise OptionError(
            expected=f"languages that {sources.dataset} has",
            got=", ".join(missing),
            fix="Leave out --language to see all that the sources hold.",
        )
    if not configs:
        raise DataError(
            expected="at least one row", got="none", fix="Check the sources and the options."
        )


def _write_extra(builder: Builder, dataset: str, folder: Path) -> dict[str, ExtraFacts]:
    extra = {}
    for name, config in builder.extra_configs.items():
        types = column_types(EXTRA_CONFIGS[dataset][name], config.column_types)
        facts = write_config(config.rows(folder), types, folder / f"{name}.parquet")
        extra[name] = ExtraFacts(types, facts)
    return extra


def _figures(builder: Builder, receipt: dict[str, Any]) -> dict[str, bytes]:
    """The pictures of the card; the receipt then lists them."""
    figures = builder.figures(receipt["summary"])
    if figures:
        receipt["figures"] = sorted(figures)
    return figures


def _write_figures(folder: Path, figures: Mapping[str, bytes]) -> None:
    """Put the pictures of the card beside it, and take away those of an earlier build."""
    for earlier in folder.glob("*.*"):
        if earlier.name not in figures:
            earlier.unlink()
    for name, picture in figures.items():
        folder.mkdir(exist_ok=True)
        write_atomically(folder / name, picture)


def _write_papers(out: Path, receipt: Mapping[str, Any], card: str) -> None:
    write_atomically(out / RECEIPT, receipt_text(receipt).encode())
    write_atomically(out / "README.md", card.encode())
