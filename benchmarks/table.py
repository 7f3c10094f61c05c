"""Results as tables: one column per vocabulary, targets beside what was measured."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.table import Table


def print_masked(result: dict[str, Any], titles: Mapping[str, str], console: Console) -> None:
    machine, runs = result["machine"], result["vocabularies"]
    lengths = ", ".join(sorted({f"{run['mean_length']:.1f}" for run in runs}))
    table = Table(
        title="Masked pass, random BERT-base",
        caption=f"{runs[0]['pairs']} pairs, mean length {lengths} tokens; "
        f"{machine['processor']}, {machine['torch_threads']} of {machine['cores']} cores, "
        f"load {machine['load_average']}, torch {machine['torch']}, float32. "
        "Ratios: seconds per masked token, median (lowest to highest) over bands of length.",
    )
    table.add_column("vocabulary")
    for run in runs:
        table.add_column(f"{run['vocabulary']:,}", justify="right")
    baselines = [name for name in titles if f"ratio_over_{name}" in runs[0]]
    for name in baselines:
        key = f"ratio_over_{name}"
        table.add_row(f"times faster than {_short(name)}", *[_ratio(run, key) for run in runs])
        table.add_row("  by CPU seconds", *[_ratio(run, f"{key}_cpu") for run in runs])
    for name in titles:
        speeds = [f"{run['tokens_per_second'][name]:,.0f}" for run in runs]
        table.add_row(f"tokens/s, {_short(name)}", *speeds)
    table.add_row("matmul rate, GFLOP/s", *[f"{run['matmul_gflops']:.0f}" for run in runs])
    table.add_row(
        "engine's encoder, share of that rate",
        *[_against(f"{run['encoder_share']:.0%}", run, "encoder_share", "{:.0%}") for run in runs],
    )
    for name in titles:
        if all(run["peak_mb"] for run in runs):
            peaks = [f"{run['peak_mb'][name]:,.0f}" for run in runs]
            table.add_row(f"peak MB above the model, {_short(name)}", *peaks)
    console.print(table)
    for name, title in titles.items():
        if name in baselines:
            console.print(f"  {title}", highlight=False)
    console.print(
        "  tokens/s counts every token that the encoder reads, one pass over a sentence per mask; "
        "the matmul rate is that of one layer's six products, probed before each batch.",
        highlight=False,
    )


def _short(name: str) -> str:
    return {"engine": "this engine", "a": "(a)", "b": "(b)", "b_sdpa": "(b')"}.get(name, name)


def _ratio(run: dict[str, Any], key: str) -> str:
    low, high = run[f"{key}_range"]
    return _against(f"{run[key]:.2f} ({low:.2f} to {high:.2f})", run, key, "{:.1f}")


def _against(text: str, run: dict[str, Any], key: str, form: str) -> str:
    target = run["targets"].get(key)
    if target is None:
        return text
    colour = "green" if run[key] >= target else "red"
    return f"[{colour}]{text}[/] of {form.format(target)}"
