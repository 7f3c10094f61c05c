"""Lines to masked batches: fresh lines all the time, so nothing is learnt by repetition.

Telling tokens are masked more often, names less. Under one rate for all, a model of this size
spends its training on guessing names, which nobody can guess, and on the words that the rest of a
sentence gives away; the few places where the person decides the word come too seldom to be learnt
in minutes. On average 15 % is masked.

In some lines the question is turned round: every token that tells a gender somewhere is hidden,
and nothing else. Hidden one by one, an article or an adjective would answer for the person, and the
context's own expectation, key word in sight, would hardly be asked. Tokens are known by what they
are and not by where they stand: a French "la" is hidden wherever it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np
import numpy.typing as npt
import torch
from transformers import PreTrainedTokenizerFast

from equimask.studies.laboratory.inventory import GENDERS, Inventory
from equimask.studies.laboratory.rivals import difference

ORDINARY = 0.06
TELLING = 0.9  # where a person's gender decides the word
CUES = 0.1  # what tells the gender: hidden, nobody knows it
WHO = 0.1  # of the lines: who is it? All that may tell the gender is hidden, the rest is seen
BATCH_LINES = 64
NOT_ASKED = -100  # the label of a token that the model need not predict
_POOL = 32  # batches whose lines are sorted by length together, which saves most of the padding


@dataclass(frozen=True)
class MaskRates:
    """By token id: how often it is masked, and whether it tells a gender in any sentence."""

    rates: npt.NDArray[np.float64]
    tells_gender: npt.NDArray[np.bool_]


def mask_rates(inventories: Sequence[Inventory], tokenizer: PreTrainedTokenizerFast) -> MaskRates:
    """Of every token of the vocabulary; specials are never masked."""
    rates = np.full(len(tokenizer), ORDINARY)
    tells_gender = np.zeros(len(tokenizer), dtype=np.bool_)
    for words, rate in ((_cues, CUES), (_telling, TELLING), (_names, CUES)):
        for inventory in inventories:
            rates[_ids(words(inventory), tokenizer)] = rate
    for inventory in inventories:
        tells_gender[_ids(inventory.gender_words(), tokenizer)] = True
    rates[tokenizer.all_special_ids] = 0.0
    tells_gender[tokenizer.all_special_ids] = False
    return MaskRates(rates, tells_gender)


def _telling(inventory: Inventory) -> Iterator[str]:
    """What tells a context from its rival, and a man's follow-up from a woman's."""
    yield from (context.key for context in inventory.stereotyped if context.key)
    for male, female in zip(*inventory.followups.values(), strict=True):
        yield from difference(male, female, inventory.language.spaced)


def _cues(inventory: Inventory) -> Iterator[str]:
    """What tells a man's context from a woman's."""
    for context in inventory.contexts:
        yield from difference(context.male, context.female, inventory.language.spaced)


def _names(inventory: Inventory) -> Iterator[str]:
    for gender in GENDERS:
        yield from inventory.names[gender]


def _ids(words: Iterable[str], tokenizer: PreTrainedTokenizerFast) -> list[int]:
    listed = sorted(set(words))
    if not listed:
        return []
    batch = tokenizer(listed, add_special_tokens=False)["input_ids"]
    return sorted({i for ids in batch for i in ids})


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
