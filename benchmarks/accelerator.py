"""The masked pass on whatever accelerator there is, against the baselines of the processor."""

from __future__ import annotations

import argparse
from typing import Any

import torch
from rich.console import Console

from benchmarks import masked_pass, table
from benchmarks.machine import describe
from benchmarks.turns import of_vocabularies
from benchmarks.workload import bert_base
from equimask.core.progress import Shown
from equimask.models.devices import choose_device

NAME = "accelerator"
_NONE = (
    "accelerator: this machine has none (CUDA, XPU and MPS were looked for); nothing was measured"
)


def add_options(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("accelerator: the masked pass there; sizes as of `masked`")
    table.add_number(
        group, "--device-pairs", 512, "sentence pairs", "; fewer do not fill its batches"
    )


def run(options: argparse.Namespace, console: Console) -> dict[str, Any]:
    device = choose_device(None)
    if device.type == "cpu":
        return {"device": None, "vocabularies": []}
    return measured(device, options.vocabulary, options.device_pairs, options.rounds, shown=True)


def measured(
    device: torch.device,
    vocabularies: list[int],
    pairs: int,
    rounds: int,
    shown: bool = False,
) -> dict[str, Any]:
    """As `masked` measures, on this device."""

    def compared(size: int, progress: Shown) -> dict[str, Any]:
        return masked_pass.compare(
            bert_base(size),
            pairs=pairs,
            rounds=rounds,
            memory=False,
            progress=progress,
            device=device,
        )

    results = of_vocabularies(NAME, vocabularies, compared, shown=shown)
    return {"device": name_of(device), "machine": describe(), "vocabularies": results}


def name_of(device: torch.device) -> str:
    """As its driver calls it."""
    module = getattr(torch, device.type, None)
    naming = getattr(module, "get_device_name", None)
    return str(naming(device)) if naming else device.type


def show(result: dict[str, Any], console: Console) -> None:
    if result["device"] is None:
        console.print(_NONE, highlight=False)
        return
    titles = {name: contender.title for name, contender in masked_pass.CONTENDERS.items()}
    title = f"Masked pass on {result['device']}, random BERT-base"
    table.print_masked(result, titles, console, title)
