"""The shuffled baseline: hand-worked, and a fair coin whatever the likelihoods are."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats as sps

from equimask.measures import shuffled


def test_pairs_are_made_as_the_seed_says() -> None:
    likelihoods = np.array([-1.0, -2.0, -3.0, -4.0, -5.0])
    order = np.random.default_rng(7).permutation(5)
    first, second = likelihoods[order[:2]], likelihoods[order[2:4]]
    rows = shuffled.row_scores(likelihoods, seed=7)
    assert rows.tolist() == [(first > second).astype(float).tolist()]


def test_equal_likelihoods_are_worth_a_half_or_nothing() -> None:
    same = np.full(6, -2.0)
    assert shuffled.total(shuffled.row_scores(same, 4)) == 50.0
    assert shuffled.total(shuffled.row_scores(same, 4, ties="zero")) == 0.0


def test_it_scatters_around_50_like_a_coin_however_unequal_the_bags() -> None:
    rng = np.random.default_rng(0)
    likelihoods = np.concatenate([rng.normal(0, 1, 100), rng.normal(9, 1, 100)])
    rows = shuffled.row_scores(likelihoods, 2000, seed=1)
    values = 100 * rows.mean(axis=1)
    assert values.std() == pytest.approx(shuffled.stderr(100), rel=0.05)
    assert abs(values.mean() - 50) < 4 * shuffled.stderr(100, 2000)
    counts = np.bincount(rows.sum(axis=1).astype(int), minlength=101)
    near = slice(40, 61)
    expected = 2000 * sps.binom.pmf(np.arange(101), 100, 0.5)[near]
    assert ((counts[near] - expected) ** 2 / expected).sum() < sps.chi2.ppf(0.999, 20)


def test_one_sentence_makes_no_pair() -> None:
    with pytest.raises(ValueError, match="at least two sentences"):
        shuffled.row_scores(np.array([-1.0]))
