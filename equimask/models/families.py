"""What single model families need or cannot give; everything else is one code path."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import torch
from transformers import PretrainedConfig, PreTrainedModel
from transformers import __version__ as transformers_version

from equimask.core.errors import ModelError, OptionError, shorten
from equimask.core.languages import nearest

_REFUSED = {
    "mra": "its attention exists as a CUDA kernel for blocks of 32 tokens only, and without that "
    "kernel transformers puts zeros in its place: no token would see its context",
    "tapas": "it reads tables, not sentences",
}


def refuse_unsupported(config: PretrainedConfig) -> None:
    """Raise for models whose masked-token probabilities are not defined for a sentence."""
    model_type = getattr(config, "model_type", "?")
    reason = _reason_to_refuse(config, model_type)
    if reason:
        raise ModelError(
            expected="an encoder with a masked-language-model head",
            got=f"a model of type {model_type!r}",
            fix=f"This model is not supported: {reason}.",
        )


def _reason_to_refuse(config: PretrainedConfig, model_type: str) -> str | None:
    if getattr(config, "is_encoder_decoder", False):
        return "an encoder-decoder has no masked-token head on its encoder"
    if model_type == "reformer" and "lsh" in config.attn_layers:
        return "its hashing attention is random, so a score would change from run to run"
    if model_type == "yoso" and not config.use_expectation:
        return "with use_expectation=False its attention is sampled, so a score would change"
    if model_type == "xlnet" and (config.attn_type != "bi" or config.bi_data):
        return "with attn_type='uni' or bi_data=True a gap does not see the words on both sides"
    if model_type == "nystromformer" and config.num_landmarks != config.segment_means_seq_len:
        return (
            f"with num_landmarks={config.num_landmarks} and segment_means_seq_len="
            f"{config.segment_means_seq_len} it reads one fixed length and mixes the rows of a "
            "batch; only checkpoints in which the two are equal can be scored"
        )
    return _REFUSED.get(model_type)


def refuse_likelihoods(config: PretrainedConfig) -> None:
    """Raise for models that can fill a gap but have no likelihood of a sentence to compare."""
    if config.model_type == "xlnet":
        raise ModelError(
            expected="a masked language model, whose mask token stands for a hidden word",
            got="an XLNet",
            fix="XLNet was trained on permuted orders, not on masks: it answers a gap by a second "
            "stream of attention, and its scores of whole sentences are not comparable with the "
            "metrics' published ones. It can complete names: see equimask.studies.completions.",
        )


def unreadable(model: PreTrainedModel, error: Exception) -> ModelError:
    """A plain sentence breaks the model's own code."""
    return ModelError(
        expected=f"a {type(model).__name__} that reads a plain sentence",
        got=f"{type(error).__name__} in its own code: {shorten(str(error), 200)}",
        fix=f"Models of type {model.config.model_type!r} with these settings do not run in "
        f"transformers {transformers_version}: try another version of it, or another checkpoint.",
    )


def vocabulary_size(model: PreTrainedModel) -> int:
    """Rows of the token embeddings; Perceiver calls its latents by that name."""
    try:
        weight = getattr(model.get_input_embeddings(), "weight", None)
    except NotImplementedError:  # code of its own that names them otherwise
        weight = None
    if isinstance(weight, torch.Tensor):
        return len(weight)
    return int(model.config.get_text_config().vocab_size)


def head_cost(model: PreTrainedModel) -> float:
    """What an answer of the head costs, in tokens that are read: the ratio of their weights.

    Matrices with a row for every token are the embeddings and the head, one or two of them.
    """
    size = vocabulary_size(model)
    of_tokens = [p.numel() for p in model.parameters() if p.ndim == 2 and len(p) == size]
    body = sum(p.numel() for p in model.parameters()) - sum(of_tokens)
    return max(of_tokens, default=0) / max(1, body)


