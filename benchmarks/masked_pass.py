"""The masked pass (S_JSD, CPS): the engine against the ways the published scripts work.

The pairs are cut into bands of similar length. In each band every contender runs in turn, so
that a change in the machine's load meets all of them; the baselines, whose speed does not
depend on how many sentences there are, run on a few pairs of the band. A ratio compares
seconds per masked token within one band; the median over bands and rounds is reported.

The baselines are written anew after the released scripts' way of working, on the same weights
and the same positions. What differs is only how the work is cut and how much of it is done.
"""

from __future__ import annotations

import argparse
import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from rich.console import Console
from transformers import BertConfig, BertForMaskedLM

from benchmarks import table
from benchmarks.machine import (
    EncoderMeter,
    MatmulProbe,
    Span,
    describe,
    in_fresh_process,
    now,
    peak_above_now,
)
from benchmarks.turns import of_vocabularies
from benchmarks.workload import MASK_ID, Workload, bert_base, draw_pairs, random_model, wrap
from equimask.core.progress import Shown, counted

LogProbs = npt.NDArray[np.float64]


class Contender(NamedTuple):
    """`run` answers a workload; `whole` says whether it looks at more than one sentence at once."""

    title: str
    run: Callable[[BertForMaskedLM, Workload], LogProbs]
    whole: bool = False


def engine(model: BertForMaskedLM, work: Workload) -> LogProbs:
    return wrap(model, model.device).answer_masks(work.sentences, work.plan()).log_probs


@torch.no_grad()
def one_mask_per_forward(model: BertForMaskedLM, work: Workload) -> LogProbs:
    """As CrowS-Pairs' script: a batch of one, logits at all positions, log-softmax at one."""
    answers = []
    for sentence, positions in zip(work.sentences, work.positions, strict=True):
        ids = torch.tensor(sentence.ids, device=model.device)
        for position in positions:
            masked = ids.clone()
            masked[position] = MASK_ID
            logits = model(masked[None]).logits[0]
            answers.append(logits[position].log_softmax(-1)[ids[position]].item())
    return np.array(answers, dtype=np.float64)


@torch.no_grad()
def one_batch_per_sentence(model: BertForMaskedLM, work: Workload, **outputs: bool) -> LogProbs:
    """As the S_JSD script: a row per mask, logits at all positions, the vocabulary sorted."""
    answers = []
    for sentence, positions in zip(work.sentences, work.positions, strict=True):
        ids = torch.tensor(sentence.ids, device=model.device)
        asked = torch.tensor(positions, device=model.device)
        rows = torch.arange(len(positions), device=model.device)
        batch = ids.repeat(len(positions), 1)
        batch[rows, asked] = MASK_ID
        predicted = model(batch, **outputs)
        at_masks = predicted.logits[rows, asked]
        probabilities = at_masks.softmax(-1)
        log_probabilities = at_masks.log_softmax(-1)
        ranked = probabilities.argsort(-1, descending=True)
        _hits = ranked[:, 0] == ids[asked]  # the script counts them beside the score
        answers.append(log_probabilities[rows, ids[asked]].cpu().numpy())
    return np.concatenate(answers).astype(np.float64)


def as_published(model: BertForMaskedLM, work: Workload) -> LogProbs:
    """With the attentions and hidden states that the script asks for, hence eager attention."""
    with _eager_attention(model):
        return one_batch_per_sentence(
            model, work, output_attentions=True, output_hidden_states=True
        )


@contextmanager
def _eager_attention(model: BertForMaskedLM) -> Iterator[None]:
    before = model.config._attn_implementation
    model.set_attn_implementation("eager")
    try:
        yield
    finally:
        model.set_attn_implementation(before)


ENGINE = "engine"
CONTENDERS = {
    ENGINE: Contender("this engine", engine, whole=True),
    "a": Contender("(a) one mask per forward, full logits", one_mask_per_forward),
    "b": Contender(
        "(b) one batch per sentence, full logits, eager attention, all outputs (as released)",
        as_published,
    ),
    "b_sdpa": Contender(
        "(b') as (b), but SDPA attention and no extra outputs (stronger than released)",
        one_batch_per_sentence,
    ),
}

NAME = "masked"
BASELINES = [name for name in CONTENDERS if name != ENGINE]
# vocabulary -> the least ratio over each baseline; the encoder's share is the same for all
TARGETS = {
    30_522: {"a": 4.0, "b": 1.5},
    119_547: {"a": 5.0, "b": 2.2},
    250_002: {"a": 6.0, "b": 3.0},
}
SHARE_TARGET = 0.88
_BAND_PAIRS = 16  # enough rows of each length for the engine's batches to fill, as in a dataset
_BASELINE_PAIRS = {"a": 1, "b": 2, "b_sdpa": 2}  # of each band
_MEMORY_PAIRS = 6  # the longest, and as many of the shortest


