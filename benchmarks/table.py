"""What benchmarks take and give alike: numbers as options, results as tables."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Mapping
from typing import Any

from rich.console import Console
from rich.table import Table


def add_number(
    parser: argparse._ActionsContainer, option: str, default: int, text: str, shown: str = ""
) -> None:
    """A whole number, whose default the help tells, with the words `shown` beside it."""
    parser.add_argument(
        option,
        type=int,
        default=default,
        metavar="N",
        help=f"{text} (default: {default:,}{shown})",
    )


def of_figures(title: str, rows: Iterable[tuple[str, str]]) -> Table:
    """What was measured, line by line."""
    table = Table(title=title)
    table.add_column("what")
    table.add_column("measured", justify="right")
    for row in rows:
        table.add_row(*row)
    return table


def by_vocabulary(title: str, result: dict[str, Any], *, data: str, ratios: str) -> Table:
    """A table without rows, whose caption says what was measured, where, and what a ratio is."""
    machine = result["machine"]
    table = Table(
        title=title,
        caption=f"{data}; {machine['processor']}, {machine['torch_threads']} of "
        f"{machine['cores']} cores, load {machine['load_average']}, torch {machine['torch']}, "
        f"{machine['dtype']}. Ratios: {ratios}.",
    )
    table.add_column("vocabulary")
    for run in result["vocabularies"]:
        table.add_column(f"{run['vocabulary']:,}", justify="right")
    return table


def against_target(text: str, run: dict[str, Any], key: str, form: str) -> str:
    """The cell's text, and beside it in `form` the target that it has to reach, if it has one."""
    target = run["targets"].get(key)
    if target is None:
        return text
    colour = "green" if run[key] >= target else "red"
    return f"[{colour}]{text}[/] of {form.format(target)}"


def print_masked(
    result: dict[str, Any],
    titles: Mapping[str, str],
    console: Console,
    title: str = "Masked pass, random BERT-base",
) -> None:
    runs = result["vocabularies"]
    lengths = ", ".join(sorted({f"{run['mean_length']:.1f}" for run in runs}))
    table = by_vocabulary(
        title,
        result,
        data=f"{runs[0]['pairs']} pairs, mean length {lengths} tokens",
        ratios="seconds per masked token, median (lowest to highest) over bands of length",
    )
    baselines = [name for name in titles if f"ratio_over_{name}" in runs[0]]
    for name in baselines:
        key = f"ratio_over_{name}"
        table.add_row(f"times faster than {_short(name)}", *[_ratio(run, key) for run in runs])
        table.add_row("  by CPU seconds", *[_ratio(run, f"{key}_cpu") for run in runs])
    for name in titles:
        speeds = [f"{run['tokens_per_second'][name]:,.0f}" for run in runs]
        table.add_row(f"tokens/s, {_short(name)}", *speeds)
    metered = all("encoder_share" in run for run in runs)
    if metered:
        table.add_row("matmul rate, GFLOP/s", *[f"{run['matmul_gflops']:.0f}" for run in runs])
        shares = [
            against_target(f"{run['encoder_share']:.0%}", run, "encoder_share", "{:.0%}")
            for run in runs
        ]
        table.add_row("engine's encoder, share of that rate", *shares)
    for name in titles:
        if all(run["peak_mb"] for run in runs):
            peaks = [f"{run['peak_mb'][name]:,.0f}" for run in runs]
            table.add_row(f"peak MB above the model, {_short(name)}", *peaks)
    console.print(table)
    for name, described in titles.items():
        if name in baselines:
            console.print(f"  {described}", highlight=False)
    note = "  tokens/s counts every token that the encoder reads, one pass over a sentence per mask"
    if metered:
        note += (
            "; the matmul rate is that of one layer's six products, probed before each batch, and "
            "what the engine leaves out of the last layer is not counted as done"
        )
    console.print(f"{note}.", highlight=False)


def _short(name: str) -> str:
    return {"engine": "this engine", "a": "(a)", "b": "(b)", "b_sdpa": "(b')"}.get(name, name)


def _ratio(run: dict[str, Any], key: str) -> str:
    low, high = run[f"{key}_range"]
    return against_target(f"{run[key]:.2f} ({low:.2f} to {high:.2f})", run, key, "{:.1f}")