def extra_inputs(
    model: PreTrainedModel, tokenizer: Any, language: str | None, input_ids: torch.Tensor
) -> dict[str, Any]:
    """Inputs beside the token ids, for models that would silently answer differently without."""
    config = model.config
    if config.model_type in ("xlm", "flaubert"):
        if getattr(config, "n_langs", 1) > 1 and getattr(config, "use_lang_emb", False):
            index = _language_index(language, _language_numbers(config))
            return {"langs": torch.full_like(input_ids, index)}
    elif config.model_type == "xmod":
        names = {name: i for i, name in enumerate(config.languages)}
        for name, i in list(names.items()):  # 'de' for 'de_DE'; of 'zh_CN' and 'zh_TW' the first
            names.setdefault(name.split("_")[0], i)
        index = _language_index(language or config.default_language, names)
        return {"lang_ids": torch.full_like(input_ids[:, 0], index)}
    elif config.model_type == "roc_bert":
        return _shape_and_sound(tokenizer, input_ids)
    elif config.model_type == "xlnet":  # its closing token is a segment of its own
        return {"token_type_ids": 2 * (input_ids == tokenizer.cls_token_id).long()}
    return {}


def any_language(config: PretrainedConfig) -> str | None:
    """One that the model knows, for what does not depend on it."""
    if config.model_type == "xmod":
        return str(config.languages[0])
    return next(iter(_language_numbers(config)), None)


def _language_numbers(config: PretrainedConfig) -> dict[str, int]:
    known = getattr(config, "lang2id", None)
    return known if isinstance(known, dict) else {}


def _language_index(language: str | None, known: dict[str, int]) -> int:
    if language in known:
        return known[str(language)]
    near = nearest(language, known) if language else None
    if near is not None:  # the model's Portuguese for `pt-BR`
        return known[near]
    raise OptionError(
        expected=f"a language that this model was trained with ({', '.join(sorted(known))})",
        got=repr(language),
        fix="Name one of these as the language, e.g. evaluate.load('metrics/s_jsd', 'de'), or "
        "take another model: this one's predictions depend on a language embedding.",
    )


def _shape_and_sound(tokenizer: Any, input_ids: torch.Tensor) -> dict[str, Any]:
    """RoCBert also reads what a character looks and sounds like; its tokenizer has the tables."""
    if not hasattr(tokenizer, "convert_tokens_to_shape_ids"):
        raise ModelError(
            expected="RoCBert's own tokenizer, which knows the shape and the sound of characters",
            got=type(tokenizer).__name__,
            fix="Pass tokenizer=RoCBertTokenizer.from_pretrained(...).",
        )
    frame = {tokenizer.cls_token_id, tokenizer.sep_token_id}  # these two count as unknown there
    pieces = [
        tokenizer.convert_ids_to_tokens([tokenizer.unk_token_id if i in frame else i for i in row])
        for row in input_ids.tolist()
    ]
    try:
        shapes = [tokenizer.convert_tokens_to_shape_ids(row) for row in pieces]
        sounds = [tokenizer.convert_tokens_to_pronunciation_ids(row) for row in pieces]
        return {
            "input_shape_ids": torch.tensor(shapes, device=input_ids.device),
            "input_pronunciation_ids": torch.tensor(sounds, device=input_ids.device),
        }
    except (KeyError, TypeError, ValueError, RuntimeError) as error:
        raise ModelError(
            expected="a number for the shape and for the sound of every token",
            got=f"{type(error).__name__}: {shorten(str(error), 120)}",
            fix="Take word_shape.json and word_pronunciation.json from the original checkpoint.",
        ) from error


@contextmanager
def attention_kept(model: PreTrainedModel) -> Iterator[None]:
    """BigBird gives up sparse attention for good at its first short sentence; undo that."""
    encoder: Any = model.base_model
    before = getattr(encoder, "attention_type", None)
    try:
        yield
    finally:
        if before is not None and encoder.attention_type != before:
            encoder.set_attention_type(before)


def longest_input(model: PreTrainedModel, tokenizer: Any) -> int:
    """How many tokens, specials included, the model can read."""
    limits = [int(tokenizer.model_max_length)]
    positions = getattr(model.config.get_text_config(), "max_position_embeddings", None)
    if isinstance(positions, int) and positions > 0:
        limits.append(positions - _reserved_positions(model, positions))
    return min(limits)


def _reserved_positions(model: PreTrainedModel, positions: int) -> int:
    """RoBERTa's descendants start counting positions behind the padding index."""
    for name, module in model.named_modules():
        table, padding = getattr(module, "weight", None), getattr(module, "padding_idx", None)
        if (
            "position" in name
            and isinstance(table, torch.Tensor)
            and len(table) == positions
            and isinstance(padding, int)
        ):
            return padding + 1
    return 0
