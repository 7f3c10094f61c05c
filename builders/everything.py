"""`python -m builders --all`: every dataset that the sources allow, and a table of what came."""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Any, NamedTuple

from builders.kit.builder import Builder, BuildOptions, Everything, LeftOutError
from builders.kit.fetch import at_hand
from builders.kit.receipt import read_receipt
from builders.kit.sources import read_sources
from equimask.core.errors import EquimaskError
from equimask.core.progress import is_told

_ERROR, _NOTE = "error: ", "note: "
_HEADINGS = ("dataset", "rows", "languages", "content")
_HASH_DIGITS = 12


class Outcome(NamedTuple):
    """What became of a dataset: its receipt, or why there is none; `failed` if there should be."""

    receipt: Mapping[str, Any] | None = None
    reason: str = ""
    failed: bool = False


# Builds a dataset with these arguments of the command line; what went wrong, or nothing.
Run = Callable[[Sequence[str]], str]


def in_order(builders: Mapping[str, Builder]) -> list[str]:
    """The names, first those that need no other dataset."""
    sorter = TopologicalSorter({name: builder.needs for name, builder in builders.items()})
    sorter.prepare()
    order: list[str] = []
    while sorter:
        ready = sorted(sorter.get_ready())
        sorter.done(*ready)
        order += ready
    return order


def build_all(
    builders: Mapping[str, Builder],
    folder: Path,
    everything: Everything,
    common: Sequence[str] = (),
    *,
    redistributable_only: bool = False,
    run: Run,
) -> dict[str, Outcome]:
    """Build one dataset after another; none stops the others.

    `folder` is that of the builders, `common` are arguments for each of them.
    """
    options = BuildOptions(source=everything.source, redistributable_only=redistributable_only)
    outcomes: dict[str, Outcome] = {}
    for name in in_order(builders):
        builder, out = builders[name], everything.datasets / name
        begin = time.monotonic()
        try:
            _refuse_without(builder.needs, outcomes)
            own = builder.among_all(everything)
            _refuse_without_sources(folder / name, builder, own, options)
            print(f"{name} ...", file=sys.stderr, flush=True)
            wrong = run([name, "--out", str(out), *common, *own])
        except LeftOutError as reason:
            outcomes[name] = Outcome(reason=str(reason))
            continue
        except EquimaskError as error:
            wrong = str(error)
        if wrong:
            outcomes[name] = Outcome(reason=wrong, failed=True)
        else:
            outcomes[name] = Outcome(read_receipt(out))
        word = "failed" if wrong else "built"
        print(f"{name} {word} in {time.monotonic() - begin:.0f} s", file=sys.stderr, flush=True)
    return outcomes


def _refuse_without(needs: Sequence[str], outcomes: Mapping[str, Outcome]) -> None:
    lacking = [name for name in needs if outcomes[name].receipt is None]
    if lacking:
        raise LeftOutError(f"needs {', '.join(lacking)}")


def _refuse_without_sources(
    folder: Path, builder: Builder, own: Sequence[str], options: BuildOptions
) -> None:
    parser = argparse.ArgumentParser()
    builder.add_arguments(parser)
    ready = builder.ready(replace(options, extra=vars(parser.parse_args(list(own)))))
    declared = read_sources(folder / "source.toml").files
    allowed = [file for file in declared if file.redistributable or not ready.redistributable_only]
    chosen = builder.choose(allowed, ready)
    there = at_hand(chosen, ready.source)
    missing = [file.name for file in chosen if file not in there]
    enough = builder.may_lack_sources and not all(file.packaged for file in there)
    if missing and not enough:
        more = f" and {len(missing) - 1} more" if missing[1:] else ""
        raise LeftOutError(f"no source file {missing[0]}{more}")


def in_a_process_of_its_own(arguments: Sequence[str]) -> str:
    """Run a builder so that its memory goes with it, and a crash is only its own."""
    command = [sys.executable, "-m", "builders", *arguments]
    wrong = ""
    with subprocess.Popen(
        command,
        cwd=Path(__file__).parents[1],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        errors="replace",
    ) as process:
        assert process.stderr is not None
        for line in process.stderr:
            told = is_told(line)
            if told or line.startswith((_ERROR, _NOTE)):
                print(f"  {line}", end="", file=sys.stderr, flush=True)
            if line.strip() and not told:
                wrong = line.strip().removeprefix(_ERROR)
    return (wrong or f"exit code {process.returncode}") if process.returncode else ""


def table(outcomes: Mapping[str, Outcome]) -> str:
    """A line for every dataset: rows, languages and content, or why it was not built."""
    lines = [_HEADINGS]
    lines += [
        (name, str(found["rows"]), " ".join(found["configs"]), found["content_hash"][:_HASH_DIGITS])
        for name, outcome in outcomes.items()
        if (found := outcome.receipt)
    ]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    text = ["  ".join(map(str.ljust, line, widths)).rstrip() for line in lines]
    for name, outcome in outcomes.items():
        if outcome.receipt is None:
            word = "FAILED" if outcome.failed else "not built"
            text.append(f"{name.ljust(widths[0])}  {word}: {outcome.reason}")
    return "\n".join(text)
