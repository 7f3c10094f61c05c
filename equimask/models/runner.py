"""The loop over batches: equal lengths, a progress bar, half the rows when memory runs out."""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn

import torch
from accelerate.utils.memory import clear_device_cache
from tqdm.auto import tqdm

from equimask.core.arrays import Ints
from equimask.core.errors import ModelError
from equimask.models.batches import TokenBudget, equal_length_batches
from equimask.models.devices import out_of_memory


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
        raise ModelError(
            expected="a device with room for one sentence",
            got=f"out of memory on {device} with a single row of {length} tokens",
            fix="Use device='cpu', a smaller model, or dtype='float16' on an accelerator.",
        ) from error
    budget.shrink_below(rows, length)
