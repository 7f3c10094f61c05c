"""An untrained twin that takes memory only while it is asked."""

from __future__ import annotations

from equimask.models.scorer import (
    QUIET,
    Encoder,
    Encodings,
    How,
    MaskedAnswers,
    Scorer,
    SentenceReadings,
)
from equimask.plans.masks import MaskPlan


class LazyTwin:
    """A twin whose weights are made for every pass, the same for the same seed, and let go after.

    Eight twins of a large model would not fit into memory; what they have said does.
    """

    def __init__(self, trained: Scorer, seed: int, encode: Encoder) -> None:
        self._trained, self._seed, self.encode = trained, seed, encode
        self.dtype, self.max_tokens = trained.dtype, trained.max_tokens

    @property
    def signature(self) -> dict[str, str]:
        """The twin's own."""
        return self._made().signature

    def answer_masks(self, sentences: Encodings, plan: MaskPlan, how: How = QUIET) -> MaskedAnswers:
        """By weights that are made for it."""
        return self._made().answer_masks(sentences, plan, how)

    def read_sentences(
        self, sentences: Encodings, attention: bool = True, how: How = QUIET
    ) -> SentenceReadings:
        """By weights that are made for it."""
        return self._made().read_sentences(sentences, attention, how)

    def untrained_twin(self, seed: int) -> Scorer:
        """A twin of a twin is a twin of the trained one."""
        return self._trained.untrained_twin(seed)

    def _made(self) -> Scorer:
        return self._trained.untrained_twin(self._seed)
