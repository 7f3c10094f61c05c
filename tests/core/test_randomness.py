"""A number or a generator: whoever draws takes both."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from equimask.core.randomness import as_number
from equimask.measures import concordance, latent_pmi, shuffled
from equimask.studies.analyses.clusters import cluster_words

NUMBERS = np.random.default_rng(0).normal(size=24)
WORDS = [f"word{i}" for i in range(12)]


def test_a_number_stays_and_a_generator_gives_its_next_one() -> None:
    assert as_number(7) == 7
    rng = np.random.default_rng(3)
    first, second = as_number(rng), as_number(rng)
    assert first != second and first == as_number(np.random.default_rng(3))
    assert all(0 <= number < 2**32 for number in (first, second))


def spearman(seed: Any) -> Any:
    return concordance.spearman(NUMBERS, NUMBERS[::-1], seed)


def shuffles(seed: Any) -> Any:
    return shuffled.row_scores(NUMBERS, 3, seed).tolist()


def clusters(seed: Any) -> Any:
    pytest.importorskip("sklearn")
    found = cluster_words(NUMBERS.reshape(12, 2), WORDS, np.ones((12, 2)), k=3, n_init=1, seed=seed)
    return found.assignment.tolist()


def latent(seed: Any) -> Any:
    counts = np.arange(8).reshape(4, 2) + 1
    return latent_pmi.fit(counts, l1=0.01, seed=seed, max_iterations=3).fits[0].loss


@pytest.mark.parametrize("draw", [spearman, shuffles, clusters, latent])
def test_studies_draw_from_numbers_and_from_generators(draw: Callable[[Any], Any]) -> None:
    assert draw(5) == draw(5)
    assert draw(np.random.default_rng(5)) == draw(np.random.default_rng(5))
