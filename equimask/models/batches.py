"""Batches of exactly equal length: no padding, so no family's padding leaks into a score."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from equimask.core.arrays import Ints


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
