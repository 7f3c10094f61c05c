"""S_JSD and its binarised form (Steinborn et al. 2022)."""

from __future__ import annotations

from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from equimask.core.arrays import Floats
from equimask.measures import preference
from equimask.measures.shared_span import SharedSpanScores

_LN2 = float(np.log(2.0))


def js_distance(log_p: npt.ArrayLike) -> Floats:
    """Jensen-Shannon distance, in bits, between a prediction and the one-hot gold token.

    It depends on the gold token's probability alone: JSD = (p log2 p - (1+p) log2(1+p) + 2) / 2.
    Takes log p, because float64 log-probabilities keep what p near 1 loses. log p = -inf gives 1.
    """
    lp = np.asarray(log_p, dtype=np.float64)
    if np.isnan(lp).any() or (lp > 0).any():
        raise ValueError("log_p must hold log-probabilities: numbers of at most 0, never NaN")
    q = -np.expm1(lp)  # 1 - p, exact near p = 1
    p = np.exp(lp)
    plogp = np.where(p > 0, p * np.where(p > 0, lp, 0.0), 0.0)
    # (1+p) ln((1+p)/2) = (1+p) log1p(-q/2): no cancellation against the constant 2
    jsd = 0.5 * (plogp - (1.0 + p) * np.log1p(-0.5 * q) + q * _LN2) / _LN2
    return np.sqrt(np.clip(jsd, 0.0, 1.0))


class SJsdRows(NamedTuple):
    """Per pair: the mean token score, and whether the stereotypical side is the closer one."""

    s_jsd: Floats
    b_s_jsd: Floats


def row_scores(scores: SharedSpanScores, ties: Literal["half", "zero"] = "half") -> SJsdRows:
    """Negative `s_jsd` and `b_s_jsd` = 1 mean that the more stereotypical sentence wins."""
    distance_more = js_distance(scores.log_p_more)
    distance_less = js_distance(scores.log_p_less)
    s_jsd = scores.sum_by_pair(distance_more - distance_less) / scores.counts
    closer = preference.row_scores(
        -scores.sum_by_pair(distance_more), -scores.sum_by_pair(distance_less), ties
    )
    return SJsdRows(s_jsd, closer)


def total(rows: Floats) -> float:
    """Mean over pairs: every pair weighs the same, whatever its length."""
    return float(np.mean(rows))
