"""From a hub id, a path or a live object to a `MaskedLM`."""

from __future__ import annotations

import math
import os
from functools import lru_cache
from pathlib import Path
from typing import Any

import torch
from accelerate.utils import extract_model_from_parallel
from transformers import (
    AutoModelForMaskedLM,
    AutoTokenizer,
    PretrainedConfig,
    PreTrainedModel,
    XLNetLMHeadModel,
)
from transformers.models.auto.modeling_auto import MODEL_FOR_MASKED_LM_MAPPING_NAMES
from transformers.utils import logging as transformers_logging

from equimask.core.embedded import EMBEDDED, embedded_model_path
from equimask.core.errors import ModelError, shorten
from equimask.core.options import Options
from equimask.models.devices import choose_device, device_of
from equimask.models.masked_lm import MaskedLM

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
) -> MaskedLM:
    """Any `AutoModelForMaskedLM`, or XLNet: a hub id, a local path, or a model object in training.

    "embedded" is the small laboratory model that ships with the package.

    XLNet fills gaps (`rank_masks`, completions) and refuses what needs a sentence's likelihood.

    A named model is loaded in `dtype` and kept for the next call. A live object is used as it is:
    its own dtype, and its own device unless `device` is given.
    """
    if isinstance(tokenizer, (str, Path)):
        tokenizer = _load_tokenizer(str(tokenizer), None, trust_remote_code)
    if not isinstance(model, (str, Path)):
        return _wrap_live(model, tokenizer, device, language)
    if model == EMBEDDED:
        model = embedded_model_path()
    stamp = _directory_stamp(Path(model))
    loaded, own_tokenizer = _load_named(str(model), revision, dtype, trust_remote_code, stamp)
    return MaskedLM(
        loaded,
        tokenizer if tokenizer is not None else own_tokenizer,
        name=str(model),
        device=choose_device(device),
        commit=None if stamp else getattr(loaded.config, "_commit_hash", None),
        language=language,
    )


