"""From a hub id or a folder to a model whose every number comes from its files or its class."""

from __future__ import annotations

import atexit
import copy
import logging
import os
import pickle
import re
import threading
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import psutil  # type: ignore[import-untyped,unused-ignore]
import torch
from accelerate import init_empty_weights
from torch.nn.modules.module import register_module_module_registration_hook
from transformers import (
    AutoConfig,
    AutoModel,
    AutoModelForMaskedLM,
    DebertaV2ForMaskedLM,
    PretrainedConfig,
    PreTrainedModel,
    XLNetLMHeadModel,
)
from transformers.dynamic_module_utils import get_class_from_dynamic_module
from transformers.models.auto.modeling_auto import MODEL_FOR_MASKED_LM_MAPPING_NAMES
from transformers.utils import logging as transformers_logging
from transformers.utils.peft_utils import find_adapter_config_file

from equimask.core.errors import EquimaskError, ModelError, shorten
from equimask.core.files import passing_folder
from equimask.models.buffers import mend_buffers
from equimask.models.proof import BUFFERS, Finding
from equimask.models.remedies import CODE, with_remedies

FILES, HEAD, SIZE = "files", "head", "size"
# What transformers makes objects of one by one, before it reads a single weight.
_MOST = {"layers": 1024, "n_layer": 1024, "label": 100_000, "pruned_heads": 100_000}
_MOST_MODULES = 50_000  # under whatever name a config multiplies them: large models have a tenth
_MUCH_LARGER = 8  # times the files: float16 made float64, and a tied head
_SMALL = 2**28  # bytes that are never worth a refusal
_SAFE, _PICKLED = "*.safetensors", "*.bin"
_OTHERS = ("*.h5", "*.msgpack", "*.ckpt*", "*.onnx", "*.gguf")
_POINTER = b"version https://git-lfs"


class Where(NamedTuple):
    """What is loaded, and how."""

    name: str
    revision: str | None = None
    dtype: str = "float32"
    trust_remote_code: bool = False
    device_map: Any = None
    max_memory: Any = None


class Checkpoint(NamedTuple):
    """A loaded model, and what was found on the way."""

    model: PreTrainedModel
    findings: tuple[Finding, ...]


def load_checkpoint(where: Where) -> Checkpoint:
    """Every weight from the files, every buffer as the class computes it; else a refusal."""
    with _quiet(), _no_conversion(), _unused_heads_told():
        try:
            fields = read_fields(where)
            _refuse_other_files(where)
            kind, config, remedies = _class_and_config(where, fields)
            size = _refuse_absurd_size(where, kind, config)
            loaded = _from_files(where, kind, config)
            model, info, files = _with_original_head(where, kind, config, loaded)
        except EquimaskError:
            raise
        except Exception as error:  # a damaged checkpoint may break any of the libraries below
            raise _unloadable(where, error) from error
    _refuse_missing_weights(where, info, config)
    unused = _unused(where, model, info)
    mended = mend_buffers(model)
    buffers = (
        Finding(
            BUFFERS,
            "mended",
            f"the buffers {shorten(list(mended), 120)} were computed anew: transformers had left "
            "them as the memory was",
        ),
    )
    findings = (*files, size, *remedies, *unused, *(buffers if mended else ()))
    return Checkpoint(model.eval(), findings)


def parameter_count(name: str, revision: str | None = None) -> int:
    """How many numbers a model has learned, its head among them, tied ones once.

    Only its configuration is read: a hub id costs one small file, and no weights.
    """
    where = Where(name, revision)
    with _quiet():
        try:
            kind, config, _ = _class_and_config(where, read_fields(where))
            model = _without_weights(kind, config)
        except EquimaskError:
            raise
        except Exception as error:
            raise _unloadable(where, error) from error
    model.tie_weights()
    return sum(parameter.numel() for parameter in model.parameters())


def _without_weights(kind: Any, config: PretrainedConfig) -> PreTrainedModel:
    with init_empty_weights(include_buffers=True), _modules_counted():
        if hasattr(kind, "_model_mapping"):
            return kind.from_config(config, trust_remote_code=False)  # type: ignore[no-any-return]
        return kind(copy.deepcopy(config))  # type: ignore[no-any-return]


