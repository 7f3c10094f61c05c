"""All measures of an audit beside the dearest of them alone: do they share their passes?

What counts is the time inside the model's forward; beside it stands the whole time. The model is
random, as large as a small BERT, and reads the packaged German pairs. A pass over them takes a few
tenths of a second, which all else on the machine disturbs: it runs on one thread, and each time is
the best of its rounds.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import torch
from rich.console import Console
from rich.table import Table as RichTable
from transformers import AutoTokenizer

from benchmarks import table
from benchmarks.machine import Span, now
from benchmarks.workload import random_model, small_bert
from equimask.audits.audited_models import AuditedModel
from equimask.audits.measures import choose_measures
from equimask.audits.places import packaged_place
from equimask.audits.scoring import measure_tasks
from equimask.audits.tasks import Task
from equimask.core.embedded import embedded_model_path
from equimask.core.options import Options
from equimask.core.progress import tracked
from equimask.evaluation.score import MASKED, UNMASKED, pass_of
from equimask.inputs.packaged import packaged_table
from equimask.inputs.table import Table
from equimask.models.devices import on_threads
from equimask.models.masked_lm import MaskedLM

NAME = "audit"
_LANGUAGE = "de"
_KINDS = (MASKED, UNMASKED)
_TARGET = 1.1
_PAIRS, _ROUNDS = 40, 7
_LAYERS, _WIDTH = 4, 192
_OPTIONS = Options(progress=False, n_resamples=9)  # resampling is not what is measured


class Taken(NamedTuple):
    """The time inside the model's forward, and all of it."""

    forward: Span
    whole: Span


def add_options(parser: argparse.ArgumentParser) -> None:
    table.add_number(parser, "--audit-pairs", _PAIRS, "audit: pairs to score")
    table.add_number(parser, "--audit-rounds", _ROUNDS, "audit: repetitions")


def run(options: argparse.Namespace, console: Console) -> dict[str, Any]:
    console.print("[dim]audit: every measure alone, then all that share a pass[/dim]")
    tokenizer = AutoTokenizer.from_pretrained(embedded_model_path())
    model = random_model(small_bert(len(tokenizer), _LAYERS, _WIDTH, 4 * _WIDTH))
    mlm = MaskedLM(model, tokenizer, name="random BERT", device=torch.device("cpu"))
    audited = AuditedModel(mlm, mlm.signature)
    pairs = packaged_table(_LANGUAGE)
    pairs = pairs.rows(range(len(pairs))[: options.audit_pairs])
    everything = choose_measures(None)
    measures = {kind: [m.name for m in everything if pass_of(m) == kind] for kind in _KINDS}
    for names in measures.values():  # the first call checks the model's own code
        time_taken(audited, pairs.rows(range(2)), names)
    rounds: dict[str, list[dict[str, Taken]]] = {kind: [] for kind in _KINDS}
    with on_threads(1):
        for _ in tracked(range(options.audit_rounds), options.audit_rounds, "round", NAME):
            for kind, names in measures.items():
                took = {name: time_taken(audited, pairs, [name]) for name in names}
                rounds[kind].append({**took, "shared": time_taken(audited, pairs, names)})
    return {
        "pairs": len(pairs),
        "target": _TARGET,
        **{kind: _figures(measures[kind], rounds[kind]) for kind in _KINDS},
    }


def time_taken(audited: AuditedModel, pairs: Table, measures: Sequence[str]) -> Taken:
    """How long these measures took, asked as an audit asks."""
    tasks = [Task("model", packaged_place(_LANGUAGE), name) for name in measures]
    start = now()
    with _metered(audited.mlm.model) as spans:
        for _, scored in measure_tasks(tasks, pairs, audited, _OPTIONS):
            assert scored.cell is not None
    forward = Span(sum(span.wall for span in spans), sum(span.cpu for span in spans))
    return Taken(forward, now() - start)


@contextmanager
def _metered(model: torch.nn.Module) -> Iterator[list[Span]]:
    spans: list[Span] = []
    starts: list[Span] = []
    before = model.register_forward_pre_hook(lambda *_: starts.append(now()))
    after = model.register_forward_hook(lambda *_: spans.append(now() - starts.pop()))
    try:
        yield spans
    finally:
        before.remove()
        after.remove()


def _figures(names: Sequence[str], rounds: Sequence[dict[str, Taken]]) -> dict[str, Any]:
    """Of the best times: what disturbs a run makes it longer, never shorter."""
    found: dict[str, Any] = {"measures": list(names)}
    for suffix, clock in (("", "wall"), ("_cpu", "cpu")):
        forward, whole = (
            {name: min(getattr(one[name][part], clock) for one in rounds) for name in rounds[0]}
            for part in range(2)
        )
        alone = [forward[name] for name in names]
        found |= {
            f"ratio_over_dearest{suffix}": forward["shared"] / max(alone),
            f"ratio_over_one_by_one{suffix}": forward["shared"] / sum(alone),
            f"whole_over_dearest{suffix}": whole["shared"] / max(whole[name] for name in names),
        }
    return found


def show(result: dict[str, Any], console: Console) -> None:
    shown = RichTable(
        title=f"Shared passes, {result['pairs']} pairs, random BERT of {_LAYERS} layers"
    )
    shown.add_column("forward time of all that share a pass")
    for kind in _KINDS:
        shown.add_column(f"{kind}: {', '.join(result[kind]['measures'])}", justify="right")
    for text, key in (
        (f"over the dearest alone (target {result['target']})", "ratio_over_dearest"),
        ("over one after the other", "ratio_over_one_by_one"),
        ("whole time over the dearest alone", "whole_over_dearest"),
    ):
        shown.add_row(text, *[f"{result[kind][key]:.2f}" for kind in _KINDS])
        shown.add_row("  by CPU seconds", *[f"{result[kind][f'{key}_cpu']:.2f}" for kind in _KINDS])
    console.print(shown)
