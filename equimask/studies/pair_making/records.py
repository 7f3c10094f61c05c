"""A pair made from one sentence of a corpus, and the way back to that sentence; plain data."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from equimask.gender.lexicon.types import Gender
from equimask.gender.swap import Edit, Refusal, apply
from equimask.gender.swap.edits import inverse

# Where the gender word stood; the metric `dcbm` reads the same mark.
MASK = "[MASK]"
# The paper's sweep of k, and the probability from which a prediction counts there.
LONGEST_SWEEP, SIGNIFICANT = 15, 0.01


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

    def row(self, *, id: str, lang: str, method: str, model: str = "") -> dict[str, Any]:
        """The pair as a row of the dataset `ted_gender_pairs`."""
        return {
            "id": id,
            "lang": lang,
            "method": method,
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
