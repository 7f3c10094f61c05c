"""Models of which no process holds all weights: FSDP2, tensor parallelism.

Each of their forwards gathers weights or answers from all processes. So all must run the same
forwards in the same order: whoever runs one more than the others waits for them in vain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any

import torch
from torch.distributed.fsdp import FSDPModule, register_fsdp_forward_method
from torch.distributed.tensor import DTensor


def in_shards(model: torch.nn.Module) -> bool:
    """Whether its weights are spread over processes, gathered just now or not."""
    return any(isinstance(module, FSDPModule) for module in model.modules()) or any(
        isinstance(parameter, DTensor) for parameter in model.parameters()
    )


def whole(tensor: torch.Tensor) -> torch.Tensor:
    """All of a tensor, in every process; all of them must ask for it."""
    return tensor.full_tensor() if isinstance(tensor, DTensor) else tensor


def own_class(model: torch.nn.Module) -> type:
    """The class that it had before it was sharded."""
    return next(kind for kind in type(model).__mro__ if not issubclass(kind, FSDPModule))


def computing_dtype(model: torch.nn.Module) -> torch.dtype:
    """Of its forward: FSDP2 may keep weights in one precision and gather them in another."""
    for module in model.modules():
        if isinstance(module, FSDPModule):
            state: Any = module._get_fsdp_state()  # torch has no public way to the policy
            if state._mp_policy.param_dtype is not None:
                return state._mp_policy.param_dtype  # type: ignore[no-any-return]
    return next(model.parameters()).dtype


@contextmanager
def sharded_again(model: torch.nn.Module) -> Iterator[None]:
    """Forwards whose gathered weights are let go of.

    FSDP2 leaves those of the outermost module in place of its shards, for a backward pass to come;
    an optimizer that is made then would train the copies.
    """
    try:
        yield
    finally:
        for module in model.modules():
            if isinstance(module, FSDPModule):
                module.reshard()


def sharded_forward(
    forward: Callable[..., Any], model: torch.nn.Module, outermost: torch.nn.Module
) -> Callable[..., Any]:
    """The model's, as FSDP2 must see it: what it has sharded is the model, or a wrapper of it.

    A wrapper such as PEFT's holds shards of the model too, and gathers them. FSDP2 is told of a
    forward that breaks off, or it would take the next one, perhaps the training's, for its rest.
    """
    if not isinstance(outermost, FSDPModule):
        return forward
    if outermost is not model:
        vars(outermost)["_wrapped_forward"] = forward
        register_fsdp_forward_method(outermost, "_wrapped_forward")
        forward = vars(outermost).pop("_wrapped_forward")

    @wraps(forward)
    def run(*args: Any, **kwargs: Any) -> Any:
        try:
            return forward(*args, **kwargs)
        except BaseException:
            if hasattr(outermost, "reset_iter_state"):  # since torch 2.13
                outermost.reset_iter_state()
            raise

    return run