@contextmanager
def _modules_counted() -> Iterator[None]:
    """Whatever takes no memory takes time: a model of a million parts is not built to its end."""
    built, builder = 0, threading.get_ident()

    def count(*_: object) -> None:
        nonlocal built
        built += threading.get_ident() == builder
        if built > _MOST_MODULES:
            raise ModelError(
                expected=f"a config that asks for at most {_MOST_MODULES:,} modules",
                got="one that asks for more",
                fix="Mend its config.json.",
            )

    hook = register_module_module_registration_hook(count)
    try:
        yield
    finally:
        hook.remove()


def read_fields(where: Where) -> dict[str, Any]:
    """What its configuration says, where that alone does not speak against it."""
    _refuse_missing_folder(where.name)
    try:
        fields = _config_fields(where)
    except EquimaskError:
        raise
    except Exception as error:
        raise _unloadable(where, error) from error
    _refuse_by_config(where, fields)
    return fields


def _refuse_missing_folder(name: str) -> None:
    """What can only be a path is not looked for on the Hub, whose answer would mislead."""
    if name.startswith(("/", "./", "../", "~")) and not os.path.isdir(name):
        raise ModelError(
            expected="a folder with a masked language model",
            got=f"{name!r}, which is no folder",
            fix="Check the path.",
        )


def _config_fields(where: Where) -> dict[str, Any]:
    revision = where.revision or "main"
    # For a hub id too: with peft installed, transformers would load whatever model it names.
    if find_adapter_config_file(where.name, revision=revision):
        raise ModelError(
            expected="a model, and no adapter beside it",
            got=f"{where.name!r}, which holds an adapter (LoRA)",
            fix="Load its base model, put the adapter on with peft's PeftModel.from_pretrained, "
            "and pass that object, or save merge_and_unload() of it. If the adapter is not meant, "
            "take adapter_config.json out of the folder.",
        )
    if os.path.isdir(where.name) and not (Path(where.name) / "config.json").is_file():
        raise ModelError(
            expected="a folder with a model: config.json, weights and a tokenizer",
            got=f"{where.name!r}, which has no config.json",
            fix="Name the folder that save_pretrained has written.",
        )
    fields, _ = PretrainedConfig.get_config_dict(where.name, revision=revision)
    return dict(fields)


def _refuse_by_config(where: Where, fields: Mapping[str, Any]) -> None:
    kernel = _hub_kernel(fields)
    if kernel and not where.trust_remote_code:
        raise ModelError(
            expected="a model that runs with transformers' own code",
            got=f"{where.name!r}, whose config asks for the attention kernel {kernel!r} of the Hub",
            fix="Take `attn_implementation` out of its config.json, or pass trust_remote_code=True "
            "if you trust that code.",
        )
    if fields.get("quantization_config"):
        raise ModelError(
            expected="weights as they were trained",
            got=f"{where.name!r}, which was quantised",
            fix="Rounded weights have other biases than the model that they stand for: score the "
            "model that is not quantised.",
        )
    if fields.get("auto_map") and not where.trust_remote_code and not _known_type(fields):
        raise ModelError(
            expected="a model that runs with transformers' own code",
            got=f"{where.name!r}, which brings code of its own",
            fix="Pass trust_remote_code=True (--trust-remote-code) if you trust that code.",
        )
    for name, count, told in _counts(fields):
        for kind, most in _MOST.items():
            if kind in name and count > most:
                raise ModelError(
                    expected=f"a config with at most {most:,} in {name!r}",
                    got=f"{told} in that of {where.name!r}",
                    fix="Mend its config.json.",
                )


def _known_type(fields: Mapping[str, Any]) -> bool:
    return fields.get("model_type") in (*MODEL_FOR_MASKED_LM_MAPPING_NAMES, "xlnet")


