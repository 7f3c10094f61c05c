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
from builders.lab.words import find_words

ORDINARY = 0.15
TELLING = 0.5
NAMES = 0.1


def mask_rates(
    inventories: Sequence[Inventory], tokenizer: PreTrainedTokenizerFast
) -> npt.NDArray[np.float64]:
    """The rate of every token of the vocabulary; specials are never masked."""
    rates = np.full(len(tokenizer), ORDINARY)
    for inventory in inventories:
        rates[_ids(_telling(inventory), tokenizer)] = TELLING
    for inventory in inventories:
        rates[_ids((n for g in GENDERS for n in inventory.names[g]), tokenizer)] = NAMES
    rates[tokenizer.all_special_ids] = 0.0
    return rates


def _telling(inventory: Inventory) -> Iterator[str]:
    """Words in which rivals differ from their contexts, and men's sentences from women's."""
    spaced = inventory.language.spaced
    originals = {context.id: context for context in inventory.stereotyped}
    for rival in inventory.rivals:
        yield from _difference(rival.male, originals[rival.origin].male, spaced)
    versions = [(context.male, context.female) for context in inventory.contexts]
    versions += zip(inventory.followups["male"], inventory.followups["female"], strict=True)
    for male, female in versions:
        yield from _difference(male, female, spaced)


def _difference(one: str, other: str, spaced: bool) -> set[str]:
    return {m.group() for m in find_words(one, spaced)} ^ {
        m.group() for m in find_words(other, spaced)
    }


def _ids(words: Iterable[str], tokenizer: PreTrainedTokenizerFast) -> list[int]:
    listed = sorted(set(words))
    if not listed:
        return []
    batch = tokenizer(listed, add_special_tokens=False)["input_ids"]
    return sorted({i for ids in batch for i in ids})
