"""Tables that a model computes and does not save, compared with those of its class built anew.

transformers 5 builds a model without memory and fills such buffers with whatever lies in the
memory that they get; only the library's own classes compute them again afterwards
(huggingface/transformers#48892). Rotary frequencies of a model with code of its own are random
numbers then.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import torch
from accelerate import init_empty_weights
from transformers import PreTrainedModel

from equimask.core.errors import ModelError, shorten

Tensors = dict[str, torch.Tensor]


class Comparison(NamedTuple):
    """`wrong` are the right values of buffers that hold others; `drawn` are different in every
    model that is built; `unknown` says why nothing could be compared."""

    wrong: Tensors
    drawn: tuple[str, ...] = ()
    unknown: str = ""


def compare_buffers(model: PreTrainedModel) -> Comparison:
    """Against the same class, built from the model's config."""
    held = dict(_unsaved(model))
    if not held:
        return Comparison({})
    try:
        anew = _built_anew(model, seed=1, dtype=model.dtype)
        wrong = {name: anew[name] for name in held if name in anew and _differ(held, anew, name)}
        if wrong and model.dtype != torch.float32:  # or built in float32 and rounded afterwards
            precise = _built_anew(model, seed=1, dtype=torch.float32)
            wrong = {name: anew[name] for name in wrong if _differ(held, precise, name)}
        if not wrong:
            return Comparison({})
        again = _built_anew(model, seed=2, dtype=model.dtype)
    except Exception as error:  # code of its own may do anything while it is built
        return Comparison({}, unknown=f"{type(error).__name__}: {shorten(str(error), 120)}")
    drawn = tuple(name for name in wrong if _differ(again, anew, name))
    return Comparison({name: wrong[name] for name in wrong if name not in drawn}, drawn)


def mend_buffers(model: PreTrainedModel) -> tuple[str, ...]:
    """Put right what can be, and return the names; what differs in every model is refused."""
    found = compare_buffers(model)
    if found.drawn:
        raise ModelError(
            expected="a model whose buffers follow from its config",
            got=f"{shorten(list(found.drawn), 120)}, drawn at random whenever it is built and not "
            "saved with the weights",
            fix="The trained values are lost, and every load would score another number. Ask its "
            "authors to save the buffer (persistent=True).",
        )
    held = dict(_unsaved(model))
    with torch.no_grad():
        for name, value in found.wrong.items():
            held[name].copy_(value)
    return (*found.wrong, *_fill_empty_attributes(model))


def _fill_empty_attributes(model: PreTrainedModel) -> list[str]:
    """Tensors that are no buffers either: a model built without memory has their shapes alone."""
    empty = [
        (f"{place}.{name}" if place else name, module, name)
        for place, module in model.named_modules()
        for name, value in vars(module).items()
        if isinstance(value, torch.Tensor) and value.is_meta
    ]
    if empty:
        modules = dict(_anew(model, 1, model.dtype).named_modules())
        for path, module, name in empty:
            setattr(module, name, getattr(modules[path.rpartition(".")[0]], name))
    return [path for path, *_ in empty]


def _unsaved(model: PreTrainedModel) -> Iterator[tuple[str, torch.Tensor]]:
    for name, buffer in model.named_non_persistent_buffers():
        if buffer is not None and not buffer.is_meta:
            yield name, buffer


def _built_anew(model: PreTrainedModel, seed: int, dtype: torch.dtype) -> Tensors:
    return dict(_unsaved(_anew(model, seed, dtype)))


def _anew(model: PreTrainedModel, seed: int, dtype: torch.dtype) -> Any:
    """Weights take no memory; all else is computed as the class computes it."""
    kind: Any = type(model)
    with torch.random.fork_rng(devices=[]), _default_dtype(dtype):
        torch.manual_seed(seed)
        with init_empty_weights(include_buffers=False):
            return kind(copy.deepcopy(model.config))


@contextmanager
def _default_dtype(dtype: torch.dtype) -> Iterator[None]:
    """As `from_pretrained` builds a model: tables may be computed in its precision."""
    before = torch.get_default_dtype()
    torch.set_default_dtype(dtype)
    try:
        yield
    finally:
        torch.set_default_dtype(before)


def _differ(held: Tensors, anew: Tensors, name: str) -> bool:
    """Tables that grow with the longest sentence are compared as far as both reach."""
    left, right = held[name].detach().cpu(), anew[name].detach().cpu()
    if left.dim() != right.dim():
        return True
    common = tuple(slice(0, min(sizes)) for sizes in zip(left.shape, right.shape, strict=True))
    left, right = left[common], right[common].to(left.dtype)
    if not left.is_floating_point():
        return not torch.equal(left, right)
    tolerance = 8 * torch.finfo(left.dtype).eps
    return not torch.allclose(left, right, rtol=tolerance, atol=tolerance, equal_nan=True)