def _wrap_live(model: Any, tokenizer: Any, device: str | None, language: str | None) -> MaskedLM:
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
        tokenizer = _load_tokenizer(name, None, False)
    return MaskedLM(
        bare,
        tokenizer,
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
    known = type(model).__name__ in MODEL_FOR_MASKED_LM_MAPPING_NAMES.values()
    return known or model.get_output_embeddings() is not None


def _directory_stamp(path: Path) -> tuple[tuple[str, int, int], ...]:
    """Empty for a hub id; for a folder it changes when a new checkpoint is saved there."""
    if not os.path.isdir(path):
        return ()
    files = [(file.name, file.stat()) for file in sorted(path.iterdir()) if file.is_file()]
    return tuple((name, stat.st_mtime_ns, stat.st_size) for name, stat in files) or (("", 0, 0),)


@lru_cache(maxsize=_LOADED_AT_ONCE)
def _load_named(
    name: str,
    revision: str | None,
    dtype: str,
    trust_remote_code: bool,
    _stamp: tuple[tuple[str, int, int], ...],
) -> tuple[PreTrainedModel, Any]:
    model, info = _from_pretrained(name, revision, dtype, trust_remote_code)
    other_shape = {key for key, *_ in info["mismatched_keys"]}
    missing = sorted(key for key in {*info["missing_keys"], *other_shape} if "pooler" not in key)
    if missing:
        raise ModelError(
            expected="a checkpoint that holds a trained masked-language-model head",
            got=f"{name!r}, in which these weights are missing or of another shape than its "
            f"config says: {shorten(missing, 200)}",
            fix="transformers would fill them with random numbers, and the score would mean "
            "nothing. Choose a checkpoint that was saved with its MLM head.",
        )
    return model.eval(), _load_tokenizer(name, revision, trust_remote_code)


def _refuse_missing_folder(name: str) -> None:
    """What can only be a path is not looked for on the Hub, whose answer would mislead."""
    if name.startswith(("/", "./", "../", "~")) and not os.path.isdir(name):
        raise ModelError(
            expected="a folder with a masked language model",
            got=f"{name!r}, which is no folder",
            fix="Check the path.",
        )


def _from_pretrained(
    name: str, revision: str | None, dtype: str, trust_remote_code: bool
) -> tuple[PreTrainedModel, dict[str, Any]]:
    _refuse_missing_folder(name)
    verbosity = transformers_logging.get_verbosity()
    shows_bars = transformers_logging.is_progress_bar_enabled()
    transformers_logging.set_verbosity_error()  # its report of missing keys becomes our refusal
    transformers_logging.disable_progress_bar()
    try:
        model, info = _class_of(name, revision, trust_remote_code).from_pretrained(
            name,
            revision=revision or "main",
            dtype=getattr(torch, dtype),
            use_safetensors=True,  # nothing is unpickled
            trust_remote_code=trust_remote_code,
            ignore_mismatched_sizes=True,  # reported with the missing ones, by name
            output_loading_info=True,
        )
    except ModelError:
        raise
    except Exception as error:  # a damaged checkpoint may break any of the libraries below
        raise _unloadable(name, error) from error
    finally:
        transformers_logging.set_verbosity(verbosity)
        if shows_bars:
            transformers_logging.enable_progress_bar()
    return model, info


def _unloadable(name: str, error: Exception) -> ModelError:
    if isinstance(error, AttributeError) and "all_tied_weights_keys" in str(error):
        return ModelError(
            expected="model code that works with transformers 5",
            got=f"{name!r}, whose own code does not call post_init()",
            fix="Ask its authors to add the call, or add it in a local copy.",
        )
    return ModelError(
        expected="a masked language model on the Hub or in a local folder, with safetensors",
        got=f"{name!r} ({shorten(str(error) or type(error).__name__, 300)})",
        fix="Save it anew with save_pretrained; code of its own is run with "
        "trust_remote_code=True only."
        if os.path.isdir(name)
        else "Check the name, `revision`, your login for private models, and the network; "
        "offline, give a local folder.",
    )


def _class_of(name: str, revision: str | None, trust_remote_code: bool) -> Any:
    fields, _ = PretrainedConfig.get_config_dict(name, revision=revision or "main")
    kernel = _hub_kernel(fields)
    if kernel and not trust_remote_code:
        raise ModelError(
            expected="a model that runs with transformers' own code",
            got=f"{name!r}, whose config asks for the attention kernel {kernel!r} of the Hub",
            fix="Take `attn_implementation` out of its config.json, or pass trust_remote_code=True "
            "if you trust that code.",
        )
    return XLNetLMHeadModel if fields.get("model_type") == "xlnet" else AutoModelForMaskedLM


def _hub_kernel(fields: Any) -> str | None:
    """Compiled code that transformers would fetch: an implementation given as ORG/NAME."""
    if isinstance(fields, list):
        return next(filter(None, map(_hub_kernel, fields)), None)
    if not isinstance(fields, dict):
        return None
    for key, value in fields.items():
        if key.endswith("_implementation") and "/" in str(value):
            return str(value)
    return _hub_kernel(list(fields.values()))


def _load_tokenizer(name: str, revision: str | None, trust_remote_code: bool) -> Any:
    try:
        tokenizer = AutoTokenizer.from_pretrained(
            name, revision=revision or "main", trust_remote_code=trust_remote_code
        )
    except Exception as error:  # a damaged tokenizer may break any of the libraries below
        reason = shorten(str(error) or type(error).__name__, 200)
        raise ModelError(
            expected="a tokenizer beside the model",
            got=f"none that loads from {name!r} ({reason})",
            fix="Pass tokenizer=..., an object or a name.",
        ) from error
    # Without vocabulary files transformers makes a tokenizer that reads every word as unknown.
    if set(tokenizer.get_vocab()) <= set(tokenizer.all_special_tokens):
        raise ModelError(
            expected="a tokenizer with a vocabulary",
            got=f"one without any words from {name!r}",
            fix="Save the tokenizer beside the model, or pass tokenizer=...",
        )
    longest = tokenizer.model_max_length
    if not isinstance(longest, (int, float)) or not 0 < longest < math.inf:
        raise ModelError(
            expected="a number of tokens as the tokenizer's `model_max_length`",
            got=f"{shorten(longest)} from {name!r}",
            fix="Mend its tokenizer_config.json.",
        )
    return tokenizer
