"""What single model families need or cannot give; everything else is one code path."""

from __future__ import annotations

from typing import Any

import torch
from transformers import PretrainedConfig, PreTrainedModel

from equimask.errors import ModelError, OptionError

_REFUSED = {
    "perceiver": "it reads bytes of a fixed length and predicts from latents",
    "reformer": "its hashing attention is random, so a score would change from run to run",
    "tapas": "it reads tables, not sentences",
}


def refuse_unsupported(config: PretrainedConfig) -> None:
    """Raise for families whose masked-token probabilities are not defined for a sentence."""
    model_type = getattr(config, "model_type", "?")
    reason = _REFUSED.get(model_type)
    if getattr(config, "is_encoder_decoder", False):
        reason = "an encoder-decoder has no masked-token head on its encoder"
    if reason:
        raise ModelError(
            expected="an encoder with a masked-language-model head",
            got=f"a model of type {model_type!r}",
            fix=f"This family is not supported: {reason}.",
        )


def extra_inputs(
    model: PreTrainedModel, language: str | None, input_ids: torch.Tensor
) -> dict[str, Any]:
    """Inputs beside the token ids: the language, for models whose answer depends on it."""
    config = model.config
    if config.model_type == "xlm" and getattr(config, "n_langs", 1) > 1:
        index = _language_index(language, getattr(config, "lang2id", None) or {})
        return {"langs": torch.full_like(input_ids, index)}
    if config.model_type == "xmod":
        names = {name.split("_")[0]: i for i, name in enumerate(config.languages)}
        index = _language_index(language, names)
        return {"lang_ids": torch.full_like(input_ids[:, 0], index)}
    return {}


def _language_index(language: str | None, known: dict[str, int]) -> int:
    if language in known:
        return known[str(language)]
    raise OptionError(
        expected=f"a language that this model was trained with ({', '.join(sorted(known))})",
        got=repr(language),
        fix="Give it when loading, e.g. evaluate.load('metrics/s_jsd', 'de'): "
        "this model's predictions depend on a language embedding.",
    )


def longest_input(model: PreTrainedModel, tokenizer: Any) -> int:
    """How many tokens, specials included, the model can read."""
    limits = [int(tokenizer.model_max_length)]
    positions = getattr(model.config, "max_position_embeddings", None)
    if isinstance(positions, int) and positions > 0:
        limits.append(positions - _reserved_positions(model, positions))
    return min(limits)


def _reserved_positions(model: PreTrainedModel, positions: int) -> int:
    """RoBERTa's descendants start counting positions behind the padding index."""
    for name, module in model.named_modules():
        if (
            isinstance(module, torch.nn.Embedding)
            and "position" in name
            and module.num_embeddings == positions
            and module.padding_idx is not None
        ):
            return module.padding_idx + 1
    return 0
