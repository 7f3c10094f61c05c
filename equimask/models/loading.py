"""From a hub id, a path or a live object to a `MaskedLM`."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import torch
from accelerate.utils import extract_model_from_parallel
from transformers import PreTrainedModel
from transformers.models.auto.modeling_auto import MODEL_FOR_MASKED_LM_MAPPING_NAMES
from transformers.utils.hub import resolve_revision

from equimask.core.embedded import EMBEDDED, embedded_model_path
from equimask.core.errors import ModelError, OptionError, shorten
from equimask.core.options import Options
from equimask.models.checkpoints import Checkpoint, Where, load_checkpoint, read_fields
from equimask.models.devices import choose_device, device_of, first_device
from equimask.models.masked_lm import MaskedLM
from equimask.models.shards import own_class
from equimask.models.tokenizers import load_tokenizer, with_mask

_LOADED_AT_ONCE = 2  # named models kept in memory; live ones never are: their weights change


def load_asked(options: Options, language: str | None = None) -> MaskedLM:
    """The model that the options name, as they say how to load it."""
    return load_mlm(
        options.model,
        options.tokenizer,
        revision=options.revision,
        device=options.device,
        dtype=options.dtype,
        language=language,
        trust_remote_code=options.trust_remote_code,
        mask_token=options.mask_token,
        device_map=options.device_map,
        max_memory=options.max_memory,
    )


def load_mlm(
    model: str | Path | PreTrainedModel,
    tokenizer: Any = None,
    *,
    revision: str | None = None,
    device: str | None = None,
    dtype: str = "float32",
    language: str | None = None,
    trust_remote_code: bool = False,
    mask_token: str | None = None,
    device_map: Any = None,
    max_memory: Any = None,
) -> MaskedLM:
    """Any `AutoModelForMaskedLM`, or XLNet: a hub id, a local path, or a model object in training.

    "embedded" is the small laboratory model that ships with the package. One of the Hub may be
    written NAME@REVISION.

    XLNet fills gaps (`rank_masks`, completions) and refuses what needs a sentence's likelihood.

    With `trust_remote_code` its own code may be run: also masked diffusion models that are known
    to `AutoModel` alone are read then. `mask_token` is the token that hides a word, for tokenizers
    that do not name it.

    A named model is loaded in `dtype` and kept for the next call. A live object is used as it is:
    its own dtype, and its own device unless `device` is given. `device_map` spreads a model that is
    too large for one device over several, the processor and the disk, as accelerate does;
    `max_memory` bounds what each may hold.
    """
    if isinstance(tokenizer, (str, Path)):
        tokenizer = load_tokenizer(str(tokenizer), None, trust_remote_code)
    if not isinstance(model, (str, Path)):
        return _wrap_live(model, tokenizer, device, language, mask_token)
    model, revision = _named(model, revision)
    stamp = _directory_stamp(Path(model))
    # Weights, code and tokenizer of one commit, though another may be pushed meanwhile.
    commit = None if stamp else getattr(resolve_revision(str(model), revision), "resolved", None)
    if max_memory is not None and device_map is None:
        raise OptionError(
            expected="device_map beside max_memory",
            got=f"max_memory={shorten(max_memory)} alone",
            fix="Pass device_map='auto' too: limits hold for a model that is spread.",
        )
    spread = _pairs(device_map), _pairs(_limits(max_memory))
    where = Where(str(model), commit or revision, dtype, trust_remote_code, *spread)
    checkpoint, own_tokenizer = _load_named(where, stamp)
    loaded = checkpoint.model
    tokenizer = tokenizer if tokenizer is not None else own_tokenizer
    return MaskedLM(
        loaded,
        with_mask(tokenizer, mask_token, loaded.config),
        name=str(model),
        device=choose_device(device) if device_map is None else first_device(loaded),
        commit=commit,
        language=language,
        findings=checkpoint.findings,
    )


def refuse_unreadable(options: Options) -> None:
    """Raise where a named model is not there, or its configuration alone speaks against it."""
    if isinstance(options.model, str | Path):
        name, revision = _named(options.model, options.revision)
        read_fields(Where(str(name), revision, options.dtype, options.trust_remote_code))


def forget_models() -> None:
    """Free the memory of named models that were kept for the next call."""
    _load_named.cache_clear()


def _named(model: str | Path, revision: str | None) -> tuple[str | Path, str | None]:
    """Where it is, and which revision: NAME@REVISION is one of the Hub, unless it is a folder."""
    if model == EMBEDDED:
        return embedded_model_path(), revision
    name, at, own = str(model).rpartition("@")
    if not (at and name and own) or os.path.isdir(model):
        return model, revision
    if revision not in (None, own):
        raise OptionError(
            expected="one revision of a model",
            got=f"{shorten(str(model))} and revision={shorten(revision)}",
            fix="Name it once.",
        )
    return name, own


def _pairs(value: Any) -> Any:
    """A mapping as pairs, so that what was loaded with it can be found again."""
    return tuple(value.items()) if isinstance(value, Mapping) else value


def _limits(given: Any) -> Any:
    """What was typed as 'cpu=4GB,0=10GB'."""
    if not isinstance(given, str):
        return given
    parts = [part.strip().partition("=") for part in given.split(",")]
    if not all(device and size for device, _, size in parts):
        raise OptionError(
            expected="max_memory such as 'cpu=4GB,0=10GB'",
            got=shorten(given),
            fix="Write a device, '=' and a size, with commas between several.",
        )
    return {_whole(device): _whole(size) for device, _, size in parts}


def _whole(text: str) -> int | str:
    return int(text) if text.isdigit() else text


def _wrap_live(
    model: Any,
    tokenizer: Any,
    device: str | None,
    language: str | None,
    mask_token: str | None = None,
) -> MaskedLM:
    if not isinstance(model, torch.nn.Module):
        raise ModelError(
            expected="`model` to be a hub id, a local path or a transformers model",
            got=shorten(model),
            fix="For example model='bert-base-multilingual-cased', or model=trainer.model.",
        )
    bare = _unwrap(model)
    if not isinstance(bare, PreTrainedModel) or not _has_masked_lm_head(bare):
        raise ModelError(
            expected="a model with a masked-language-model head",
            got=type(bare).__name__,
            fix="Load it with AutoModelForMaskedLM.",
        )
    name = getattr(bare.config, "name_or_path", "") or ""
    if tokenizer is None:
        if not name:
            raise ModelError(
                expected="a tokenizer beside a live model that was not loaded by name",
                got="tokenizer=None",
                fix="Pass tokenizer=...",
            )
        tokenizer = load_tokenizer(name, None, False)
    return MaskedLM(
        bare,
        with_mask(tokenizer, mask_token, bare.config),
        name=name,
        device=choose_device(device) if device else device_of(bare),
        live=True,
        language=language,
    )


def _unwrap(model: Any) -> Any:
    """The transformers model inside parallel, compiled and adapter wrappers, adapters active."""
    while True:
        inner = extract_model_from_parallel(model, keep_torch_compile=False)
        if hasattr(inner, "get_base_model"):  # PEFT: its layers sit inside the base model
            if inner.active_peft_config.is_prompt_learning:
                raise ModelError(
                    expected="an adapter that changes weights, such as LoRA",
                    got=f"prompt learning ({type(inner.active_peft_config).__name__})",
                    fix="Virtual tokens move the positions of a sentence: score the base model, "
                    "or merge the adapter.",
                )
            inner = inner.get_base_model()
        if inner is model:
            return model
        model = inner


def _has_masked_lm_head(model: PreTrainedModel) -> bool:
    known = own_class(model).__name__ in MODEL_FOR_MASKED_LM_MAPPING_NAMES.values()
    return known or model.get_output_embeddings() is not None


def _directory_stamp(path: Path) -> tuple[tuple[str, int, int], ...]:
    """Empty for a hub id; for a folder it changes when a new checkpoint is saved there."""
    if not os.path.isdir(path):
        return ()
    files = [(file.name, file.stat()) for file in sorted(path.iterdir()) if file.is_file()]
    return tuple((name, stat.st_mtime_ns, stat.st_size) for name, stat in files) or (("", 0, 0),)


@lru_cache(maxsize=_LOADED_AT_ONCE)
def _load_named(where: Where, _stamp: tuple[tuple[str, int, int], ...]) -> tuple[Checkpoint, Any]:
    checkpoint = load_checkpoint(where)
    return checkpoint, load_tokenizer(where.name, where.revision, where.trust_remote_code)
