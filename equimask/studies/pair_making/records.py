"""Pairs made from sentences of a corpus by the lexicon alone, and the way back to a sentence."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from equimask.core.sampling import sentence_hash, smallest
from equimask.core.schema import GENDERS
from equimask.gender.lexicon.types import Gender
from equimask.gender.swap import Edit, GenderLexicon, Refusal, apply
from equimask.gender.swap.edits import inverse

# Where the gender word stood; the metric `dcbm` reads the same mark.
MASK = "[MASK]"
# The paper's sweep of k, and the probability from which a prediction counts there.
LONGEST_SWEEP, SIGNIFICANT = 15, 0.01
# Sentences that are no candidates at all; every other refusal is one lost to the swap.
NOT_ONE_WORD = frozenset({"no_gender_word", "several_gender_words", "ambiguous_word"})


@dataclass(frozen=True)
class GenderPair:
    """Two sentences that differ in gender only.

    `male_edits` and `female_edits` lead from `original`, the sentence of the corpus, to the two
    sides. A lexicon-based pair has none for the side that is the original.
    """

    original: str
    origin: Gender
    male: str
    female: str
    male_word: str
    female_word: str
    masked: str
    male_edits: tuple[Edit, ...] = ()
    female_edits: tuple[Edit, ...] = ()
    p_male: float | None = None
    p_female: float | None = None

    @property
    def agreement(self) -> bool:
        """Whether more than the gender word tells the sides apart."""
        return max(len(self.male_edits), len(self.female_edits)) > 1

    def row(
        self,
        *,
        id: str,
        lang: str,
        method: str,
        corpus: str = "",
        cluster: str = "",
        model: str = "",
    ) -> dict[str, Any]:
        """The pair as a row of the dataset `ted_gender_pairs`."""
        return {
            "id": id,
            "lang": lang,
            "corpus": corpus,
            "method": method,
            "cluster": cluster,
            "origin_gender": self.origin,
            "male": self.male,
            "female": self.female,
            "male_word": self.male_word,
            "female_word": self.female_word,
            "masked_sentence": self.masked,
            "p_male": _rounded(self.p_male),
            "p_female": _rounded(self.p_female),
            "edits": dump_edits(self.male_edits, self.female_edits),
            "model": model,
        }


def dump_edits(male: Iterable[Edit], female: Iterable[Edit]) -> str:
    """`{"male":[...],"female":[...]}`: per side, lists of start, end, old, new and kind.

    All offsets are characters of the corpus sentence.
    """
    sides = {
        name: [[e.start, e.end, e.old, e.new, e.kind] for e in edits]
        for name, edits in (("male", male), ("female", female))
    }
    return json.dumps(sides, ensure_ascii=False, separators=(",", ":"))


def load_edits(text: str) -> dict[str, tuple[Edit, ...]]:
    """What `dump_edits` wrote, by side."""
    return {name: tuple(Edit(*edit) for edit in edits) for name, edits in json.loads(text).items()}


def original_of(side: str, edits: Iterable[Edit]) -> str:
    """The sentence of the corpus, made from one side and its logged edits alone."""
    return apply(side, inverse(edits))


def masked_at(sentence: str, start: int, end: int) -> str:
    """The sentence with `[MASK]` for what stands at [start, end)."""
    return sentence[:start] + MASK + sentence[end:]


def _rounded(p: float | None) -> float | None:
    """Five digits: what lies behind them is the noise of the machine, and would change hashes."""
    return None if p is None else float(f"{p:.5g}")


@dataclass(frozen=True)
class Prediction:
    """The genders that the model has a word for, and the pair that came of it.

    `first_rank` is the rank, from 1, of the first gender word with a probability of at least 0.01.
    """

    sides: Literal["none", "one", "both"]
    first_rank: int | None
    result: GenderPair | Refusal


def pair_of(lexicon: GenderLexicon, sentence: str) -> GenderPair | Refusal:
    """The sentence and its swap, or why there is none."""
    if MASK in sentence:
        return Refusal("mask_in_text", MASK)
    swap = lexicon.try_swap(sentence)
    if isinstance(swap, Refusal):
        return swap
    found = lexicon.find(sentence)
    is_male = swap.origin == "male"
    if [word.text for word in found] != [swap.male_word if is_male else swap.female_word]:
        return Refusal("several_gender_words", " ".join(word.text for word in found))
    (word,) = found
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
