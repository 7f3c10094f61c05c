"""Lines to masked batches: fresh lines all the time, so nothing is learnt by repetition."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np
import torch
from transformers import PreTrainedTokenizerFast

from equimask.studies.laboratory.mask_rates import WHO, MaskRates

BATCH_LINES = 64
NOT_ASKED = -100  # the label of a token that the model need not predict
_POOL = 32  # batches whose lines are sorted by length together, which saves most of the padding


@dataclass(frozen=True)
class Batch:
    """Token ids with some masked, the padding, and what was under the masks."""

    input_ids: torch.Tensor
    attention_mask: torch.Tensor
    labels: torch.Tensor


def masked_batches(
    lines: Iterator[str],
    tokenizer: PreTrainedTokenizerFast,
    rates: MaskRates,
    rng: np.random.Generator,
) -> Iterator[Batch]:
    """Batches of lines of similar length, as long as there are lines."""
    while pool := list(islice(lines, BATCH_LINES * _POOL)):
        encoded = tokenizer(pool, truncation=True, return_attention_mask=False)["input_ids"]
        encoded.sort(key=len)
        starts = range(0, len(encoded), BATCH_LINES)
        for i in rng.permutation(len(starts)):
            yield _mask(encoded[starts[i] : starts[i] + BATCH_LINES], tokenizer, rates, rng)


def _mask(
    rows: Sequence[Sequence[int]],
    tokenizer: PreTrainedTokenizerFast,
    rates: MaskRates,
    rng: np.random.Generator,
) -> Batch:
    """BERT's recipe: of the chosen tokens 80 % are masked, 10 % random, 10 % left as they are.

    Where the question is who, all that tells it is masked.
    """
    width = max(map(len, rows))
    ids = np.full((len(rows), width), tokenizer.pad_token_id, dtype=np.int64)
    for row, line in enumerate(rows):
        ids[row, : len(line)] = line
    asks_who = rng.random((len(rows), 1)) < WHO
    chosen = np.where(asks_who, rates.tells_gender[ids], rng.random(ids.shape) < rates.rates[ids])
    fate = np.where(asks_who, 0.0, rng.random(ids.shape))
    noise = rng.integers(len(tokenizer.all_special_ids), len(tokenizer), ids.shape)
    shown = np.where(chosen & (fate < 0.8), tokenizer.mask_token_id, ids)
    shown = np.where(chosen & (fate >= 0.9), noise, shown)
    return Batch(
        torch.from_numpy(shown),
        torch.from_numpy((ids != tokenizer.pad_token_id).astype(np.int64)),
        torch.from_numpy(np.where(chosen, ids, NOT_ASKED)),
    )