def _counts(fields: Mapping[str, Any]) -> Iterator[tuple[str, int, str]]:
    """Whole numbers by their names, and how many there are of what is listed one by one."""
    for name, value in fields.items():
        if isinstance(value, int):
            yield name, value, f"{name}={shorten(value)}"
        elif isinstance(value, dict | list):
            yield name, len(value), f"{name} with {len(value):,} entries"
            if isinstance(value, dict):
                yield from _counts(value)


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


def _class_and_config(
    where: Where, fields: Mapping[str, Any]
) -> tuple[Any, PretrainedConfig, tuple[Finding, ...]]:
    """The model's class, found by building it without memory, with what its code lacks added."""
    revision = where.revision or "main"
    config = AutoConfig.from_pretrained(
        where.name, revision=revision, trust_remote_code=where.trust_remote_code
    )
    if fields.get("model_type") == "xlnet":
        return XLNetLMHeadModel, config, ()
    auto: Any = AutoModelForMaskedLM
    named = fields.get("auto_map") or {}
    if where.trust_remote_code and auto.__name__ not in named and AutoModel.__name__ in named:
        auto = AutoModel if not _known_type(fields) else auto  # masked diffusion has no other door
    if auto.__name__ not in named and not _known_type(fields):
        raise ModelError(
            expected="a masked language model",
            got=f"{where.name!r}, a model of type {fields.get('model_type')!r}",
            fix="Its class has no masked-language-model head: choose an encoder such as BERT.",
        )
    if auto.__name__ in named and not where.trust_remote_code:
        told = f"it brings code of its own, which was not run: {fields['model_type']!r} is known"
        fix = "Pass trust_remote_code=True to run it, if you trust it."
        return auto, config, (Finding(CODE, "said", told, fix),)
    if auto.__name__ not in named:
        return auto, config, ()
    own = get_class_from_dynamic_module(named[auto.__name__], where.name, revision=revision)
    made, found = with_remedies(own, config)
    return made, config, found


def _refuse_absurd_size(where: Where, kind: Any, config: PretrainedConfig) -> Finding:
    """Before memory is taken: the config may ask for more than the files hold, or than there is."""
    skeleton = _without_weights(kind, config)
    width = torch.finfo(getattr(torch, where.dtype)).bits // 8
    numbers = sum(t.numel() for t in (*skeleton.parameters(), *skeleton.buffers()))
    needed, stored = numbers * width, _stored(where)
    if stored and needed > max(_SMALL, _MUCH_LARGER * stored):
        raise ModelError(
            expected="a config that fits the weights beside it",
            got=f"{where.name!r}: its config asks for {_bytes(needed)}, its files hold "
            f"{_bytes(stored)}",
            fix="Mend its config.json.",
        )
    room = psutil.virtual_memory().available
    if where.device_map is None and needed > room:
        raise ModelError(
            expected="a model that fits into memory",
            got=f"{where.name!r}, which needs {_bytes(needed)} in {where.dtype}; {_bytes(room)} "
            "are free",
            fix="Pass device_map='auto' (--device-map auto): what does not fit is kept on disk "
            "and read when it is needed. dtype='bfloat16' takes half.",
        )
    return Finding(SIZE, "good", f"{numbers / 1e6:,.1f} million numbers, {_bytes(needed)}")


def _weight_files(where: Where) -> list[Path]:
    """Of a folder; none where they are not here yet."""
    return [f for pattern in (_SAFE, _PICKLED) for f in sorted(Path(where.name).glob(pattern))]


def _stored(where: Where) -> int:
    """Bytes of a folder's weights."""
    return sum(file.stat().st_size for file in _weight_files(where))


def _refuse_other_files(where: Where) -> None:
    files = _weight_files(where)
    for file in files:
        with file.open("rb") as opened:
            if opened.read(len(_POINTER)) == _POINTER:
                raise ModelError(
                    expected="a checkpoint with its weights",
                    got=f"{where.name!r}, whose {file.name} is a pointer of git-lfs",
                    fix="Run `git lfs pull` in that clone, or download the file.",
                )
    others = [f.name for pattern in _OTHERS for f in sorted(Path(where.name).glob(pattern))]
    if others and not files:
        raise ModelError(
            expected="weights of torch: safetensors, or a .bin file",
            got=f"{where.name!r} with {shorten(others)} only",
            fix="Convert it to safetensors with a version of transformers 4, which reads such "
            "files (from_tf=True, from_flax=True), or take a checkpoint that has them.",
        )


