"""Draws over two sets of rows, and over sets whose rows are pairs."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from equimask.stats.draws import (
    balanced_sets,
    bootstrap_pairs,
    cluster_bootstrap,
    swap_clusters,
    swap_pairs,
)

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


CLUSTERS = np.array(["a", "a", "b", "c", "d", "a", "c", "d", "e"])  # b is of men, e of women


def test_swaps_of_clusters_turn_all_of_their_rows() -> None:
    rng = np.random.default_rng(2)
    male, female = both(swap_clusters(CLUSTERS, N_MALE, N_FEMALE, 4000, rng))
    labels = np.arange(9) < N_MALE
    assert (male + female == 1).all()
    for label in "acd":
        own = male[:, label == CLUSTERS] == labels[label == CLUSTERS]
        assert (own == own[:, :1]).all()
        assert abs(own.mean() - 0.5) < 0.05
    assert (male[:, 2] + male[:, 8] == 1).all()  # b and e change places or not
    assert abs(male[:, 2].mean() - 0.5) < 0.05


def test_within_strata_clusters_turn_only_what_has_a_partner_there() -> None:
    rng = np.random.default_rng(6)
    lengths = np.array([5, 7, 6, 6, 6, 5, 6, 7, 6])
    male, _ = both(swap_clusters(CLUSTERS, N_MALE, N_FEMALE, 2000, rng, lengths))
    labels = np.arange(9) < N_MALE
    moved = male != labels
    assert (moved[:, 0] == moved[:, 5]).all() and (moved[:, 3] == moved[:, 6]).all()
    assert not moved[:, [1, 4, 7]].any()  # a's second man, and d whose two lengths differ
    assert all(abs(moved[:, place].mean() - 0.5) < 0.05 for place in (0, 3))
    assert (male[:, 2] + male[:, 8] == 1).all() and moved[:, 2].any()
    longer = np.where(np.arange(9) == 8, 9, lengths)
    male, _ = both(swap_clusters(CLUSTERS, N_MALE, N_FEMALE, 200, rng, longer))
    assert male[:, 2].all() and not male[:, 8].any()


@given(
    labels=st.lists(st.sampled_from("abcdef"), min_size=9, max_size=9),
    lengths=st.lists(st.integers(0, 3), min_size=9, max_size=9),
)
def test_rows_of_a_cluster_and_a_stratum_turn_together(
    labels: list[str], lengths: list[int]
) -> None:
    rng = np.random.default_rng(7)
    male, female = both(swap_clusters(labels, N_MALE, N_FEMALE, 50, rng, np.array(lengths)))
    assert (male + female == 1).all()
    moved = male != (np.arange(9) < N_MALE)
    for label in set(labels):
        own = [place for place in range(9) if labels[place] == label]
        genders = {place < N_MALE for place in own}
        turned = moved[:, own]
        if len(genders) == 1:
            assert (turned == turned[:, :1]).all()
        else:  # by one coin, those that can
            movable = turned[:, turned.any(axis=0)]
            assert (movable == movable[:, :1]).all() if movable.size else True


def test_means_of_drawn_clusters_vary_as_a_loop_would_have_them() -> None:
    rng = np.random.default_rng(3)
    rows = rng.normal(size=(2, 9))
    draws = cluster_bootstrap(rows, [CLUSTERS], 4000, rng)
    assert draws.shape == (2, 4000)
    naive = []
    for _ in range(4000):
        picks = rng.choice(list("abcde"), 5)
        places = np.concatenate([np.flatnonzero(pick == CLUSTERS) for pick in picks])
        naive.append(rows[:, places].mean(axis=1))
    assert np.allclose(draws.std(axis=1), np.std(naive, axis=0), rtol=0.06)
    for q in (5, 50, 95):
        assert np.allclose(
            np.percentile(draws, q, axis=1), np.percentile(naive, q, axis=0), atol=0.1
        )
    assert np.corrcoef(draws)[0, 1] == pytest.approx(np.corrcoef(np.array(naive).T)[0, 1], abs=0.05)
    again = cluster_bootstrap(rows[1], [CLUSTERS], 50, np.random.default_rng(9))
    assert (again == cluster_bootstrap(rows, [CLUSTERS], 50, np.random.default_rng(9))[1]).all()


def test_the_pigeonhole_bootstrap_weighs_rows_by_products() -> None:
    rng = np.random.default_rng(4)
    names, templates = np.arange(30) % 6, np.arange(30) % 5
    rows = rng.normal(size=30)
    draws = cluster_bootstrap(rows, [names, templates], 5000, rng)
    naive = []
    for _ in range(5000):
        often = [np.bincount(rng.integers(0, k, k), minlength=k) for k in (6, 5)]
        weights = often[0][names] * often[1][templates]
        naive.append(np.average(rows, weights=weights))
    assert np.std(draws) == pytest.approx(np.std(naive), rel=0.06)
    assert np.mean(draws) == pytest.approx(np.mean(naive), abs=0.02)


def test_one_cluster_cannot_be_drawn() -> None:
    rng = np.random.default_rng(5)
    with pytest.raises(ValueError, match="two clusters"):
        cluster_bootstrap(np.ones(3), [np.zeros(3)], 9, rng)
