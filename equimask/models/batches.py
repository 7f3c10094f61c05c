"""Batches of exactly equal length: no padding, so no family's padding leaks into a score.

Half the rows are tried when memory runs out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

import numpy as np
import torch
from accelerate.utils.memory import clear_device_cache

from equimask.core.arrays import Floats, Ints
from equimask.core.errors import ModelError
from equimask.core.progress import Steps
from equimask.models.devices import out_of_memory
from equimask.models.policy import Policy
from equimask.models.residence import make_room
from equimask.models.transfers import Fetch

# of some rows, as a policy allows: numbers, still on the device
Work: TypeAlias = Callable[[Ints, Policy], Sequence[torch.Tensor]]


class Budget:
    """What a batch may hold; halves when the device runs out of memory."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy

    def rows_of(self, length: int) -> int:
        """How many rows of this length fit; always at least one."""
        return max(1, self.policy.tokens // max(1, length))

    def shrink_below(self, rows: int, length: int) -> None:
        """After `rows` rows did not fit: at most half of them, from now on."""
        self.policy = self.policy.halved(max(length, rows * length // 2))


def equal_length_batches(lengths: Ints, budget: Budget) -> Iterator[Ints]:
    """Row numbers, longest rows first, so that memory runs out at once or never.

    The order among rows of one length is that of the input; the budget is read anew each time.
    """
    order = np.argsort(-lengths, kind="stable")
    descending = -lengths[order]
    start = 0
    while start < len(order):
        length = -int(descending[start])
        same = int(np.searchsorted(descending, -length, side="right"))
        stop = min(same, start + budget.rows_of(length))
        yield order[start:stop]
        start = stop


def run_in_batches(
    lengths: Ints,
    budget: Budget,
    work: Work,
    keep: Callable[[Ints, list[Floats]], None],
    progress: Steps,
    device: torch.device,
) -> None:
    """`work` on row numbers until all are done; a batch that fails is tried smaller.

    What is told of as done costs tokens: that is what a batch takes its time for.
    What a batch gave is fetched and handed to `keep` when the next one is under way, so that a
    device works while the next batch is put together.
    """
    pending: list[Ints] = []
    under_way: list[tuple[Ints, Fetch]] = []

    def finish() -> None:
        for rows, fetch in under_way:
            keep(rows, fetch.wait())
            progress.update(len(rows), int(lengths[rows].sum()))
        under_way.clear()

    batches = equal_length_batches(lengths, budget)
    while (rows := pending.pop() if pending else next(batches, None)) is not None:
        length = int(lengths[rows[0]])
        if len(rows) > (fits := budget.rows_of(length)):  # cut before the budget shrank
            pending.append(rows[fits:])
            rows = rows[:fits]
        try:
            fetch = Fetch(work(rows, budget.policy))
        except Exception as error:
            if not out_of_memory(error):
                raise
            finish()
            _shrink(budget, len(rows), length, device, error)
            pending.append(rows)
            continue
        finish()
        under_way.append((rows, fetch))
    finish()


def _shrink(budget: Budget, rows: int, length: int, device: torch.device, error: Exception) -> None:
    clear_device_cache(garbage_collection=True)
    if make_room(device):
        return
    if rows == 1:
        raise too_large(length, device) from error
    budget.shrink_below(rows, length)


def too_large(length: int, device: torch.device) -> ModelError:
    """For a single row of so many tokens there is no room."""
    return ModelError(
        expected="a device with room for one sentence",
        got=f"out of memory on {device} with a single row of {length} tokens",
        fix="Use device='cpu', a smaller model, or dtype='float16' on an accelerator.",
    )