def _bytes(number: float) -> str:
    for unit in ("bytes", "kB", "MB"):
        if number < 1000:
            return f"{number:.0f} {unit}"
        number /= 1000
    return f"{number:,.1f} GB"


def _from_files(
    where: Where, kind: Any, config: PretrainedConfig
) -> tuple[PreTrainedModel, dict[str, Any], Finding]:
    try:
        model, info = _from_pretrained(where, kind, config, safetensors=True)
        return model, info, Finding(FILES, "good", "safetensors")
    except OSError as error:  # there are none
        missing = error
    try:
        model, info = _from_pretrained(where, kind, config, safetensors=False)
    except OSError:
        raise missing from None
    except pickle.UnpicklingError as error:
        raise ModelError(
            expected="weights, and nothing but weights",
            got=f"{where.name!r}, whose .bin file holds other objects too "
            f"({shorten(str(error), 120)})",
            fix="Reading them would run code, so they were not read. Choose a checkpoint with "
            "safetensors.",
        ) from error
    return (
        model,
        info,
        Finding(
            FILES,
            "said",
            "its weights are in a pickled .bin file, read by torch's weights-only reader",
            "Save it anew with save_pretrained, which writes safetensors.",
        ),
    )


def _from_pretrained(
    where: Where, kind: Any, config: PretrainedConfig, *, safetensors: bool, **changes: Any
) -> tuple[PreTrainedModel, dict[str, Any]]:
    own_code = {} if hasattr(kind, "_model_mapping") else {"config": copy.deepcopy(config)}
    placed: dict[str, Any] = {}
    if where.device_map is not None:
        spread = where.device_map
        placed = {
            "device_map": dict(spread) if isinstance(spread, tuple) else spread,
            "max_memory": dict(where.max_memory) if where.max_memory else None,
            "offload_folder": _offload_folder(),
        }
    model, info = kind.from_pretrained(
        where.name,
        revision=where.revision or "main",
        dtype=getattr(torch, where.dtype),
        use_safetensors=safetensors,
        trust_remote_code=where.trust_remote_code,
        ignore_mismatched_sizes=True,  # reported with the missing ones, by name
        output_loading_info=True,
        **own_code,
        **placed,
        **changes,
    )
    return model, info


def _with_original_head(
    where: Where,
    kind: Any,
    config: PretrainedConfig,
    loaded: tuple[PreTrainedModel, dict[str, Any], Finding],
) -> tuple[PreTrainedModel, dict[str, Any], tuple[Finding, ...]]:
    """DeBERTa's authors saved another head than transformers' class has by default."""
    model, info, files = loaded
    unexpected = list(info["unexpected_keys"])
    if config.model_type not in ("deberta", "deberta-v2"):
        return model, info, (files,)
    if any(key.startswith("mask_predictions.") for key in unexpected):
        raise ModelError(
            expected="a model that was trained to fill masks",
            got=f"{where.name!r}, a DeBERTa v3: it was trained to find replaced tokens",
            fix="Its masked-language-model head holds no trained weights. Choose DeBERTa v1 or "
            "v2, or a v3 that was trained on with masks.",
        )
    if not any(key.startswith("lm_predictions.") for key in unexpected):
        return model, info, (files,)
    safetensors = files.verdict == "good"
    model, info = _from_pretrained(where, kind, config, safetensors=safetensors, legacy=False)
    found = "DeBERTa's original head, which legacy=False reads"
    return model, info, (files, Finding(HEAD, "good", found))


