"""Lexicon-based pairs: the sentences with exactly one gender word, and their swaps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
import numpy.typing as npt

from equimask.core.sampling import sentence_hash, smallest
from equimask.core.schema import GENDERS
from equimask.gender.swap import GenderLexicon, Refusal
from equimask.studies.pair_making.records import MASK, GenderPair, masked_at

# Sentences that are no candidates at all; every other refusal is one lost to the swap.
NOT_ONE_WORD = frozenset({"no_gender_word", "several_gender_words", "ambiguous_word"})


def pair_of(lexicon: GenderLexicon, sentence: str) -> GenderPair | Refusal:
    """The sentence and its swap, or why there is none."""
    if MASK in sentence:
        return Refusal("mask_in_text", MASK)
    swap = lexicon.try_swap(sentence)
    if isinstance(swap, Refusal):
        return swap
    (word,) = lexicon.find(sentence)
    is_male = swap.origin == "male"
    return GenderPair(
        original=sentence,
        origin=swap.origin,
        male=swap.male,
        female=swap.female,
        male_word=swap.male_word,
        female_word=swap.female_word,
        masked=masked_at(sentence, word.start, word.end),
        male_edits=() if is_male else swap.edits,
        female_edits=swap.edits if is_male else (),
    )


def lexicon_pairs(lexicon: GenderLexicon, sentences: Iterable[str]) -> Iterator[GenderPair]:
    """The pairs of all sentences that have one; the others are counted in `lexicon.refusals`."""
    for sentence in sentences:
        pair = pair_of(lexicon, sentence)
        if isinstance(pair, Refusal):
            lexicon.refusals[pair.reason] += 1
        else:
            yield pair


def balanced(pairs: Sequence[GenderPair], seed: int = 0) -> list[GenderPair]:
    """As many pairs of male as of female origin, in their order.

    The larger origin keeps the sentences with the smallest seeded hashes, so the sample depends
    on the seed and not on the order of the sentences.
    """
    hashes = np.array([sentence_hash(pair.original) for pair in pairs], np.uint64)
    origins = np.array([GENDERS.index(pair.origin) for pair in pairs], np.uint8)
    kept = balanced_origins(hashes, origins, np.ones(len(pairs), bool), seed)
    return [pair for pair, keep in zip(pairs, kept, strict=True) if keep]


def balanced_origins(
    hashes: npt.NDArray[np.uint64],
    origins: npt.NDArray[np.uint8],
    usable: npt.NDArray[np.bool_],
    seed: int,
) -> npt.NDArray[np.bool_]:
    """Which of the usable sentences stay, from a few bytes of each: texts of any size fit."""
    kept: npt.NDArray[np.bool_] = usable.copy()
    sides = [np.flatnonzero(usable & (origins == code)) for code in range(len(GENDERS))]
    larger, size = max(sides, key=len), min(map(len, sides))
    kept[larger] = False
    kept[larger[smallest(hashes[larger], size, seed)]] = True
    return kept
