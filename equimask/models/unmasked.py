"""One pass per sentence with nothing hidden: token likelihoods, attention received, a vector."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from transformers import PreTrainedModel

from equimask.core.errors import ModelError
from equimask.models.attention import ReceivedAttention
from equimask.models.head import gold_log_probs


class Reading(NamedTuple):
    """Of one batch, per row: log P and attention of its content tokens, and the mean vector."""

    log_probs: list[npt.NDArray[np.float64]]
    attention: list[npt.NDArray[np.float64]] | None
    vectors: npt.NDArray[np.float32]


class SentenceReader:
    """Reads batches of equal length; what is not asked for is not computed."""

    def __init__(self, model: PreTrainedModel, attention: bool) -> None:
        self.model = model
        self.attention = ReceivedAttention(model) if attention else None

    @contextmanager
    def ready(self) -> Iterator[None]:
        """The model prepared for reading, and put back afterwards."""
        with self.attention.exposed() if self.attention else nullcontext():
            yield

    def __call__(self, inputs: dict[str, Any], content: torch.Tensor) -> Reading:
        """`content` is True at the tokens of the sentence itself."""
        hidden: list[torch.Tensor] = []
        handle = self.model.base_model.register_forward_hook(
            lambda _module, _inputs, output: hidden.append(output[0])
        )
        try:
            if self.attention is None:
                output, received = self.model(**inputs, return_dict=True), None
            else:
                output, received = self.attention.run(inputs)
        finally:
            handle.remove()
        # Perceiver answers for more positions than it was given
        logits = output.logits[:, : content.shape[1]]
        log_probs, _ = gold_log_probs(logits.flatten(0, 1), inputs["input_ids"].flatten())
        log_probs = log_probs.view(content.shape).cpu()
        if torch.isnan(log_probs).any():
            raise ModelError(
                expected="finite logits",
                got="NaN",
                fix="Use dtype='float32', or a checkpoint whose weights are finite.",
            )
        kept = content.cpu()
        return Reading(
            [row[mask].numpy() for row, mask in zip(log_probs, kept, strict=True)],
            None if received is None else _pick(received, kept),
            self._mean_vectors(hidden[-1], inputs, content),
        )

    def _mean_vectors(
        self, hidden: torch.Tensor, inputs: dict[str, Any], content: torch.Tensor
    ) -> npt.NDArray[np.float32]:
        """Mean last-layer state over content tokens."""
        if self.model.base_model is self.model:
            # Such a model's base hands out logits, not states: ask for the states.
            hidden = self.model(**inputs, output_hidden_states=True).hidden_states[-1]
        if hidden.shape[:2] != content.shape:  # Perceiver has latents, no state per token
            content = torch.ones(hidden.shape[:2], device=hidden.device)
        weight = content.to(hidden.dtype)[..., None]
        mean = (hidden * weight).sum(1).float() / weight.sum(1).float()
        vectors: npt.NDArray[np.float32] = mean.cpu().numpy()
        return vectors


def _pick(values: torch.Tensor, content: torch.Tensor) -> list[npt.NDArray[np.float64]]:
    rows = values.double().cpu() if values.device.type != "mps" else values.cpu().double()
    return [row[mask].numpy() for row, mask in zip(rows, content, strict=True)]
