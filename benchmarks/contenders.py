"""Three ways to ask a model for every masked token of a sentence: two published ones, and ours.

The baselines are written anew after the released scripts' way of working, on the same weights
and the same positions. What differs is only how the work is cut and how much of it is done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from transformers import BertForMaskedLM

from benchmarks.workload import MASK_ID, Workload, wrap

LogProbs = npt.NDArray[np.float64]


class Contender(NamedTuple):
    """`run` answers a workload; `whole` says whether it looks at more than one sentence at once."""

    title: str
    run: Callable[[BertForMaskedLM, Workload], LogProbs]
    whole: bool = False


def engine(model: BertForMaskedLM, work: Workload) -> LogProbs:
    return wrap(model).answer_masks(work.sentences, work.plan()).log_probs


@torch.no_grad()
def one_mask_per_forward(model: BertForMaskedLM, work: Workload) -> LogProbs:
    """As CrowS-Pairs' script: a batch of one, logits at all positions, log-softmax at one."""
    answers = []
    for sentence, positions in zip(work.sentences, work.positions, strict=True):
        ids = torch.tensor(sentence.ids)
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
        ids = torch.tensor(sentence.ids)
        asked, rows = torch.tensor(positions), torch.arange(len(positions))
        batch = ids.repeat(len(positions), 1)
        batch[rows, asked] = MASK_ID
        predicted = model(batch, **outputs)
        at_masks = predicted.logits[rows, asked]
        probabilities = at_masks.softmax(-1)
        log_probabilities = at_masks.log_softmax(-1)
        ranked = probabilities.argsort(-1, descending=True)
        _hits = ranked[:, 0] == ids[asked]  # the script counts them beside the score
        answers.append(log_probabilities[rows, ids[asked]].numpy())
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
