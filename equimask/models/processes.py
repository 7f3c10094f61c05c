"""One process, or several that `torchrun` or `accelerate launch --multi_gpu` has started.

On processors too: `accelerate launch --cpu` starts one process, whatever `--num_processes` says,
unless it is given the hosts of an `mpirun`.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any, TypeVar

import torch
from accelerate import PartialState
from accelerate.utils import gather_object, get_int_from_env

from equimask.core.errors import ModelError, shorten
from equimask.models.devices import choose_device
from equimask.models.roll import LostProcessError, Roll, never_came

_T = TypeVar("_T")

_WORLD_SIZE = ("WORLD_SIZE", "PMI_SIZE", "OMPI_COMM_WORLD_SIZE", "MV2_COMM_WORLD_SIZE")
WAIT = 300.0
"""Seconds in which all processes must have come, and give a sign of life again."""
_SAID_AFTER = 10.0

_roll: Roll | None = None


class FailedElsewhereError(RuntimeError):
    """Another process could not do its share."""


class Processes:
    """How many work together, which of them this is, and the steps that all take together.

    Whoever waits for an answer must get one: a process that fails says so at its next step, and
    the others hear it there.
    """

    def __init__(
        self,
        count: int = 1,
        index: int = 0,
        accelerator: str | None = None,
        roll: Roll | None = None,
    ) -> None:
        self.count, self.index, self._accelerator = count, index, accelerator
        self._roll = roll

    @classmethod
    def launched(cls, device: str | None, wait: float = WAIT) -> Processes:
        """All that a launcher has started, connected to work on `device`; else this one alone.

        Who is not there within `wait` seconds is not waited for. Who works may work for days.
        """
        if get_int_from_env(_WORLD_SIZE, 1) == 1 and not torch.distributed.is_initialized():
            return cls()
        # Who has nothing faster to talk over talks as processes on CPUs do.
        slow = choose_device(device).type in ("cpu", "mps")
        state = _connected(slow, wait)
        own = None if state.device.type == "cpu" else str(state.device)
        count, index = state.num_processes, state.process_index
        return cls(count, index, own, _roll_of(count, index, wait) if count > 1 else None)

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
        heard = self._exchange(item, None)
        for index, (_, failure) in enumerate(heard):
            if failure is not None:
                raise FailedElsewhereError(f"process {index}: {failure}")
        return [other for other, _ in heard]

    def agree(self, work: Callable[[], _T]) -> _T:
        """What `work` gave the first process, for all of them; or an error in all of them."""
        return self.gather(self.in_company(work))[0]

    def in_company(self, work: Callable[[], _T]) -> _T:
        """What `work` gave this process; the others hear of its error where they wait for it."""
        try:
            return work()
        except (FailedElsewhereError, LostProcessError):
            raise
        except Exception as error:
            if self.count > 1:
                self._exchange(None, f"{type(error).__name__}: {shorten(str(error), 300)}")
            raise

    def all_or_none(self, work: Callable[[], _T]) -> _T:
        """What `work` gave this process; a model that is refused to one is refused to all."""
        if self.count == 1:
            return work()
        found: list[_T] = []
        refused = None
        try:
            found.append(work())
        except ModelError as error:
            refused = error.expected, error.got, error.fix
        for refusal in self.gather(refused):
            if refusal is not None:
                expected, got, fix = refusal
                raise ModelError(expected=expected, got=got, fix=fix)
        return found[0]

    def _exchange(self, item: Any, failure: str | None) -> list[tuple[Any, str | None]]:
        """All of them come together before they talk: talking must not take long."""
        if self._roll is not None:
            self._roll.meet()
        return _exchange(item, failure)


def is_main_process() -> bool:
    """Whether this is the only process, or the first of those that are connected."""
    return not torch.distributed.is_initialized() or torch.distributed.get_rank() == 0


def leave_processes() -> None:
    """End the connection to the others; for a program that has no more to say to them."""
    if _roll is not None:
        _roll.leave()
    if torch.distributed.is_initialized():
        torch.distributed.destroy_process_group()


def _connected(slow: bool, wait: float) -> PartialState:
    """The launcher's processes; what is said before only if it takes a while."""
    if torch.distributed.is_initialized():
        return PartialState()
    count = get_int_from_env(_WORLD_SIZE, 1)
    line = f"waiting for the other {count - 1} of {count} processes, for {wait:g} s at most"
    told = threading.Timer(_SAID_AFTER, lambda: print(line, file=sys.stderr, flush=True))
    told.daemon = True
    told.start()
    try:
        return PartialState(cpu=slow, timeout=timedelta(seconds=wait))
    except (RuntimeError, ValueError) as error:  # torch's own have the first as their base
        raise never_came(count, wait, shorten(str(error), 200)) from error
    finally:
        told.cancel()


def _roll_of(count: int, index: int, wait: float) -> Roll:
    """One for all jobs of these processes."""
    global _roll  # noqa: PLW0603 - as there is one group of processes, there is one list of them
    store = torch.distributed.distributed_c10d._get_default_store()
    if _roll is None or _roll.shared is not store:
        _roll = Roll(
            torch.distributed.distributed_c10d.PrefixStore("equimask", store), count, index, wait
        )
        _roll.shared = store
        _roll.begin()
    _roll.patience = wait
    return _roll


def _exchange(item: Any, failure: str | None) -> list[tuple[Any, str | None]]:
    heard: list[tuple[Any, str | None]] = gather_object([(item, failure)])
    return heard
