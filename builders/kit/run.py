"""One build from declared sources to a dataset folder."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path
from typing import Any, Protocol, cast

from builders.kit.card import render_card
from builders.kit.fetch import fetch_all
from builders.kit.options import BuildOptions
from builders.kit.parquet import by_language, column_types, facts_of, write_configs
from builders.kit.receipt import RECEIPT, make_receipt, read_receipt, receipt_text
from builders.kit.sources import Sources, read_sources
from equimask.core.errors import DataError, OptionError, near_matches
from equimask.core.files import sha256, write_atomically
from equimask.core.rows import Row
from equimask.core.schema import DATASET_COLUMNS


class Builder(Protocol):
    """The module `builders/<name>/build.py`: a pure transform.

    It may also have `summary(rows_by_language) -> dict` for the receipt and the card,
    `COLUMN_TYPES`, the columns that are no strings, and `figures(receipt)`, the pictures of the
    card as bytes by file name.
    """

    def rows(self, files: Mapping[str, bytes], options: BuildOptions) -> Iterator[Row]:
        """Every row of the dataset, from the bytes of the source files alone."""


def build(
    folder: Path,
    builder: Builder,
    out: Path,
    *,
    options: BuildOptions | None = None,
    source: Path | None = None,
    cache: Path | None = None,
) -> dict[str, Any]:
    """Build the dataset of the builder in `folder` into `out`; returns the receipt."""
    options = options or BuildOptions()
    sources = read_sources(folder / "source.toml")
    wanted = [f for f in sources.files if f.redistributable or not options.redistributable_only]
    files = fetch_all(wanted, source=source, cache=cache)
    types = declared_types(sources, builder)
    configs = by_language(builder.rows(files, options), types)
    check_languages(options, configs, sources)
    summarise = cast(
        "Callable[[Mapping[str, list[Row]]], dict[str, Any]] | None",
        getattr(builder, "summary", None),
    )
    receipt = make_receipt(
        sources,
        [(file, sha256(files[file.name])) for file in wanted],
        options,
        configs={language: facts_of(group) for language, group in configs.items()},
        types=types,
        summary=summarise(configs) if summarise else {},
    )
    figures = figures_of(builder, receipt)
    card = card_of(folder, sources, receipt)
    write_configs(configs, types, out / "data")
    write_figures(out / "figures", figures)
    write_papers(out, receipt, card)
    return receipt


def declared_types(sources: Sources, builder: object) -> dict[str, str]:
    """The columns of the dataset by equimask/core/schema.py, typed as the builder declares."""
    columns = DATASET_COLUMNS.get(sources.dataset)
    if columns is None:
        raise DataError(
            expected=f"the columns of {sources.dataset!r} in equimask/core/schema.py",
            got="none",
            fix=near_matches(sources.dataset, DATASET_COLUMNS),
        )
    return column_types(columns, getattr(builder, "COLUMN_TYPES", None))


def card_of(folder: Path, sources: Sources, receipt: Mapping[str, Any]) -> str:
    """The card from the builder's template."""
    template = (folder / "card.md.jinja").read_text(encoding="utf-8")
    return render_card(sources, receipt, template)


def figures_of(builder: Any, receipt: dict[str, Any]) -> dict[str, bytes]:
    """The pictures of a builder that draws some; the receipt then lists them."""
    if not hasattr(builder, "figures"):
        return {}
    figures: dict[str, bytes] = builder.figures(receipt)
    if figures:
        receipt["figures"] = sorted(figures)
    return figures


def write_figures(folder: Path, figures: Mapping[str, bytes]) -> None:
    """Put the pictures of the card beside it, and take away those of an earlier build."""
    for earlier in folder.glob("*.*"):
        if earlier.name not in figures:
            earlier.unlink()
    for name, picture in figures.items():
        folder.mkdir(exist_ok=True)
        write_atomically(folder / name, picture)


def write_papers(out: Path, receipt: Mapping[str, Any], card: str) -> None:
    """Put the receipt and the card into the dataset folder."""
    write_atomically(out / RECEIPT, receipt_text(receipt).encode())
    write_atomically(out / "README.md", card.encode())


def render_anew(folder: Path, builder: object, out: Path) -> dict[str, Any]:
    """Card and pictures of a dataset folder once more, from its receipt alone; no source is read.

    For when words of the template or the looks of a figure have changed, not the data.
    """
    receipt = read_receipt(out)
    figures = figures_of(builder, receipt)
    card = card_of(folder, read_sources(folder / "source.toml"), receipt)
    if figures:  # else those that the receipt lists stay
        write_figures(out / "figures", figures)
    write_papers(out, receipt, card)
    return receipt


def check_languages(options: BuildOptions, configs: Collection[str], sources: Sources) -> None:
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
