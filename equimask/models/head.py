"""The LM head on the rows that are needed, and nowhere else; for XLNet, its second stream."""

from __future__ import annotations

from typing import Any

import torch
from transformers import PreTrainedModel
from transformers import __version__ as transformers_version

from equimask.core.errors import ModelError, shorten
from equimask.models.devices import out_of_memory

_AGREEMENT = 1e-3  # logits of a family computed in two ways; float32 noise is below 1e-5


class RowLogits:
    """Logits at one position per row.

    A forward hook on `base_model` hands the head one hidden state per row instead of all of them.
    The first call compares with full logits, and falls back to them where a model's own code
    does not go along.
    """

    def __init__(self, model: PreTrainedModel) -> None:
        self.model = model
        self.gathers: bool | None = None

    def __call__(self, inputs: dict[str, Any], positions: torch.Tensor) -> torch.Tensor:
        """[rows, vocabulary] logits at `positions`."""
        if self.gathers is None:
            self.gathers = self._hook_agrees(inputs, positions)
        if self.gathers:
            return self._gathered(inputs, positions)[:, 0]
        return self._full(inputs, positions)

    def _full(self, inputs: dict[str, Any], positions: torch.Tensor) -> torch.Tensor:
        logits: torch.Tensor = self.model(**inputs, return_dict=True).logits
        return logits[torch.arange(len(positions), device=logits.device), positions]

    def _gathered(self, inputs: dict[str, Any], positions: torch.Tensor) -> torch.Tensor:
        def keep_rows(_module: torch.nn.Module, _inputs: Any, output: Any) -> Any:
            hidden = output[0]
            kept = hidden[torch.arange(len(positions), device=hidden.device), positions, None]
            if isinstance(output, tuple):
                return (kept, *output[1:])
            output[next(iter(output.keys()))] = kept
            return output

        handle = self.model.base_model.register_forward_hook(keep_rows)
        try:
            logits: torch.Tensor = self.model(**inputs, return_dict=True).logits
        finally:
            handle.remove()
        return logits

    def _hook_agrees(self, inputs: dict[str, Any], positions: torch.Tensor) -> bool:
        few = {name: value[:2] for name, value in inputs.items()}
        full = self._first_pass(few, positions[:2])
        try:
            gathered = self._gathered(few, positions[:2])
        except Exception as error:
            if out_of_memory(error):
                raise
            return False
        # A model that never saw the hook's rows answers for every position, and would seem to
        # agree wherever the position asked for is the first.
        if gathered.shape != (len(full), 1, full.shape[-1]):
            return False
        tolerance = max(_AGREEMENT, 4 * torch.finfo(full.dtype).eps)
        scale = max(1.0, float(full.abs().max()))
        return bool((gathered[:, 0] - full).abs().max() <= tolerance * scale)

    def _first_pass(self, inputs: dict[str, Any], positions: torch.Tensor) -> torch.Tensor:
        try:
            return self._full(inputs, positions)
        except Exception as error:
            if out_of_memory(error):
                raise
            raise ModelError(
                expected=f"a {type(self.model).__name__} that reads a plain sentence",
                got=f"{type(error).__name__} in its own code: {shorten(str(error), 200)}",
                fix=f"Models of type {self.model.config.model_type!r} with these settings do not "
                f"run in transformers {transformers_version}: try another version of it, or "
                "another checkpoint.",
            ) from error


def gold_log_probs(
    logits: torch.Tensor, gold: torch.Tensor, elements_at_once: int = 1_000_000
) -> tuple[torch.Tensor, torch.Tensor]:
    """log P(gold) per row, and whether gold is the top prediction.

    The softmax runs in float64: near p = 1 a float32 log-probability has steps of 6e-8, which are
    1.7e-4 in Jensen-Shannon distance. Rows are cast a few at a time, so the cast costs no memory.
    """
    if logits.device.type == "mps":  # no float64 there
        logits, gold = logits.cpu(), gold.cpu()
    log_probs, hits = [], []
    step = max(1, elements_at_once // logits.shape[-1])
    for rows, ids in zip(logits.split(step), gold.split(step), strict=True):
        precise = rows.double()
        picked = precise.gather(1, ids[:, None])[:, 0]
        log_probs.append((picked - precise.logsumexp(-1)).clamp_(max=0.0))
        hits.append(rows.argmax(-1) == ids)
    return torch.cat(log_probs), torch.cat(hits)


class TwoStreamLogits:
    """Logits at one position per row, as `RowLogits` gives them for masked language models."""

    def __init__(self, model: PreTrainedModel, mask_id: int) -> None:
        self.model, self.mask_id = model, mask_id

    def __call__(self, inputs: dict[str, Any], positions: torch.Tensor) -> torch.Tensor:
        """[rows, vocabulary] logits at `positions`, whatever token stands there."""
        ids = inputs["input_ids"]
        rows, length = ids.shape
        asked = torch.zeros_like(ids, dtype=torch.bool)
        asked[torch.arange(rows, device=ids.device), positions] = True
        hidden = asked | (ids == self.mask_id)
        logits: torch.Tensor = self.model(
            **inputs,
            perm_mask=hidden[:, None].expand(rows, length, length).to(self.model.dtype),
            target_mapping=asked[:, None].to(self.model.dtype),
            use_mems=False,
            return_dict=True,
        ).logits
        return logits[:, 0]
