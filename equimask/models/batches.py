"""Batches of exactly equal length: no padding, so no family's padding leaks into a score.

Half the rows are tried when memory runs out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NoReturn

import numpy as np
import torch
from accelerate.utils.memory import clear_device_cache
from tqdm.auto import tqdm

from equimask.core.arrays import Ints
from equimask.core.errors import ModelError
from equimask.models.devices import out_of_memory


class TokenBudget:
    """How many tokens a batch may hold; halves when the device runs out of memory."""

    def __init__(self, tokens: int, rows: int) -> None:
        self.tokens, self.rows = tokens, rows

    def rows_of(self, length: int) -> int:
        """How many rows of this length fit; always at least one."""
        return max(1, min(self.rows, self.tokens // max(1, length)))

    def shrink_below(self, rows: int, length: int) -> None:
        """After `rows` rows did not fit: at most half of them, from now on."""
        self.tokens = min(self.tokens, max(length, rows * length // 2))


def equal_length_batches(lengths: Ints, budget: TokenBudget) -> Iterator[Ints]:
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
    budget: TokenBudget,
    work: Callable[[Ints], None],
    bar: tqdm[NoReturn],
    device: torch.device,
) -> None:
    """Call `work` with row numbers until all rows are done; a batch that fails is tried smaller."""
    pending: list[Ints] = []
    batches = equal_length_batches(lengths, budget)
    while (rows := pending.pop() if pending else next(batches, None)) is not None:
        length = int(lengths[rows[0]])
        if len(rows) > (fits := budget.rows_of(length)):  # cut before the budget shrank
            pending.append(rows[fits:])
            rows = rows[:fits]
        try:
            work(rows)
        except Exception as error:
            if not out_of_memory(error):
                raise
            _shrink(budget, len(rows), length, device, error)
            pending.append(rows)
            continue
        bar.update(len(rows))


def _shrink(
    budget: TokenBudget, rows: int, length: int, device: torch.device, error: Exception
) -> None:
    clear_device_cache(garbage_collection=True)
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
