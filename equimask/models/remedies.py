"""What model code that was written for transformers 4 lacks to be loaded by transformers 5."""

from __future__ import annotations

import copy
import inspect
import re
from collections import defaultdict
from collections.abc import Iterable
from typing import Any

import torch
from transformers import PretrainedConfig, PreTrainedModel
from transformers import initialization as init

from equimask.core.errors import shorten
from equimask.models.proof import Finding

CODE = "code"


def with_remedies(kind: Any, config: PretrainedConfig) -> tuple[Any, tuple[Finding, ...]]:
    """The class, or one made from it that does what its authors had no reason to write then.

    `post_init` is called where the class forgets it (transformers#43883); a list of tied keys
    becomes the mapping that is wanted now; parameters that the class shares by hand are tied,
    since loading puts another tensor into each of its names; `tie_weights` may take no arguments.
    """
    if kind.__module__.startswith("transformers."):
        return kind, ()
    listed = kind._tied_weights_keys
    was_list = isinstance(listed, (list, tuple, set))
    bare = _made_from(kind, {} if was_list else listed, {})
    skeleton = _without_memory(bare, config)
    own_tying = _takes_nothing(kind.tie_weights)
    if own_tying:
        kind.tie_weights(skeleton)
    tied = _as_mapping(skeleton, listed) if was_list and _ties(config) else {}
    shared = {**tied, **_shared_by_hand(skeleton)}
    remedies = []
    if own_tying:
        remedies.append("its tie_weights is called without the arguments that it does not know")
    if skeleton.forgot_post_init:
        remedies.append("post_init was called, which its code forgets")
    if was_list:
        remedies.append(f"its list of tied weights was read as {shorten(tied or 'none', 120)}")
    if not remedies and not shared:
        return kind, ()
    if set(shared) - set(tied):
        remedies.append(f"{shorten(sorted(set(shared) - set(tied)), 120)} tied, as its code does")
    made = _made_from(kind, {} if was_list else listed, shared)
    found = f"written for transformers 4: {'; '.join(remedies)}"
    return made, (Finding(CODE, "good", found),)


def _takes_nothing(method: Any) -> bool:
    """A method of a class that has no argument but the object."""
    return len(inspect.signature(method).parameters) == 1


def _ties(config: PretrainedConfig) -> bool:
    """In transformers 4 every config said so unless it said otherwise."""
    return bool(getattr(config, "tie_word_embeddings", True))


def _made_from(kind: Any, tied: Any, shared: dict[str, str]) -> Any:
    class Remedied(kind):  # type: ignore[misc]
        _tied_weights_keys = tied
        forgot_post_init = False

        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__(*args, **kwargs)
            if "all_tied_weights_keys" not in vars(self):
                self.forgot_post_init = True
                self.post_init()

        def get_expanded_tied_weights_keys(self, all_submodels: bool = False) -> dict[str, str]:
            return {**super().get_expanded_tied_weights_keys(all_submodels), **shared}

        def tie_weights(self, *args: Any, **kwargs: Any) -> None:
            PreTrainedModel.tie_weights(self, *args, **kwargs)

    for name in ("__name__", "__qualname__", "__module__", "__doc__"):
        setattr(Remedied, name, getattr(kind, name))
    return Remedied


def _without_memory(kind: Any, config: PretrainedConfig) -> Any:
    with torch.device("meta"), init.meta_device_safe_creation_ops():
        return kind(copy.deepcopy(config))


def _as_mapping(model: PreTrainedModel, listed: Iterable[str]) -> dict[str, str]:
    """Weights of the head go with the embeddings, its bias with the one beside the decoder."""
    shapes = {name: p.shape for name, p in model.named_parameters(remove_duplicate=False)}
    try:
        words = getattr(model.get_input_embeddings(), "weight", None)
    except NotImplementedError:  # named otherwise: what is tied is then missing, and refused
        return {}
    named = model.named_parameters(remove_duplicate=False)
    source = next((name for name, parameter in named if parameter is words), None)
    if source is None:
        return {}
    tied = {}
    for name, shape in shapes.items():
        if name == source or not any(re.search(pattern, name) for pattern in listed):
            continue
        head, _, kind = name.rpartition(".")
        beside = f"{head.rpartition('.')[0]}.{kind}"
        if shape == shapes[source]:
            tied[name] = source
        elif shapes.get(beside) == shape:
            tied[name] = beside
    return tied


def _shared_by_hand(model: PreTrainedModel) -> dict[str, str]:
    """Names of one parameter beside its first."""
    names = defaultdict(list)
    for name, parameter in model.named_parameters(remove_duplicate=False):
        names[id(parameter)].append(name)
    return {other: first for first, *others in names.values() for other in others}
