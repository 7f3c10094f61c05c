"""The engine beside itself without the last layer's cut, at two depths in one run.

The saving is one layer's share of all, so it shows at any depth and most in a shallow model. Both
run in turn on each band of pairs, and who is first changes; a ratio compares one band's two runs.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from benchmarks import table
from benchmarks.machine import Span, describe, now
from benchmarks.workload import Workload, bert_base, draw_pairs, random_model, wrap
from equimask.core.progress import tracked
from equimask.models.head import RowLogits
from equimask.models.last_layer import NO_CUT
from equimask.models.masked_lm import MaskedLM

NAME = "last_layer"
TARGETS = {12: 1.04, 6: 1.08}  # layers -> the least ratio
_VOCABULARY = 30_522
_BANDS = 4


def add_options(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("last_layer: the engine with and without its last cut")
    table.add_number(group, "--cut-pairs", 32, "sentence pairs")
    table.add_number(group, "--cut-rounds", 3, "how often everything is repeated")


def run(options: argparse.Namespace, console: Console) -> dict[str, Any]:
    depths = {layers: compare(layers, options.cut_pairs, options.cut_rounds) for layers in TARGETS}
    return {"machine": describe(), "layers": depths}


def compare(layers: int, pairs: int, rounds: int) -> dict[str, Any]:
    """Seconds of the whole last layer over those of the cut one, band by band."""
    model = random_model(bert_base(_VOCABULARY, layers))
    work = draw_pairs(pairs, _VOCABULARY)
    cut, whole = wrap(model), without_cut(wrap(model), work)
    bands = [work.pairs(band.tolist()) for band in np.array_split(np.arange(pairs), _BANDS)]
    bands = [band for band in bands if band.masks]
    cut.answer_masks(bands[0].sentences, bands[0].plan())  # its check is not timed
    ratios: dict[str, list[float]] = {clock: [] for clock in Span._fields}
    differs = 0.0
    turns = tracked(bands * rounds, len(bands) * rounds, "turn", f"{NAME}, {layers} layers")
    for nth, band in enumerate(turns):
        order = (cut, whole) if nth % 2 else (whole, cut)
        found = {mlm: _timed(mlm, band) for mlm in order}
        for clock, values in ratios.items():
            values.append(getattr(found[whole][1], clock) / getattr(found[cut][1], clock))
        differs = max(differs, float(np.abs(found[cut][0] - found[whole][0]).max()))
    return {
        "largest_difference": differs,
        "targets": {"ratio": TARGETS.get(layers)},
        "ratio": float(np.median(ratios["wall"])),
        "ratio_cpu": float(np.median(ratios["cpu"])),
        "ratio_range": [min(ratios["wall"]), max(ratios["wall"])],
        "ratio_cpu_range": [min(ratios["cpu"]), max(ratios["cpu"])],
    }


def without_cut(mlm: MaskedLM, work: Workload) -> MaskedLM:
    """The same engine, whose last layer runs on all tokens; its head still sees asked rows."""
    rows = RowLogits(mlm.model)
    mlm._row_logits = rows
    mlm.answer_masks(work.sentences[:1], work.pairs([0]).plan().take(np.arange(2)))
    assert rows.ways is not None
    assert rows.ways.cuts[0].steps, "there was no cut to leave out"
    rows.ways = rows.ways._replace(cuts=[NO_CUT])
    return mlm


def _timed(mlm: MaskedLM, band: Workload) -> tuple[Any, Span]:
    start = now()
    answers = mlm.answer_masks(band.sentences, band.plan()).log_probs
    return answers, now() - start


def show(result: dict[str, Any], console: Console) -> None:
    machine = result["machine"]
    shown = Table(
        title=f"Last layer on asked rows, random BERT of width 768, {_VOCABULARY:,} tokens",
        caption=f"{machine['processor']}, {machine['torch_threads']} of {machine['cores']} cores, "
        f"load {machine['load_average']}. Ratios: median (lowest to highest) over bands of length.",
    )
    shown.add_column("layers")
    for layers in result["layers"]:
        shown.add_column(str(layers), justify="right")
    found = list(result["layers"].values())
    for key, text in (
        ("ratio", "times faster than without the cut"),
        ("ratio_cpu", "  by CPU seconds"),
    ):
        shown.add_row(text, *[_cell(one, key) for one in found])
    shown.add_row("largest difference in log P", *[f"{r['largest_difference']:.1e}" for r in found])
    console.print(shown)


def _cell(result: dict[str, Any], key: str) -> str:
    low, high = result[f"{key}_range"]
    text = f"{result[key]:.3f} ({low:.3f} to {high:.3f})"
    return table.against_target(text, result, key, "{:.2f}")
