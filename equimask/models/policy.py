"""How much a device is given at once, from its free memory and the model's shape."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import torch
from transformers import PretrainedConfig, PreTrainedModel

from equimask.models.shards import in_shards

# A head reads all its weights for every piece, so fewer and larger pieces pay.
_LEAST_ROWS = 8
_LONG = 512  # tokens of a row; attention's weights are that many per head and token
_KEPT_WEIGHTS = 3  # scores, their softmax, and a copy where attention is not fused
_UNKNOWN_MEMORY = 4 * 2**30
_MOST_TOKENS = 32_768  # more of them fill no device any better
_FEW_TOKENS = 4_096  # with fewer a device stands idle between them


@dataclass(frozen=True)
class Policy:
    """Tokens of a forward, logits of a call of the head, and logits of a float64 softmax."""

    tokens: int
    logits: int
    softmax: int

    def head_rows(self, vocabulary: int) -> int:
        """How many rows the head answers at once."""
        return max(_LEAST_ROWS, self.logits // vocabulary)

    @property
    def is_tight(self) -> bool:
        """Whether a device would be faster with more room."""
        return self.tokens < _FEW_TOKENS

    def halved(self, tokens: int) -> Policy:
        """After memory ran out: at most `tokens` in a forward, and half of everything else."""
        return replace(
            self,
            tokens=min(self.tokens, tokens),
            logits=max(1, self.logits // 2),
            softmax=max(1, self.softmax // 2),
        )


# Processors: what they compute with are caches, not memory; 32 million logits are 128 MB.
PROCESSOR = Policy(tokens=2048, logits=32_000_000, softmax=1_000_000)


def policy_of(model: PreTrainedModel, device: torch.device) -> Policy:
    """That of a model which stands on its device already."""
    # Processes that ask in step must be given the same, whatever memory each has left.
    if device.type == "cpu" or in_shards(model):
        return PROCESSOR
    free = free_memory(device)
    dtype = next(model.parameters()).dtype
    return accelerator_policy(_UNKNOWN_MEMORY if free is None else free, model.config, dtype)


def accelerator_policy(free: int, config: PretrainedConfig, dtype: torch.dtype) -> Policy:
    """A quarter of `free` bytes for states, an eighth for logits, a sixteenth for the softmax.

    The rest is for what a model's own code keeps beside them. Where that is not enough, what runs
    out is halved.
    """
    text: Any = config.get_text_config()
    width = getattr(text, "hidden_size", None) or 1024
    inner = getattr(text, "intermediate_size", None) or 4 * width
    heads = getattr(text, "num_attention_heads", None) or width // 64
    per_token = 8 * width + 2 * inner + _KEPT_WEIGHTS * heads * _LONG
    return Policy(
        tokens=max(1, min(_MOST_TOKENS, free // 4 // (per_token * dtype.itemsize))),
        logits=max(1, free // 8 // (2 * dtype.itemsize)),  # with and without the bias
        softmax=max(1, free // 16 // (4 * torch.float64.itemsize)),
    )


def free_memory(device: torch.device) -> int | None:
    """Bytes that can be taken, with those that torch holds back for reuse; None if unknown."""
    module: Any = getattr(torch, device.type, None)
    try:
        if device.type == "mps":
            return int(module.recommended_max_memory() - module.current_allocated_memory())
        free, _ = module.mem_get_info(device)
        return int(free + module.memory_reserved(device) - module.memory_allocated(device))
    except (AttributeError, RuntimeError):
        return None
