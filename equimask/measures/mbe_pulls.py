"""MBE as a mean over sentences, to first order: how far each of them moves the score."""

from __future__ import annotations

import numpy as np

from equimask.core.arrays import Floats
from equimask.measures import mbe

_BLOCK = 64  # within a block all pairs are formed
_MEN_AT_ONCE = 256  # meet all women at a time, where every pair is needed


def pulls(bags: mbe.TwoBags, min_similarity: float | None = None) -> Floats:
    """How far each pooled sentence moves the score, in points; they add up to 0.

    The score of a draw is about the score and `(counts - 1) @ pulls`: to first order, MBE is a mean
    over sentences, and what is known of means of rows in clusters holds for it.
    """
    meetings = _meetings(bags) if min_similarity is None else _meetings_above(bags, min_similarity)
    wins, weights = meetings
    won, met = wins[: bags.n_male].sum(), weights[: bags.n_male].sum()
    moved: Floats = 100.0 * (wins - won / met * weights) / met
    return moved


def tied_share(bags: mbe.TwoBags, min_similarity: float | None = None) -> float:
    """Percentage of the weight that lies on pairs of equal likelihood: wins of neither side."""
    turned = mbe.TwoBags(
        bags.female_scores,
        bags.male_scores,
        bags.female_vectors,
        bags.male_vectors,
        bags.weights,
        bags.female_strata,
        bags.male_strata,
    )
    sides = (bags, turned)
    if min_similarity is None:
        return 100.0 - sum(map(mbe.total_of, sides))
    return 100.0 - sum(mbe.total_above(side, min_similarity) for side in sides)


def _meetings(bags: mbe.TwoBags) -> tuple[Floats, Floats]:
    """The male wins that each pooled sentence has a part in, and all its weight."""
    scores, strata, n_male = bags.pooled_scores, bags.pooled_strata, bags.n_male
    wins, weights = np.zeros(len(scores)), np.zeros(len(scores))
    for stratum in np.unique(strata):
        inside = np.flatnonzero(strata == stratum)
        men, women = inside[inside < n_male], inside[inside >= n_male]
        all_men, all_women = (
            bags.vectors_at(side, np.float64).sum(axis=0) for side in (men, women)
        )
        weights[men] = bags.vectors_at(men, np.float64) @ all_women
        weights[women] = bags.vectors_at(women, np.float64) @ all_men
    lower_men = lower_women = higher_men = np.zeros(())
    for positions, new_stratum in bags.blocks(_BLOCK):
        vectors, male = bags.vectors_at(positions, np.float64), positions < n_male
        men, women = positions[male], positions[~male]
        if new_stratum:
            inside = np.flatnonzero(strata[:n_male] == strata[positions[0]])
            higher_men = bags.vectors_at(inside, np.float64).sum(axis=0)
            lower_men = lower_women = np.zeros_like(higher_men)
        own_men, own_women = vectors[male], vectors[~male]
        lower_men = lower_men + own_men.sum(axis=0)
        wins[men] = own_men @ lower_women
        wins[women] = own_women @ (higher_men - lower_men)
        if scores[positions[0]] < scores[positions[-1]]:  # else all tie
            met = (own_men @ own_women.T) * (scores[men, None] > scores[women])
            wins[men] += met.sum(axis=1)
            wins[women] += met.sum(axis=0)
        lower_women = lower_women + own_women.sum(axis=0)
    return wins, weights


def _meetings_above(bags: mbe.TwoBags, threshold: float) -> tuple[Floats, Floats]:
    """The same over the pairs whose weight reaches `threshold`; only some are held at a time."""
    scores, strata = bags.pooled_scores, bags.pooled_strata
    wins, weights = np.zeros(len(scores)), np.zeros(len(scores))
    everyone = np.arange(len(scores))
    women = everyone[bags.n_male :]
    right = bags.vectors_at(women, np.float64)
    for men in np.array_split(everyone[: bags.n_male], -(-bags.n_male // _MEN_AT_ONCE)):
        similarity = bags.vectors_at(men, np.float64) @ right.T
        similarity *= (similarity >= threshold) & (strata[men, None] == strata[women])
        met = similarity * (scores[men, None] > scores[women])
        wins[men], weights[men] = met.sum(axis=1), similarity.sum(axis=1)
        wins[women] += met.sum(axis=0)
        weights[women] += similarity.sum(axis=0)
    return wins, weights
