"""One process, or several that `torchrun` or `accelerate launch --multi_gpu` has started.

On processors too: `accelerate launch --cpu` starts one process, whatever `--num_processes` says,
unless it is given the hosts of an `mpirun`.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any, TypeVar

import torch
from accelerate import PartialState
from accelerate.utils import gather_object, get_int_from_env

from equimask.core.errors import shorten
from equimask.models.devices import choose_device

_T = TypeVar("_T")

_WORLD_SIZE = ("WORLD_SIZE", "PMI_SIZE", "OMPI_COMM_WORLD_SIZE", "MV2_COMM_WORLD_SIZE")
# A process may wait long for one with a larger share. Whoever started them ends all if one dies.
_PATIENCE = timedelta(days=7)


class FailedElsewhereError(RuntimeError):
    """Another process could not do its share."""


class Processes:
    """How many work together, which of them this is, and the steps that all take together.

    Whoever waits for an answer must get one: a process that fails says so at its next step, and
    the others hear it there.
    """

    def __init__(self, count: int = 1, index: int = 0, accelerator: str | None = None) -> None:
        self.count, self.index, self._accelerator = count, index, accelerator

    @classmethod
    def launched(cls, device: str | None) -> Processes:
        """All that a launcher has started, connected to work on `device`; else this one alone."""
        if get_int_from_env(_WORLD_SIZE, 1) == 1 and not torch.distributed.is_initialized():
            return cls()
        # Who has nothing faster to talk over talks as processes on CPUs do.
        slow = choose_device(device).type in ("cpu", "mps")
        state = PartialState(cpu=slow, timeout=_PATIENCE)
        own = None if state.device.type == "cpu" else str(state.device)
        return cls(state.num_processes, state.process_index, own)

    @property
    def is_main(self) -> bool:
        """Whether this is the one that reports."""
        return self.index == 0

    def device(self, asked: str | None) -> str | None:
        """What was asked for, or this process's own accelerator."""
        return self._accelerator if asked is None else asked

    def gather(self, item: _T) -> list[_T]:
        """The items of all, in the order of the processes."""
        if self.count == 1:
            return [item]
        heard = _exchange(item, None)
        for index, (_, failure) in enumerate(heard):
            if failure is not None:
                raise FailedElsewhereError(f"process {index}: {failure}")
        return [other for other, _ in heard]

    def agree(self, work: Callable[[], _T]) -> _T:
        """What `work` gave the first process, for all of them; or an error in all of them."""
        try:
            mine = work()
        except FailedElsewhereError:
            raise
        except Exception as error:
            if self.count > 1:
                _exchange(None, f"{type(error).__name__}: {shorten(str(error), 300)}")
            raise
        return self.gather(mine)[0]


def is_main_process() -> bool:
    """Whether this is the only process, or the first of those that are connected."""
    return not torch.distributed.is_initialized() or torch.distributed.get_rank() == 0


def leave_processes() -> None:
    """End the connection to the others; for a program that has no more to say to them."""
    if torch.distributed.is_initialized():
        torch.distributed.destroy_process_group()


def _exchange(item: Any, failure: str | None) -> list[tuple[Any, str | None]]:
    heard: list[tuple[Any, str | None]] = gather_object([(item, failure)])
    return heard
