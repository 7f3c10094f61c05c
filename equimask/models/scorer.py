"""What answers questions about sentences: a model, or what is wrapped around one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from equimask.core.arrays import Bools, Floats, Ints
from equimask.core.errors import ModelError
from equimask.core.progress import Shown
from equimask.plans.masks import Encoded, MaskPlan


class NoAttentionError(ModelError):
    """The model can be read, but hands out no attention weights."""


class How(NamedTuple):
    """A pass is run: tokens of a batch, by default the device's; to whom its progress is shown."""

    batch_tokens: int | None = None
    progress: Shown = False


QUIET = How()
Encodings = Sequence[Encoded]


class MaskedAnswers(NamedTuple):
    """Per plan row: natural log P of the hidden token, and whether it was the top prediction."""

    log_probs: Floats
    hits: Bools

    def take(self, rows: Ints) -> MaskedAnswers:
        """The answers of these rows, in this order."""
        return MaskedAnswers(self.log_probs[rows], self.hits[rows])


class SentenceReadings(NamedTuple):
    """Per content token: log P in the full sentence, whether it is the top prediction at its place,
    attention received; per sentence: a vector.

    Sentence k owns `counts[k]` of the tokens.
    """

    log_probs: Floats
    hits: Bools
    attention: Floats | None
    counts: Ints
    vectors: npt.NDArray[np.float32]

    def take(self, sentences: Ints) -> SentenceReadings:
        """The readings of these sentences, in this order."""
        counts = self.counts[sentences]
        starts = (np.cumsum(self.counts) - self.counts)[sentences]
        tokens = np.repeat(starts - (np.cumsum(counts) - counts), counts) + np.arange(counts.sum())
        return SentenceReadings(
            self.log_probs[tokens],
            self.hits[tokens],
            None if self.attention is None else self.attention[tokens],
            counts,
            self.vectors[sentences],
        )


def join_answers(parts: Sequence[MaskedAnswers]) -> MaskedAnswers:
    """One after the other."""
    log_probs, hits = zip(*parts, strict=True)
    return MaskedAnswers(np.concatenate(log_probs), np.concatenate(hits))


def join_readings(parts: Sequence[SentenceReadings]) -> SentenceReadings:
    """One after the other; all with attention, or none."""
    log_probs, hits, attention, counts, vectors = zip(*parts, strict=True)
    return SentenceReadings(
        np.concatenate(log_probs),
        np.concatenate(hits),
        None if attention[0] is None else np.concatenate(attention),
        np.concatenate(counts),
        np.concatenate(vectors),
    )


class Encoder(Protocol):
    """Sentences to token ids."""

    @property
    def mask_token(self) -> str:
        """What stands for a hidden word in a sentence."""
        ...

    @property
    def mask_id(self) -> int:
        """What stands for it among the ids."""
        ...

    @property
    def unk_id(self) -> int | None:
        """What stands for what the tokenizer does not know; None where it knows everything."""
        ...

    @property
    def special_tokens(self) -> tuple[str, ...]:
        """What it would read as a special token, if it stood in a text."""
        ...

    def __call__(self, sentences: Sequence[str]) -> list[Encoded]:
        """Never truncated; special tokens in the text are refused."""
        ...

    def with_masks(self, sentences: Sequence[str]) -> list[Encoded]:
        """The same for text into which the caller has put masks."""
        ...


class Scorer(Protocol):
    """All that an evaluation asks of a model."""

    @property
    def signature(self) -> dict[str, str]:
        """`model` and `tok` fields."""
        ...

    @property
    def notes(self) -> tuple[str, ...]:
        """What is to be said of the model beside every number."""
        ...

    @property
    def dtype(self) -> str:
        """The precision it computes in."""
        ...

    @property
    def max_tokens(self) -> int:
        """How many tokens a sentence may have, specials included."""
        ...

    @property
    def encode(self) -> Encoder:
        """Its tokenizer."""
        ...

    def answer_masks(self, sentences: Encodings, plan: MaskPlan, how: How = QUIET) -> MaskedAnswers:
        """Run the plan. The answer of a row does not depend on what it is batched with."""
        ...

    def read_sentences(
        self, sentences: Encodings, attention: bool = True, how: How = QUIET
    ) -> SentenceReadings:
        """One unmasked pass: likelihood and attention of every content token, a mean vector."""
        ...

    def untrained_twin(self, seed: int) -> Scorer:
        """The same architecture with random weights."""
        ...
