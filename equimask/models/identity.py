"""What a model and a tokenizer are, as short hashes for the signature."""

from __future__ import annotations

import hashlib
import inspect
import json
import os
import sys
from functools import lru_cache
from pathlib import Path
from typing import Any

import torch
from accelerate.utils import align_module_device
from transformers import PretrainedConfig, PreTrainedModel

from equimask.core.signature import content_hash
from equimask.models.shards import own_class, whole

# What a config says about where it comes from, and not about the model.
_NOT_THE_MODEL = {
    "_name_or_path",
    "architectures",
    "auto_map",
    "dtype",
    "torch_dtype",
    "transformers_version",
}


# Whose code is told by their versions; other code comes with a model.
_LIBRARIES = {"accelerate", "equimask", "peft", "tokenizers", "torch", "transformers"}
_LIBRARIES |= sys.stdlib_module_names
_FROM_A_CHECKPOINT = "transformers_modules."


def weights_hash(model: PreTrainedModel) -> str:
    """Content hash of all that answers: code, class, configuration, parameters and buffers."""
    digest = hashlib.sha256(own_class(model).__name__.encode())
    digest.update(_own_code(frozenset(map(type, model.modules()))).encode())
    digest.update(_configuration(model.config).encode())
    tensors = {**dict(model.named_buffers()), **model.state_dict()}
    for name in sorted(tensors):
        data = _values(model, name, tensors[name]).detach().cpu().contiguous()
        digest.update(f"{name}|{tuple(data.shape)}|{data.dtype}|".encode())
        digest.update(data.flatten().view(torch.uint8).numpy().tobytes() if data.numel() else b"")
    return digest.hexdigest()[:12]


def code_hash(model: PreTrainedModel) -> str:
    """Of code that no library brings; empty where there is none."""
    code = _own_code(frozenset(map(type, model.modules())))
    return content_hash([code]) if code else ""


@lru_cache(maxsize=64)
def _own_code(kinds: frozenset[type]) -> str:
    """That of classes that no library brings, and of what else lies beside them in a checkpoint."""
    own = {b for k in kinds for b in k.__mro__ if b.__module__.partition(".")[0] not in _LIBRARIES}
    places = {b.__module__ for b in own if b.__module__.startswith(_FROM_A_CHECKPOINT)}
    folders = {place.rpartition(".")[0] for place in places}
    beside = {m for name, m in sys.modules.items() if name.rpartition(".")[0] in folders}
    return "\n".join(sorted({_source(thing) for thing in {*own, *beside}}))


def _source(thing: Any) -> str:
    try:
        return inspect.getsource(thing)
    except (OSError, TypeError):  # made in a console
        return ""


def _values(model: PreTrainedModel, name: str, tensor: torch.Tensor) -> torch.Tensor:
    """The whole tensor, where it is kept on disk or in shards too."""
    if not tensor.is_meta:
        return whole(tensor)
    place, _, own = name.rpartition(".")
    module = model.get_submodule(place)
    with align_module_device(module, execution_device=torch.device("cpu")):
        return getattr(module, own).detach().clone()  # type: ignore[no-any-return]


def _configuration(config: PretrainedConfig) -> str:
    """What differs from the defaults of its class."""
    fields = {k: v for k, v in config.to_diff_dict().items() if k not in _NOT_THE_MODEL}
    return json.dumps(fields, sort_keys=True, default=str)


def tokenizer_hash(tokenizer: Any) -> str:
    """Content hash of the vocabulary, the special tokens, and the pipeline or its settings."""
    vocabulary = sorted((str(token), int(index)) for token, index in tokenizer.get_vocab().items())
    parts = [f"{token}\t{index}" for token, index in vocabulary]
    parts += [f"{name}={token}" for name, token in sorted(tokenizer.special_tokens_map.items())]
    backend = getattr(tokenizer, "backend_tokenizer", None)
    parts.append(_settings(tokenizer) if backend is None else _pipeline(backend))
    parts += [code] if (code := _own_code(frozenset([type(tokenizer)]))) else []
    return content_hash(parts)


_SWITCHES = (
    "add_prefix_space",
    "do_basic_tokenize",
    "do_lower_case",
    "do_lowercase_and_remove_accent",
    "normalization",
    "strip_accents",
    "subword_tokenizer_type",
    "tokenize_chinese_chars",
    "word_tokenizer_type",
)
_TABLES = ("encoder", "word_shape", "word_pronunciation")


def _settings(tokenizer: Any) -> str:
    """Of a tokenizer in Python, whose pipeline is code: class, switches, merges, tables."""
    switches = {
        name: str(getattr(tokenizer, name, tokenizer.init_kwargs.get(name))) for name in _SWITCHES
    }
    merges = sorted((str(pair), rank) for pair, rank in getattr(tokenizer, "bpe_ranks", {}).items())
    tables = [getattr(tokenizer, name, None) for name in _TABLES]
    return json.dumps([type(tokenizer).__name__, switches, merges, tables], sort_keys=True)


def _pipeline(backend: Any) -> str:
    """Without the lengths that the last call has cut or padded to: each call sets its own."""
    truncation, padding = backend.truncation, backend.padding
    backend.no_truncation()
    backend.no_padding()
    try:
        return str(backend.to_str())
    finally:
        if truncation:
            backend.enable_truncation(**truncation)
        if padding:
            backend.enable_padding(**padding)


def public_name(name: str) -> str:
    """A hub id stays; of a local path only the last part is told."""
    if name and (Path(name).is_absolute() or os.path.exists(name) or name.count("/") > 1):
        return Path(name).resolve().name
    return name or "live"
