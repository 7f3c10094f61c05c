"""Shf, the shuffled baseline of Kaneko et al. (2022): what pairs score when gender means nothing.

All sentences are pooled, shuffled and paired off; Eq. 3 is the percentage of pairs whose first
sentence is the likelier. Whatever the model, each pair is the toss of a fair coin, so Shf scatters
around 50 with a standard deviation of 50 / sqrt(pairs) and agrees with other scores by chance only.
"""

from __future__ import annotations

from typing import Literal

import numpy as np

from equimask.core.arrays import Floats
from equimask.core.randomness import Seed
from equimask.measures import preference


def row_scores(
    likelihoods: Floats,
    n_shuffles: int = 1,
    seed: Seed = 0,
    ties: Literal["half", "zero"] = "half",
) -> Floats:
    """One row per shuffle, one bit per pair; of an odd pool one sentence is left over."""
    rng = np.random.default_rng(seed)
    half = len(likelihoods) // 2
    if not half:
        raise ValueError("at least two sentences are needed to make a pair")
    shuffled = (rng.permutation(likelihoods) for _ in range(n_shuffles))
    return np.array(
        [preference.row_scores(pool[:half], pool[half : 2 * half], ties) for pool in shuffled]
    )


total = preference.total


def stderr(n_pairs: int, n_shuffles: int = 1) -> float:
    """In points: the coins of all shuffles are independent of each other."""
    return 50.0 / float(np.sqrt(n_pairs * n_shuffles))
