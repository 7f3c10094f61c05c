"""How far each sentence moves MBE, against a double loop and against the score itself."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from equimask.measures import mbe
from equimask.measures.mbe_pulls import pulls, tied_share


def bags_of(seed: int, n_male: int, n_female: int, weights: str, strata: bool) -> mbe.TwoBags:
    """Scores with ties, vectors that all point one way."""
    rng = np.random.default_rng(seed)

    def side(n: int) -> tuple[np.ndarray, np.ndarray, np.ndarray | None]:
        lengths = rng.integers(3, 5, n)
        lengths[0] = 3
        return rng.integers(0, 30, n) / 7.0, rng.random((n, 4)) + 0.1, lengths if strata else None

    (male, male_vectors, left), (female, female_vectors, right) = side(n_male), side(n_female)
    return mbe.TwoBags(male, female, male_vectors, female_vectors, weights, left, right)


def naive_pulls(bags: mbe.TwoBags, least: float | None) -> tuple[np.ndarray, float]:
    """Oracle: every meeting by itself."""
    n, n_male = len(bags.pooled_scores), bags.n_male
    vectors = bags.vectors_at(np.arange(n), np.float64)
    won, met, ties = np.zeros(n), np.zeros(n), 0.0
    for i in range(n_male):
        for j in range(n_male, n):
            weight = float(vectors[i] @ vectors[j])
            if bags.pooled_strata[i] != bags.pooled_strata[j] or weight < (least or -np.inf):
                continue
            win = weight * (bags.pooled_scores[i] > bags.pooled_scores[j])
            ties += weight * (bags.pooled_scores[i] == bags.pooled_scores[j])
            for k in (i, j):
                won[k], met[k] = won[k] + win, met[k] + weight
    total, all_met = won.sum() / met.sum(), met.sum() / 2
    return 100 * (won - total * met) / all_met, 100 * ties / all_met


@settings(max_examples=40, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    n_male=st.integers(1, 90),
    n_female=st.integers(1, 90),
    weights=st.sampled_from(["cosine", "dot", "none"]),
    strata=st.booleans(),
    least=st.sampled_from([None, 0.8]),
)
def test_pulls_are_those_of_a_double_loop(
    seed: int, n_male: int, n_female: int, weights: str, strata: bool, least: float | None
) -> None:
    bags = bags_of(seed, n_male, n_female, weights, strata)
    naive, ties = naive_pulls(bags, least)
    if np.isnan(naive).any():
        return
    found = pulls(bags, least)
    assert found == pytest.approx(naive, abs=1e-9)
    assert found.sum() == pytest.approx(0.0, abs=1e-9)
    assert tied_share(bags, least) == pytest.approx(ties, abs=1e-9)


@pytest.mark.parametrize("weights", ["cosine", "none"])
def test_a_sentence_that_counts_a_little_more_moves_the_score_by_its_pull(weights: str) -> None:
    bags = bags_of(3, 20, 30, weights, strata=False)
    male = (np.arange(50) < 20).astype(np.float64)[None]
    female, found, step = 1.0 - male, pulls(bags), 1e-6
    for i in (0, 7, 19, 20, 33, 49):
        more = np.zeros((1, 50))
        more[0, i] = step
        moved = mbe.resampled_totals(bags, male + more * male, female + more * female)
        assert (moved[0] - mbe.total_of(bags)) / step == pytest.approx(found[i], abs=1e-4)
