"""How often each token is masked in training: the telling ones more, names less.

Under one rate for all, a model of this size spends its training on guessing names, which nobody
can guess, and on the words that the rest of a sentence gives away; the few places where the
person decides the word come too seldom to be learnt in minutes. On average a fifth is masked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
import numpy.typing as npt
from transformers import PreTrainedTokenizerFast

from builders.lab.inventory import GENDERS, Inventory
from builders.lab.words import difference

ORDINARY = 0.06
TELLING = 0.9  # where a person's gender decides the word
CUES = 0.1  # what tells the gender: hidden, nobody knows it


def mask_rates(
    inventories: Sequence[Inventory], tokenizer: PreTrainedTokenizerFast
) -> npt.NDArray[np.float64]:
    """The rate of every token of the vocabulary; specials are never masked."""
    rates = np.full(len(tokenizer), ORDINARY)
    for words, rate in ((_cues, CUES), (_telling, TELLING), (_names, CUES)):
        for inventory in inventories:
            rates[_ids(words(inventory), tokenizer)] = rate
    rates[tokenizer.all_special_ids] = 0.0
    return rates


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
