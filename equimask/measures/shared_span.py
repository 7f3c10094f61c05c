"""The table that all shared-span measures read: gold log-probabilities, pair by pair."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from equimask.core.arrays import Bools, Floats, Ints


@dataclass(frozen=True)
class SharedSpanScores:
    """Natural log P of every shared token on both sides; pair k owns `counts[k]` entries."""

    log_p_more: Floats
    log_p_less: Floats
    hits_more: Bools
    hits_less: Bools
    counts: Ints

    def sum_by_pair(self, values: npt.NDArray[np.generic]) -> Floats:
        """Sums of a per-token array within each pair; every pair has at least one token."""
        starts = np.concatenate(([0], np.cumsum(self.counts)[:-1])).astype(np.int64)
        return np.add.reduceat(values.astype(np.float64), starts)