def _unused(where: Where, model: PreTrainedModel, info: Mapping[str, Any]) -> tuple[Finding, ...]:
    """Weights of the encoder for which the class has no place: it would be another encoder."""
    known = {name for name, _ in model.named_buffers()}
    left = [
        key
        for key in sorted(info["unexpected_keys"])
        if key.startswith(f"{model.base_model_prefix}.")
        and key not in known
        and not re.search(r"pooler|position_ids|token_type_ids|inv_freq|(cos|sin)_cached", key)
    ]
    if any(re.search(r"\.\d+\.", key) for key in left):
        positions = getattr(model.config, "position_embedding_type", None)
        relative = (
            f" (its positions are {positions!r})" if positions not in (None, "absolute") else ""
        )
        raise ModelError(
            expected="a class with a place for every trained weight of the encoder",
            got=f"{where.name!r}{relative}, of which these would be left out: {shorten(left, 160)}",
            fix="transformers 5 would run another encoder than the one that was trained. See that "
            "its config.json fits the weights; if it brings code of its own, pass "
            "trust_remote_code=True.",
        )
    found = f"weights that its class does not use: {shorten(left, 120)}"
    return (Finding(FILES, "said", found),) if left else ()


def _refuse_missing_weights(
    where: Where, info: Mapping[str, Any], config: PretrainedConfig
) -> None:
    other_shape = {key for key, *_ in info["mismatched_keys"]}
    missing = sorted(key for key in {*info["missing_keys"], *other_shape} if "pooler" not in key)
    if missing:
        raise ModelError(
            expected="a checkpoint that holds a trained masked-language-model head",
            got=f"{where.name!r}, in which these weights are missing or of another shape than its "
            f"config says: {shorten(missing, 200)}",
            fix="transformers would fill them with random numbers, and the score would mean "
            "nothing. Choose a checkpoint that was saved with its MLM head"
            + (
                ", or pass trust_remote_code=True: it brings code of its own."
                if getattr(config, "auto_map", None) and not where.trust_remote_code
                else "."
            ),
        )


def _unloadable(where: Where, error: Exception) -> ModelError:
    return ModelError(
        expected="a masked language model on the Hub or in a local folder",
        got=f"{where.name!r} ({shorten(str(error) or type(error).__name__, 300)})",
        fix=_what_to_do(where, error),
    )


def _what_to_do(where: Where, error: Exception) -> str:
    if "model_type" in str(error):
        return "Add `model_type` to its config.json: the family that it is of, such as 'bert'."
    if where.trust_remote_code and not isinstance(error, OSError):
        return (
            "Code of its own that does not run in this version of transformers: ask its authors, "
            "or mend a local copy."
        )
    if os.path.isdir(where.name):
        return (
            "Save it anew with save_pretrained; code of its own is run with "
            "trust_remote_code=True only."
        )
    return (
        "Check the name, `revision`, your login for private models, and the network; offline, "
        "give a local folder."
    )


@lru_cache(maxsize=1)
def _offload_folder() -> str:
    """For weights that do not fit; it goes with the process."""
    opened = ExitStack()
    atexit.register(opened.close)
    return str(opened.enter_context(passing_folder("equimask-offload")))


@contextmanager
def _quiet() -> Iterator[None]:
    """transformers' report of missing keys becomes our refusal."""
    offloading = logging.getLogger("accelerate.big_modeling")
    level, verbosity = offloading.level, transformers_logging.get_verbosity()
    offloading.setLevel(logging.ERROR)
    shows_bars = transformers_logging.is_progress_bar_enabled()
    transformers_logging.set_verbosity_error()
    transformers_logging.disable_progress_bar()
    try:
        yield
    finally:
        transformers_logging.set_verbosity(verbosity)
        offloading.setLevel(level)
        if shows_bars:
            transformers_logging.enable_progress_bar()


@contextmanager
def _unused_heads_told() -> Iterator[None]:
    """transformers would not mention the head by which a DeBERTa v3 is known."""
    kind: Any = DebertaV2ForMaskedLM
    before = kind._keys_to_ignore_on_load_unexpected
    kind._keys_to_ignore_on_load_unexpected = []
    try:
        yield
    finally:
        kind._keys_to_ignore_on_load_unexpected = before


@contextmanager
def _no_conversion() -> Iterator[None]:
    """No stranger's copy of pickled weights is asked for or fetched instead of them."""
    name = "DISABLE_SAFETENSORS_CONVERSION"
    before = os.environ.get(name)
    os.environ[name] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[name]
        else:
            os.environ[name] = before
