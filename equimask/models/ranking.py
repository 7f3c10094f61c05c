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
        ids = _on(logits, self.ids)
        values = logits.index_select(1, ids)
        if self._others:
            values = values.double()
        for columns, others in self._others:
            at = _on(logits, columns)
            more = logits.index_select(1, _on(logits, others)).double()
            values[:, at] = torch.logaddexp(values[:, at], more)
        top, places = _largest(values, self.k)
        return top.double(), ids[places]


class RankedTokens(NamedTuple):
    """Per plan row: token ids from the most probable down, and their natural log P."""

    ids: Ints
    log_probs: Floats


def rank(logits: torch.Tensor, shortlists: Sequence[Shortlist]) -> list[RankedTokens]:
    """The answers of each shortlist; probabilities are over all tokens. Uses `logits` up."""
    if logits.device.type == "mps":  # no float64 there
        logits = logits.cpu()
    logits = logits.float()
    tops = [shortlist.top(logits) for shortlist in shortlists]
    normaliser = _log_of_summed_exp(logits)[:, None]
    return [
        RankedTokens(ids.cpu().numpy(), (values - normaliser).clamp_(max=0.0).cpu().numpy())
        for values, ids in tops
    ]


def _log_of_summed_exp(logits: torch.Tensor) -> torch.Tensor:
    """In place. Exponentials in float32, their logarithm in float64: right to 3e-7.

    That is the precision of the logits, at less than the price of casting 250,000 columns.
    """
    largest = logits.amax(-1, keepdim=True)
    return logits.sub_(largest).exp_().sum(-1).double().log_() + largest[:, 0].double()


def _largest(values: torch.Tensor, k: int) -> tuple[torch.Tensor, torch.Tensor]:
    """The k largest values per row and their columns; among equal ones the first columns."""
    top, columns = values.topk(min(k + 1, values.shape[1]))
    columns, order = columns.sort(dim=-1)
    top, stable = top.gather(1, order).sort(dim=-1, descending=True, stable=True)
    columns = columns.gather(1, stable)
    if top.shape[1] > k:
        # which of several equal ones `topk` picks is not defined
        cut = (top[:, k - 1] == top[:, k]).nonzero()[:, 0]
        if len(cut):
            whole, order = values[cut].sort(dim=-1, descending=True, stable=True)
            top[cut], columns[cut] = whole[:, : k + 1], order[:, : k + 1]
    return top[:, :k], columns[:, :k]


def _on(logits: torch.Tensor, values: Ints) -> torch.Tensor:
    return torch.from_numpy(values).to(logits.device)
