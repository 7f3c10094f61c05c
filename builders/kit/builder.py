"""What a builder is: the one protocol of every `builders/<dataset>/build.py`, and its options."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from builders.kit.division import Division
from builders.kit.fetch import LocatedFile
from builders.kit.sources import SourceFile
from equimask.core.rows import Row


@dataclass(frozen=True)
class BuildOptions:
    """Choices of one build; `note` counts repairs and drops for the receipt.

    `extra` has the builder's own options, first as the command line gave them, then as the
    receipt tells them; `own` is what the builder's `read_options` made of them. `part`, `processes`
    and `assemble` say who does the work of a builder that shares it; they change no row.
    """

    languages: tuple[str, ...] = ()
    redistributable_only: bool = False
    source: Path | None = None
    cache: Path | None = None
    extra: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    own: Any = None
    notes: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    part: Division = field(default_factory=Division)
    processes: int = 1
    assemble: bool = False

    def wants(self, language: str) -> bool:
        """Whether this build includes `language`; no choice means every language."""
        return not self.languages or language in self.languages

    def note(self, kind: str, subject: str, what: str, count: int = 1) -> None:
        """Count something for the receipt: kind `repaired` or `dropped`, of which source, what."""
        if count:
            self.notes[kind, subject, what] += count


Files = Mapping[str, Path]
Summary = dict[str, Any]
ColumnTypes = Mapping[str, str]


@dataclass(frozen=True)
class ExtraConfig:
    """A config that is no language; its columns stand in equimask/core/schema.py.

    `rows` makes it from the folder in which the parquet of the languages lies.
    """

    rows: Callable[[Path], Iterator[Row]]
    column_types: ColumnTypes = field(default_factory=dict)


@dataclass(frozen=True)
class Everything:
    """What a build of all datasets offers each of them: sources, the others, perhaps a model."""

    source: Path
    datasets: Path
    model: str | None = None


class LeftOutError(Exception):
    """Why a build of all datasets goes without one."""


@dataclass(frozen=True)
class Builder:
    """A dataset, as its `build.py` gives it by the name `BUILDER`; the kit does all the rest.

    In the order in which a build asks for them:

    add_arguments: declares the builder's own options.
    read_options: checks them, before any work; see `BuildOptions`.
    further_files: sources beside the declared ones, which the options name or which are gathered
        in `out`; they are held until the build has ended, well or not.
    choose: those of the declared files that this build reads.
    may_lack_sources: whether it goes on, with a word on stderr, without some that are not at hand.
    rows: every row of the dataset, language after language, as a stream; pure, from the files at
        these paths alone. It fills the summary, which receipt, card and figures show.
    work: what several processes may share before there are rows: it keeps finished pieces, which
        `rows` then reads, and says whether this process is the one that writes the dataset.
    column_types: the columns that are no strings.
    extra_configs: by name, what is made from the rows.
    figures: the pictures of the card by file name, drawn from the summary.
    keeps: what an interrupted build keeps, such as "finished parts"; nothing if it begins anew.

    And for a build of all datasets:

    needs: the datasets that it reads, which are built before it.
    among_all: its own options there, as on the command line, or a `LeftOutError`.
    """

    rows: Callable[[Files, BuildOptions, Summary], Iterator[Row]]
    column_types: ColumnTypes = field(default_factory=dict)
    extra_configs: Mapping[str, ExtraConfig] = field(default_factory=dict)
    figures: Callable[[Mapping[str, Any]], dict[str, bytes]] = lambda _: {}
    choose: Callable[[Sequence[SourceFile], BuildOptions], Sequence[SourceFile]] = lambda f, _: f
    may_lack_sources: bool = False
    further_files: Callable[
        [BuildOptions, Path, Summary], AbstractContextManager[Sequence[LocatedFile]]
    ] = lambda *_: nullcontext(())
    work: Callable[[Files, BuildOptions], bool] | None = None
    add_arguments: Callable[[argparse.ArgumentParser], None] = lambda _: None
    read_options: Callable[[BuildOptions], BuildOptions] = lambda options: options
    keeps: str = ""
    needs: tuple[str, ...] = ()
    among_all: Callable[[Everything], Sequence[str]] = lambda _: ()

    def own_defaults(self) -> dict[str, Any]:
        """The builder's own options, as they are where the command line does not name them."""
        parser = argparse.ArgumentParser()
        self.add_arguments(parser)
        return vars(parser.parse_args([]))

    def ready(self, options: BuildOptions) -> BuildOptions:
        """The options of a build with the builder's own among them, checked."""
        extra = {**self.own_defaults(), **options.extra}
        return self.read_options(replace(options, extra=extra))
