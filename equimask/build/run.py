"""One build from declared sources to a dataset folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Protocol, cast

from equimask.build.card import render_card
from equimask.build.fetch import fetch_all, write_atomically
from equimask.build.options import BuildOptions
from equimask.build.parquet import Row, by_language, column_types, write_configs
from equimask.build.receipt import make_receipt, receipt_text
from equimask.build.sources import Sources, read_sources
from equimask.errors import DataError, OptionError, near_matches
from equimask.schema import DATASET_COLUMNS


class Builder(Protocol):
    """The module `builders/<name>/build.py`: a pure transform.

    It may also have `summary(rows_by_language) -> dict` for the receipt and the card, and
    `COLUMN_TYPES`, the columns that are no strings.
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
    columns = DATASET_COLUMNS.get(sources.dataset)
    if columns is None:
        raise DataError(
            expected=f"the columns of {sources.dataset!r} in equimask/schema.py",
            got="none",
            fix=near_matches(sources.dataset, DATASET_COLUMNS),
        )
    wanted = [f for f in sources.files if f.redistributable or not options.redistributable_only]
    files = fetch_all(wanted, source=source, cache=cache)
    types = column_types(columns, getattr(builder, "COLUMN_TYPES", None))
    configs = by_language(builder.rows(files, options), types)
    _check_languages(options, configs, sources)
    summarise = cast(
        "Callable[[Mapping[str, list[Row]]], dict[str, Any]] | None",
        getattr(builder, "summary", None),
    )
    receipt = make_receipt(
        sources,
        [(file, files[file.name]) for file in wanted],
        options,
        configs=configs,
        types=types,
        summary=summarise(configs) if summarise else {},
    )
    template = (folder / "card.md.jinja").read_text(encoding="utf-8")
    card = render_card(sources, receipt, template)
    write_configs(configs, types, out / "data")
    write_atomically(out / "receipt.json", receipt_text(receipt).encode())
    write_atomically(out / "README.md", card.encode())
    return receipt


def _check_languages(
    options: BuildOptions, configs: Mapping[str, list[Row]], sources: Sources
) -> None:
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
