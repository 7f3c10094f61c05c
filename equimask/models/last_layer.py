"""Of the last layer all that comes after attention, on the asked rows alone.

Behind the last attention every module works on each token by itself. So its input may be cut to
the one token per row that is asked for, and the answer stays the same: what is added to it from
before the cut is broadcast, and right at that token.

Where attention ends is not read from names, which differ from family to family: a run records
which modules are given a state per token, and the cut is moved from the end of the encoder towards
its beginning for as long as the logits stay what they were.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import torch
from transformers import PreTrainedModel

_FARTHEST = 32  # steps; MobileBERT has the most behind its last attention, 16


class Step(NamedTuple):
    """One call of a module that has weights."""

    module: torch.nn.Module
    nth: int  # of the module's calls in a forward: ALBERT runs one layer many times
    states: tuple[int | str, ...]  # the arguments that hold a state per token


class Cut(NamedTuple):
    """The steps whose input is cut, and how often their modules are called in a forward."""

    steps: tuple[Step, ...]
    calls: dict[torch.nn.Module, int]


NO_CUT = Cut((), {})


class UnlikeTheCheckError(RuntimeError):
    """The model's code took another way than in the run in which the cut was checked."""


class Recorder:
    """Hears which modules of the encoder are given states; `cuts` are tried in their order."""

    def __init__(self, model: PreTrainedModel) -> None:
        self.model = model
        self._steps: list[Step] = []
        self._calls: Counter[torch.nn.Module] = Counter()

    @contextmanager
    def listening(self, rows: int, length: int) -> Iterator[None]:
        """To one forward of so many rows of this length."""

        def hear(module: torch.nn.Module, args: Any, kwargs: dict[str, Any]) -> None:
            self._calls[module] += 1
            values = _by_place(args, kwargs)
            states = tuple(p for p, value in values.items() if _has_shape(value, rows, length))
            if states:
                self._steps.append(Step(module, self._calls[module], states))

        with _before_each_call(_weighted_leaves(self.model.base_model), hear):
            yield

    def cuts(self) -> Iterator[Cut]:
        """From one before the last step alone, to earlier and earlier ones."""
        for start in range(len(self._steps) - 1, max(-1, len(self._steps) - 1 - _FARTHEST), -1):
            steps = tuple(self._steps[start:])
            yield Cut(steps, {step.module: self._calls[step.module] for step in steps})


@contextmanager
def on_asked_rows(cut: Cut, positions: torch.Tensor, length: int) -> Iterator[None]:
    """One forward of rows of this length, in which the cut's steps see one position per row."""
    states = {(step.module, step.nth): step.states for step in cut.steps}
    calls: Counter[torch.nn.Module] = Counter()

    def gather(module: torch.nn.Module, args: Any, kwargs: dict[str, Any]) -> Any:
        calls[module] += 1
        places = states.get((module, calls[module]))
        if places is None:
            return None
        values = _by_place(args, kwargs)
        for place in places:
            values[place] = _asked(values.get(place), positions, length)
        return tuple(values.pop(i) for i in range(len(args))), values

    with _before_each_call(list(cut.calls), gather):
        yield
    if dict(calls) != cut.calls:
        raise UnlikeTheCheckError("modules were called more or less often")


def asked_states(states: torch.Tensor, positions: torch.Tensor) -> torch.Tensor:
    """[rows, 1, width] of [rows, length, width], where it is not so already."""
    if states.shape[1] == 1:
        return states
    positions = positions.to(states.device)
    return states[torch.arange(len(positions), device=states.device), positions, None]


def _asked(value: Any, positions: torch.Tensor, length: int) -> torch.Tensor:
    rows = len(positions)
    if not _has_shape(value, rows, length) and not _has_shape(value, rows, 1):
        raise UnlikeTheCheckError(f"no states of {rows} rows of {length} tokens")
    return asked_states(value, positions)


def _by_place(args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[int | str, Any]:
    places: dict[int | str, Any] = dict(enumerate(args))
    places.update(kwargs)
    return places


def _has_shape(value: Any, rows: int, length: int) -> bool:
    return (
        isinstance(value, torch.Tensor)
        and value.dim() == 3
        and value.is_floating_point()
        and value.shape[:2] == (rows, length)
    )


def _weighted_leaves(module: torch.nn.Module) -> list[torch.nn.Module]:
    return [
        leaf
        for leaf in module.modules()
        if next(leaf.children(), None) is None
        and next(leaf.parameters(recurse=False), None) is not None
    ]


@contextmanager
def _before_each_call(modules: list[torch.nn.Module], hook: Callable[..., Any]) -> Iterator[None]:
    handles = [module.register_forward_pre_hook(hook, with_kwargs=True) for module in modules]
    try:
        yield
    finally:
        for handle in handles:
            handle.remove()
