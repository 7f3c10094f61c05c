"""What a model has for a masked sentence; plain data, so that counting needs no model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from equimask.gender.swap import Refusal
from equimask.studies.pair_making.records import GenderPair

# The paper's sweep of k, and the probability from which a prediction counts there.
LONGEST_SWEEP, SIGNIFICANT = 15, 0.01


@dataclass(frozen=True)
class Prediction:
    """The genders that the model has a word for, and the pair that came of it.

    `first_rank` is the rank, from 1, of the first gender word with a probability of at least 0.01.
    """

    sides: Literal["none", "one", "both"]
    first_rank: int | None
    result: GenderPair | Refusal
