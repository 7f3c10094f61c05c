"""XLNet's way to fill a gap: a query that sees every token but the one it asks for.

XLNet has no masked-language-model head. A second stream of attention starts from a vector that
knows only the position (`target_mapping`) and reads the states of the tokens that `perm_mask`
leaves visible. The mask token in the text is a mere placeholder, and is hidden from all.
"""

from __future__ import annotations

from typing import Any

import torch
from transformers import PreTrainedModel


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