def add_options(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("masked: a pass that masks each shared token of each pair")
    group.add_argument(
        "--vocabulary",
        type=int,
        nargs="+",
        metavar="N",
        default=list(TARGETS),
        help="vocabulary sizes (default: those of BERT, multilingual BERT and XLM-R)",
    )
    table.add_number(group, "--pairs", 64, "sentence pairs")
    loaded = "; 3 on a machine with other load"
    table.add_number(group, "--rounds", 1, "how often everything is repeated", loaded)
    group.add_argument(
        "--no-memory",
        dest="memory",
        action="store_false",
        help="leave out peak memory, which starts a fresh process for each contender",
    )


def run(options: argparse.Namespace, console: Console) -> dict[str, Any]:
    def compared(size: int, progress: Shown) -> dict[str, Any]:
        return compare(
            bert_base(size),
            pairs=options.pairs,
            rounds=options.rounds,
            memory=options.memory,
            progress=progress,
        )

    results = of_vocabularies(NAME, options.vocabulary, compared)
    return {"machine": describe(), "vocabularies": results}


def show(result: dict[str, Any], console: Console) -> None:
    table.print_masked(result, {name: c.title for name, c in CONTENDERS.items()}, console)


def compare(
    config: BertConfig,
    *,
    pairs: int,
    rounds: int = 1,
    memory: bool = True,
    progress: Shown = False,
    device: torch.device | None = None,
) -> dict[str, Any]:
    """All contenders on one model; see the module's text for how.

    On another device than the processor memory, the encoder's share and targets are left out.
    """
    work = draw_pairs(pairs, config.vocab_size)
    model = random_model(config)
    meter = EncoderMeter(config, MatmulProbe(config)) if device is None else None
    if device is not None:
        torch.nn.Module.to(model, device)
    bands = [work.pairs(b) for b in _bands(pairs)]
    for contender in CONTENDERS.values():  # thread pools and first allocations are not timed
        contender.run(model, bands[0].pairs([0]))
    turns = [(band, name) for _ in range(rounds) for band in bands for name in CONTENDERS]
    taken: dict[str, list[tuple[Workload, Span]]] = {name: [] for name in CONTENDERS}
    with counted(len(turns), "turn", NAME, shown=progress) as steps:
        for band, name in turns:
            part = _share_of(band, name)
            taken[name].append((part, _timed(name, model, part, meter)))
            steps.update()
    del model
    gc.collect()
    return {
        "vocabulary": config.vocab_size,
        "pairs": pairs,
        "masked_tokens": work.masks,
        "mean_length": float(np.mean([len(s.ids) for s in work.sentences])),
        **_ratios(taken),
        "tokens_per_second": {name: _rate(spans) for name, spans in taken.items()},
        **_encoder(meter),
        "peak_mb": _peaks(config, work) if memory else {},
        "targets": _targets(config.vocab_size) if device is None else {},
    }


def _targets(vocabulary: int) -> dict[str, float]:
    ratios = {f"ratio_over_{name}": least for name, least in TARGETS.get(vocabulary, {}).items()}
    return {**ratios, "encoder_share": SHARE_TARGET}


def _encoder(meter: EncoderMeter | None) -> dict[str, float]:
    if meter is None:
        return {}
    rate = float(np.median(meter.rates)) / 1e9
    return {"matmul_gflops": rate, "encoder_share": meter.share()}


def _bands(pairs: int) -> list[list[int]]:
    bands = np.array_split(np.arange(pairs), max(1, pairs // _BAND_PAIRS))
    return [band.tolist() for band in bands]


def _share_of(band: Workload, name: str) -> Workload:
    """All of a band for the engine; for a baseline the pairs whose length is most like the rest."""
    if name == ENGINE:
        return band
    typical = band.tokens / band.masks

    def distance(pair: int) -> float:
        one = band.pairs([pair])
        return abs(one.tokens / one.masks - typical)

    return band.pairs(sorted(range(len(band)), key=distance)[: _BASELINE_PAIRS[name]])


def _timed(name: str, model: BertForMaskedLM, part: Workload, meter: EncoderMeter | None) -> Span:
    if name != ENGINE or meter is None:
        start = now()
        CONTENDERS[name].run(model, part)
        return now() - start
    probes = meter.spent
    with meter.on(model):
        start = now()
        CONTENDERS[name].run(model, part)
        return now() - start - (meter.spent - probes)


def _ratios(taken: dict[str, list[tuple[Workload, Span]]]) -> dict[str, Any]:
    """How many times longer a baseline takes per masked token, band by band."""
    ratios: dict[str, Any] = {}
    for name in BASELINES:
        for clock in Span._fields:
            per_band = [
                (getattr(span, clock) / part.masks) / (getattr(ours, clock) / whole.masks)
                for (part, span), (whole, ours) in zip(taken[name], taken[ENGINE], strict=True)
            ]
            suffix = "" if clock == "wall" else "_cpu"
            ratios[f"ratio_over_{name}{suffix}"] = float(np.median(per_band))
            ratios[f"ratio_over_{name}{suffix}_range"] = [min(per_band), max(per_band)]
    return ratios


def _rate(spans: Sequence[tuple[Workload, Span]]) -> float:
    return sum(part.tokens for part, _ in spans) / sum(span.wall for _, span in spans)


def _peaks(config: BertConfig, work: Workload) -> dict[str, float]:
    few = min(_MEMORY_PAIRS, len(work) // 2 or 1)
    ends = work.pairs([*range(few), *range(len(work) - few, len(work))])
    longest = work.pairs([len(work) - 1])  # a sentence at a time: the longest makes the peak
    threads = torch.get_num_threads()
    return {
        name: in_fresh_process(
            _peak, name, config.to_dict(), ends if contender.whole else longest, threads
        )
        for name, contender in CONTENDERS.items()
    }


def _peak(name: str, config: dict[str, Any], work: Workload, threads: int) -> float:
    torch.set_num_threads(threads)
    model = random_model(BertConfig.from_dict(config))
    return peak_above_now(lambda: CONTENDERS[name].run(model, work))
