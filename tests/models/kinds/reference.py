"""What a checkpoint's numbers are: plain and slow, one row at a time, nothing of the engine's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

Floats = np.ndarray[Any, np.dtype[np.float64]]


@dataclass(frozen=True)
class Reference:
    """The right weights in a model built in memory, and how its answers are read."""

    model: Any
    tokenizer: Any
    mask_id: int | None = None
    shift: int = 0

    def masked(self, sentences: Sequence[str]) -> Floats:
        """log P of every token, hidden by itself."""
        mask = self.tokenizer.mask_token_id if self.mask_id is None else self.mask_id
        found = []
        for ids, content in map(self._read, sentences):
            for place in content:
                hidden = [*ids[:place], mask, *ids[place + 1 :]]
                found.append(self._log_prob(hidden, place, ids[place]))
        return np.array(found)

    def unmasked(self, sentences: Sequence[str]) -> Floats:
        """log P of every token in the full sentence."""
        read = map(self._read, sentences)
        return np.array([self._log_prob(ids, i, ids[i]) for ids, content in read for i in content])

    def vectors(self, sentences: Sequence[str]) -> Floats:
        """Mean last state of the tokens of every sentence."""
        found = []
        for ids, content in map(self._read, sentences):
            states = self._run(ids, output_hidden_states=True).hidden_states[-1][0]
            found.append(states[content].double().mean(0).numpy())
        return np.array(found)

    def _read(self, sentence: str) -> tuple[list[int], list[int]]:
        read = self.tokenizer(sentence, return_special_tokens_mask=True)
        flags = read["special_tokens_mask"]
        return read["input_ids"], [i for i, flag in enumerate(flags) if not flag]

    def _log_prob(self, ids: list[int], place: int, gold: int) -> float:
        logits = self._run(ids).logits[0, max(place - self.shift, 0)]
        return float(logits.double().log_softmax(-1)[gold])

    def _run(self, ids: list[int], **options: Any) -> Any:
        with torch.no_grad():
            return self.model(input_ids=torch.tensor([ids]), return_dict=True, **options)
