"""A model that reads each sentence once, however many scores ask for it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from equimask.models import MaskedLM
from equimask.models.masked_lm import SentenceReadings
from equimask.plans.masks import Encoded

Floats = npt.NDArray[np.float64]
_Reading = tuple[Floats, Floats | None, npt.NDArray[np.float32]]


class RememberingLM(MaskedLM):
    """The same model with a memory of what it has read; for weights that stay as they are.

    Scores that share sentences (the two sides of pairs, and the same sides as bags) share one pass.
    """

    def __init__(self, mlm: MaskedLM) -> None:
        self.__dict__.update(mlm.__dict__)
        self._memory: dict[tuple[bool, tuple[int, ...]], _Reading] = {}

    def read_sentences(
        self,
        sentences: Sequence[Encoded],
        *,
        attention: bool = True,
        batch_tokens: int | None = None,
        progress: bool = False,
    ) -> SentenceReadings:
        """As the model does, but only what is new."""
        new = {s.ids: s for s in sentences if (attention, s.ids) not in self._memory}
        if new:
            reading = super().read_sentences(
                list(new.values()),
                attention=attention,
                batch_tokens=batch_tokens,
                progress=progress,
            )
            ends = np.cumsum(reading.counts)[:-1]
            log_probs = np.split(reading.log_probs, ends)
            received = None if reading.attention is None else np.split(reading.attention, ends)
            for k, ids in enumerate(new):
                self._memory[attention, ids] = (
                    log_probs[k],
                    None if received is None else received[k],
                    reading.vectors[k],
                )
        known = [self._memory[attention, sentence.ids] for sentence in sentences]
        return SentenceReadings(
            np.concatenate([log_probs for log_probs, _, _ in known]),
            np.concatenate([got for _, got, _ in known if got is not None]) if attention else None,
            np.array([len(log_probs) for log_probs, _, _ in known], dtype=np.int64),
            np.stack([vector for _, _, vector in known]),
        )
