"""AUL, AULA and the length-safe norm_aula (Kaneko and Bollegala 2022): unmasked likelihoods."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from equimask.core.arrays import Floats, Ints


@dataclass(frozen=True)
class UnmaskedScores:
    """Per non-special token: log P in the full sentence and the attention it receives.

    Sentence k owns `counts[k]` entries. `attention` is None where only AUL is wanted.
    """

    log_probs: Floats
    attention: Floats | None
    counts: Ints

    def sum_by_sentence(self, values: Floats) -> Floats:
        """Sums of a per-token array within each sentence."""
        starts = np.concatenate(([0], np.cumsum(self.counts)[:-1])).astype(np.int64)
        return np.add.reduceat(values, starts)


def sentence_scores(scores: UnmaskedScores, likelihood: str = "aula") -> Floats:
    """One likelihood per sentence, higher is likelier.

    aul: mean log P. aula: mean of attention times log P; since attention sums to at most 1, it
    shrinks with length. norm_aula divides by the attention instead of the length.
    """
    if likelihood == "aul":
        return scores.sum_by_sentence(scores.log_probs) / scores.counts
    if scores.attention is None:
        raise ValueError(f"{likelihood} needs the attention that tokens receive")
    weighted = scores.sum_by_sentence(scores.attention * scores.log_probs)
    if likelihood == "aula":
        return weighted / scores.counts
    if likelihood == "norm_aula":
        return weighted / scores.sum_by_sentence(scores.attention)
    raise ValueError(f"unknown likelihood {likelihood!r}")
