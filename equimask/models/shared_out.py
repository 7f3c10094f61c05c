"""A scorer whose questions several processes share, or ask in step."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import numpy as np

from equimask.core.arrays import Ints
from equimask.core.errors import ModelError
from equimask.models.processes import Processes
from equimask.models.scorer import (
    QUIET,
    Encodings,
    How,
    MaskedAnswers,
    Scorer,
    SentenceReadings,
    join_answers,
    join_readings,
)
from equimask.plans.masks import MaskPlan

_T = TypeVar("_T")


class SharedOut:
    """Asks every n-th question itself and hears the rest from the other processes.

    An answer does not depend on what it is batched with, so the numbers are those of one process.
    All of them must ask the same questions in the same order.

    Of a model that is in shards no process gets an answer alone: `in_step`, each asks everything.
    """

    def __init__(self, scorer: Scorer, processes: Processes, *, in_step: bool = False) -> None:
        self._scorer, self._processes, self._in_step = scorer, processes, in_step
        self.encode = scorer.encode
        self.dtype, self.max_tokens = scorer.dtype, scorer.max_tokens

    @property
    def signature(self) -> dict[str, str]:
        """The scorer's own."""
        return self._scorer.signature

    @property
    def notes(self) -> tuple[str, ...]:
        """The scorer's own."""
        return self._scorer.notes

    def answer_masks(self, sentences: Encodings, plan: MaskPlan, how: How = QUIET) -> MaskedAnswers:
        """Of all rows of the plan."""

        def ask(rows: Ints) -> MaskedAnswers:
            return self._scorer.answer_masks(sentences, plan.take(rows), how)

        parts, places = self._heard(ask, len(plan))
        return join_answers(parts).take(places)

    def read_sentences(
        self, sentences: Encodings, attention: bool = True, how: How = QUIET
    ) -> SentenceReadings:
        """Of all sentences."""

        def read(rows: Ints) -> SentenceReadings:
            return self._scorer.read_sentences([sentences[row] for row in rows], attention, how)

        parts, places = self._heard(read, len(sentences))
        return join_readings(parts).take(places)

    def untrained_twin(self, seed: int) -> Scorer:
        """Shared out in any case: its weights are made, whole, in every process."""
        return SharedOut(self._scorer.untrained_twin(seed), self._processes)

    def _heard(self, ask: Callable[[Ints], _T], n: int) -> tuple[list[_T], Ints]:
        """What the processes found, one after the other, and where each of `n` rows is in it.

        What the model refuses to one of them it refuses to all: they stay in step.
        """
        if self._in_step:
            self._processes.gather(None)  # in a forward, nobody hears of a failure elsewhere
            return [ask(np.arange(n))], np.arange(n)
        shares = [np.arange(k, n, self._processes.count) for k in range(self._processes.count)]
        own = shares[self._processes.index]
        found, refused = None, None
        try:
            if len(own) or not n:
                found = ask(own)
        except ModelError as error:
            refused = type(error), error.expected, error.got, error.fix
        heard = self._processes.gather((found, refused))
        for _, refusal in heard:
            if refusal is not None:
                kind, expected, got, fix = refusal
                raise kind(expected=expected, got=got, fix=fix)
        parts = [part for part, _ in heard if part is not None]
        return parts, np.argsort(np.concatenate(shares))
