"""Do two word lists hold a class equally often? An unpaired permutation test.

The entries of both lists are pooled and dealt out again at random. What is asked is whether the
lists differ by more than a random split of these very words; how surely the words got into their
lists is not part of the question: `chance` asks it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from equimask.core.errors import InputError, OptionError
from equimask.stats.draws import permute_two_sets
from equimask.studies.analyses.checks import Floats

N_SHUFFLES = 10_000
ALPHA = 0.05
_SAME = 1e-9  # shares are multiples of 1/size: what differs by less is equal


class ClassDifference(NamedTuple):
    """Per class: share in the male minus share in the female list, and its two-sided p."""

    difference: Floats
    p_values: Floats


def class_difference_test(
    male: Floats, female: Floats, rng: np.random.Generator, n_shuffles: int = N_SHUFFLES
) -> ClassDifference:
    """`male` and `female` are [entries, classes]: how much of an entry belongs to a class.

    p = (1 + b) / (1 + B), where b of B shuffles have a difference at least as large.
    """
    shuffled = shuffled_differences(male, female, rng, n_shuffles)
    difference: Floats = male.mean(axis=0) - female.mean(axis=0)
    beyond = (np.abs(shuffled) >= np.abs(difference) - _SAME).sum(axis=0)
    return ClassDifference(difference, (1.0 + beyond) / (1.0 + n_shuffles))


def shuffled_differences(
    male: Floats, female: Floats, rng: np.random.Generator, n_shuffles: int = N_SHUFFLES
) -> Floats:
    """[shuffles, classes]: the differences when the pooled entries are dealt out at random."""
    if n_shuffles < 1:
        raise OptionError(
            expected="at least one shuffle", got=f"n_shuffles={n_shuffles}", fix="Use 10,000."
        )
    if not len(male) or not len(female):
        raise InputError(
            expected="two lists with entries",
            got=f"{len(male)} male and {len(female)} female",
            fix="Take longer lists.",
        )
    pooled = np.concatenate([male, female])
    total = pooled.sum(axis=0)
    chunks = []
    for picked, _ in permute_two_sets(len(male), len(female), n_shuffles, rng):
        in_male = picked.astype(np.float64) @ pooled
        chunks.append(in_male / len(male) - (total - in_male) / len(female))
    return np.concatenate(chunks)
