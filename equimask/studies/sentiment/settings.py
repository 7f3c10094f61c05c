"""What decides a fit of graded SentiVAE, and what it gives: to be read without torch."""

from __future__ import annotations

import math
from dataclasses import dataclass

from equimask.core.arrays import Floats
from equimask.core.errors import OptionError


@dataclass(frozen=True)
class Settings:
    """All that decides the result, together with the lexica; nothing is drawn at random.

    kl_weight: of the divergence of q from its prior, of words that several lexica have.
    neutral_below: as a share of the typical evidence of words on whose side lexica agree; below
        it neutral is the largest class.
    strength_spread: the standard deviation of log strengths, before anything is known.
    decoder_spread: the same of the decoders' numbers.
    """

    kl_weight: float = 0.0
    neutral_below: float = 0.5
    strength_spread: float = 0.5
    decoder_spread: float = 2.0
    steps: int = 300

    def __post_init__(self) -> None:
        if not (math.isfinite(self.kl_weight) and self.kl_weight >= 0):
            raise OptionError(
                expected="a weight of the divergence of 0 or more",
                got=f"{self.kl_weight:g}",
                fix="Leave it out for 0, or try 0.3; SentiVAE itself has 1.",
            )
        if not 0 < self.neutral_below <= 0.5:
            raise OptionError(
                expected="neutral_below above 0, at most 0.5",
                got=f"{self.neutral_below:g}",
                fix="0.5 calls a word neutral that has less than half of the typical evidence.",
            )


@dataclass(frozen=True)
class Fitted:
    """The sentiment of every word, in the order of `words`, and what was learnt.

    `likelihood` is the mean log-likelihood of an entry given the word's other lexica, over the
    `predicted` entries that have others; None where there are none.
    """

    words: tuple[str, ...]
    sentiment: Floats
    n_sources: tuple[int, ...]
    strengths: dict[str, float]
    neutral_below: float
    predicted: int
    likelihood: float | None
