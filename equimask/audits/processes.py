"""One process, or several that `torchrun` or `accelerate launch --multi_gpu` has started.

On processors too: `accelerate launch --cpu` starts one process, whatever `--num_processes` says,
unless it is given the hosts of an `mpirun`.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TypeVar

import torch
from accelerate import PartialState
from accelerate.utils import gather_object, get_int_from_env

from equimask.models.devices import choose_device

_T = TypeVar("_T")

_WORLD_SIZE = ("WORLD_SIZE", "PMI_SIZE", "OMPI_COMM_WORLD_SIZE", "MV2_COMM_WORLD_SIZE")
# A process may wait long for one with a larger share. Whoever started them ends all if one dies.
_PATIENCE = timedelta(days=7)


class Processes:
    """Where this process stands among those that work on the same audit."""

    def __init__(self, device: str | None) -> None:
        self._state: PartialState | None = None
        launched = get_int_from_env(_WORLD_SIZE, 1) > 1
        if launched or torch.distributed.is_initialized():
            # Who has nothing faster to talk over talks as processes on CPUs do.
            slow = choose_device(device).type in ("cpu", "mps")
            self._state = PartialState(cpu=slow, timeout=_PATIENCE)

    @property
    def count(self) -> int:
        """How many there are."""
        return self._state.num_processes if self._state else 1

    @property
    def index(self) -> int:
        """Which of them this is."""
        return self._state.process_index if self._state else 0

    @property
    def is_main(self) -> bool:
        """Whether this is the one that reports."""
        return self.index == 0

    def device(self, asked: str | None) -> str | None:
        """What was asked for, or this process's own accelerator."""
        if asked is None and self._state is not None and self._state.device.type != "cpu":
            return str(self._state.device)
        return asked

    def gather(self, items: list[_T]) -> list[_T]:
        """The items of all processes, for every one of them."""
        gathered: list[_T] = gather_object(items) if self.count > 1 else items
        return gathered


def is_main_process() -> bool:
    """Whether this is the only process, or the first of those that are connected."""
    return not torch.distributed.is_initialized() or torch.distributed.get_rank() == 0


def leave_processes() -> None:
    """End the connection to the others; for a program that has no more to say to them."""
    if torch.distributed.is_initialized():
        torch.distributed.destroy_process_group()
