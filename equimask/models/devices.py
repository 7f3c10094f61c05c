"""Where and on how many threads a model runs, and leaving all as it was found."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext

import torch
from accelerate.utils.memory import should_reduce_batch_size

from equimask.core.errors import OptionError, shorten
from equimask.models.shards import in_shards, sharded_again


def choose_device(name: str | torch.device | None) -> torch.device:
    """The device of that name; without a name the first of CUDA, XPU, MPS and CPU that is there."""
    if name is None:
        if torch.cuda.is_available():
            return torch.device("cuda")
        if hasattr(torch, "xpu") and torch.xpu.is_available():
            return torch.device("xpu")
        if torch.backends.mps.is_available():
            return torch.device("mps")
        return torch.device("cpu")
    try:
        device = torch.device(name)
        torch.empty(0, device=device).cpu()  # back again: 'meta' holds shapes and no numbers
    except (RuntimeError, AssertionError, ImportError) as error:
        raise OptionError(
            expected="a device that this machine has, such as 'cpu', 'cuda:1', 'mps' or 'xpu'",
            got=shorten(name),
            fix=f"Leave `device` out to have one chosen ({shorten(str(error), 120)}).",
        ) from error
    return device


def device_of(model: torch.nn.Module) -> torch.device:
    """The device of the model's first parameter."""
    return next(model.parameters()).device


def first_device(model: torch.nn.Module) -> torch.device:
    """Where a model that is spread over devices takes its inputs, as accelerate chooses it."""
    places = getattr(model, "hf_device_map", {}).values()
    return torch.device(next((one for one in places if one not in ("cpu", "disk")), "cpu"))


def stays_put(model: torch.nn.Module) -> bool:
    """Whether it is spread over devices or processes, and not to be moved."""
    spread = len({parameter.device for parameter in model.parameters()}) > 1
    return spread or hasattr(model, "hf_device_map") or in_shards(model)


def same_place(one: torch.device, other: torch.device) -> bool:
    """Whether they are one device; 'cuda' is the one that its caller uses now."""
    return one.type == other.type and (one.index == other.index or None in (one.index, other.index))


def eager() -> AbstractContextManager[object]:
    """Compiled parts run as they were written: what hooks do must not be compiled into them."""
    if "torch._dynamo" not in sys.modules or not hasattr(torch.compiler, "set_stance"):
        return nullcontext()
    stance: AbstractContextManager[object] = torch.compiler.set_stance("force_eager")
    return stance


def out_of_memory(error: Exception) -> bool:
    """Whether fewer rows at once could help; messages differ from device to device."""
    return isinstance(
        error, (torch.cuda.OutOfMemoryError, MemoryError)
    ) or should_reduce_batch_size(error)


@contextmanager
def on_threads(threads: int) -> Iterator[None]:
    """On so many threads, and as many as before afterwards: another number adds up otherwise."""
    before = torch.get_num_threads()
    torch.set_num_threads(threads)
    try:
        yield
    finally:
        torch.set_num_threads(before)


@contextmanager
def reproducible(seed: int, threads: int = 1) -> Iterator[None]:
    """Seeded, on a fixed number of threads, and the caller's settings back afterwards."""
    deterministic = torch.are_deterministic_algorithms_enabled()
    with torch.random.fork_rng(devices=[]), on_threads(threads):
        torch.manual_seed(seed)
        torch.use_deterministic_algorithms(True)
        try:
            yield
        finally:
            torch.use_deterministic_algorithms(deterministic)


@contextmanager
def borrowed(model: torch.nn.Module, device: torch.device) -> Iterator[None]:
    """Evaluation mode on `device`; afterwards every module's own mode and the device are back.

    Modes are kept per module: a caller may train with parts of the model frozen in eval mode.
    They are kept by name, because a family may put new modules in the place of old ones.
    """
    modes = {name: module.training for name, module in model.named_modules()}
    home = device_of(model)
    moves = not same_place(device, home) and not stays_put(model)
    try:
        model.eval()
        if moves:
            model.to(device)
        with eager(), sharded_again(model):
            yield
    finally:
        for name, module in model.named_modules():
            module.training = modes.get(name, module.training)
        if moves:
            model.to(home)
