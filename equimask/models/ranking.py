"""The most probable tokens of a row, out of those that are asked for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
import torch

from equimask.core.arrays import Floats, Ints


class Shortlist:
    """Tokens to rank, in groups, and how many groups to keep.

    The tokens of a group are spellings of one answer: their probabilities add up, and the group's
    lowest id stands for it. `k` is at most the number of groups.
    """

    def __init__(self, ids: Ints, k: int) -> None:
        """Every token a group of its own."""
        self.ids: Ints = np.unique(np.asarray(ids, dtype=np.int64))
        self.k = min(k, len(self.ids))
        self._others: list[tuple[Ints, Ints]] = []  # per further spelling: whose it is, its id
        self._sent: dict[torch.device, list[torch.Tensor]] = {}

    @classmethod
    def of_groups(cls, groups: Iterable[Sequence[int]], k: int) -> Shortlist:
        """Groups share no token."""
        ordered = sorted(sorted(group) for group in groups)
        shortlist = cls(np.array([group[0] for group in ordered], dtype=np.int64), k)
        for nth in range(1, max(map(len, ordered), default=0)):
            longer = [(i, group[nth]) for i, group in enumerate(ordered) if len(group) > nth]
            columns, ids = np.array(longer, dtype=np.int64).T
            shortlist._others.append((columns.copy(), ids.copy()))
        return shortlist

    def top(self, logits: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Per row, from the largest down: k summed logits in float64, and their ids.

        Equal values come in the order of their ids.
        """
        ids, *others = self._on(logits.device)
        values = logits.index_select(1, ids)
        if others:
            values = values.double()
        for columns, spelling in zip(others[::2], others[1::2], strict=True):
            more = logits.index_select(1, spelling).double()
            values[:, columns] = torch.logaddexp(values[:, columns], more)
        top, places = _largest(values, self.k)
        return top.double(), ids[places]

    def _on(self, device: torch.device) -> list[torch.Tensor]:
        """Sent once, however many batches are ranked."""
        if device not in self._sent:
            arrays = [self.ids, *(array for pair in self._others for array in pair)]
            self._sent[device] = [torch.from_numpy(array).to(device) for array in arrays]
        return self._sent[device]


class RankedTokens(NamedTuple):
    """Per plan row: token ids from the most probable down, and their natural log P."""

    ids: Ints
    log_probs: Floats


def rank(
    logits: torch.Tensor, shortlists: Sequence[Shortlist]
) -> list[tuple[torch.Tensor, torch.Tensor]]:
    """Ids and log P for each shortlist; probabilities are over all tokens. Uses `logits` up."""
    if logits.device.type == "mps":  # no float64 there
        logits = logits.cpu()
    logits = logits.float()
    tops = [shortlist.top(logits) for shortlist in shortlists]
    normaliser = _log_of_summed_exp(logits)[:, None]
    return [(ids, (values - normaliser).clamp_(max=0.0)) for values, ids in tops]


def _log_of_summed_exp(logits: torch.Tensor) -> torch.Tensor:
    """In place. Exponentials in float32, their logarithm in float64: right to 3e-7.

    That is the precision of the logits, at less than the price of casting 250,000 columns.
    """
    largest = logits.amax(-1, keepdim=True)
    return logits.sub_(largest).exp_().sum(-1).double().log_() + largest[:, 0].double()


def _largest(values: torch.Tensor, k: int) -> tuple[torch.Tensor, torch.Tensor]:
    """The k largest values per row and their columns; among equal ones the first columns."""
    top, columns = values.topk(min(k + 1, values.shape[1]))
    if top.shape[1] > k:
        # which of several equal ones `topk` picks is not defined
        if values.device.type == "cpu":
            doubtful = (top[:, k - 1] == top[:, k]).nonzero()[:, 0]
            columns[doubtful, :k] = _first_largest(values[doubtful], top[doubtful, k - 1 : k], k)
        else:  # to look whether there are any would wait for the device
            columns[:, :k] = _first_largest(values, top[:, k - 1 : k], k)
    columns = columns[:, :k].sort(dim=-1).values
    top, order = values.gather(1, columns).sort(dim=-1, descending=True, stable=True)
    return top, columns.gather(1, order)


def _first_largest(values: torch.Tensor, least: torch.Tensor, k: int) -> torch.Tensor:
    """The columns of the k largest, of which `least` is the smallest, in any order."""
    above, equal = values > least, values == least
    wanted = k - above.sum(-1, keepdim=True)
    kept = above | (equal & (equal.cumsum(-1) <= wanted))
    first = torch.arange(values.shape[1], 0, -1, device=values.device)
    return (kept * first).topk(k).indices
