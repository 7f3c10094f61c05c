"""Draws over two sets of rows, and over sets whose rows are pairs."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from equimask.stats.draws import balanced_sets, bootstrap_pairs, swap_pairs

N_MALE, N_FEMALE = 5, 4
PAIRS = np.array([[0, 6], [3, 5], [4, 8]])  # 1 and 2 are men alone, 7 is a woman alone


def both(chunks: object) -> tuple[np.ndarray, np.ndarray]:
    male, female = zip(*chunks, strict=True)  # type: ignore[call-overload]
    return np.concatenate(male), np.concatenate(female)


def test_a_bootstrap_draws_both_rows_of_a_pair_or_neither() -> None:
    male, female = both(bootstrap_pairs(PAIRS, N_MALE, N_FEMALE, 2000, np.random.default_rng(0)))
    assert (male[:, PAIRS[:, 0]] == female[:, PAIRS[:, 1]]).all()
    assert not male[:, N_MALE:].any()
    assert not female[:, :N_MALE].any()
    assert (male[:, PAIRS[:, 0]].sum(axis=1) == 3).all()
    assert (male[:, 1:3].sum(axis=1) == 2).all()  # men alone among themselves
    assert (female[:, 7] == 1).all()
    assert np.allclose(male[:, :N_MALE].mean(axis=0), 1.0, atol=0.1)
    assert np.allclose(female[:, N_MALE:].mean(axis=0), 1.0, atol=0.1)


@given(st.integers(1, 30), st.integers(0, 2**32 - 1))
def test_swaps_stay_within_a_pair_and_others_among_themselves(n_draws: int, seed: int) -> None:
    chunks = swap_pairs(PAIRS, N_MALE, N_FEMALE, n_draws, np.random.default_rng(seed))
    male, female = both(chunks)
    assert male.shape == (n_draws, N_MALE + N_FEMALE)
    assert (male + female == 1).all()
    assert (male[:, PAIRS[:, 0]] + male[:, PAIRS[:, 1]] == 1).all()
    assert (male[:, [1, 2, 7]].sum(axis=1) == 2).all()


def test_with_strata_nobody_leaves_them() -> None:
    strata = np.array([1, 1, 2, 1, 3, 1, 1, 2, 4])  # the last pair differs, and 1 stands alone
    chunks = swap_pairs(PAIRS, N_MALE, N_FEMALE, 200, np.random.default_rng(0), strata)
    male, _ = both(chunks)
    assert (male[:, [1, 4]] == 1).all()
    assert not male[:, 8].any()
    assert set(male[:, 0]) == set(male[:, 3]) == set(male[:, 2]) == {0.0, 1.0}
    assert (male[:, 2] + male[:, 7] == 1).all()


def test_every_pattern_of_swaps_is_equally_likely() -> None:
    male, _ = both(swap_pairs(PAIRS, N_MALE, N_FEMALE, 8000, np.random.default_rng(1)))
    patterns, counts = np.unique(male[:, PAIRS[:, 0]], axis=0, return_counts=True)
    assert len(patterns) == 8
    assert np.allclose(counts, 1000, atol=150)


@given(seed=st.integers(0, 99), n_male=st.integers(2, 7), n_female=st.integers(2, 7))
def test_balanced_sets_hold_the_smaller_one_whole_and_keep_pairs(
    seed: int, n_male: int, n_female: int
) -> None:
    pairs = np.array([[0, n_male], [1, n_male + 1]])
    male, female = both(balanced_sets(pairs, n_male, n_female, 6, np.random.default_rng(seed)))
    size = min(n_male, n_female)
    assert male.shape == female.shape == (6, n_male + n_female)
    assert (male.sum(axis=1) == size).all() and (female.sum(axis=1) == size).all()
    assert not male[:, n_male:].any() and not female[:, :n_male].any()
    assert {*np.unique(male), *np.unique(female)} <= {0.0, 1.0}
    assert male[:, pairs[:, 0]].all() and female[:, pairs[:, 1]].all()


def test_every_balanced_set_is_equally_likely() -> None:
    none = np.empty((0, 2), dtype=np.int64)
    male, female = both(balanced_sets(none, 4, 2, 6000, np.random.default_rng(3)))
    assert female[:, 4:].all()
    patterns, counts = np.unique(male, axis=0, return_counts=True)
    assert len(patterns) == 6
    assert (np.abs(counts - 1000) < 130).all()
