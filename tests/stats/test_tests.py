"""Tests against exact enumeration and by the rate of their false alarms."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats as sps

from equimask import stats


def test_sign_test_is_exact_and_leaves_ties_out() -> None:
    bits = np.array([1.0] * 8 + [0.0] * 2 + [0.5] * 5)
    assert stats.sign_test(bits) == pytest.approx(sps.binomtest(8, 10).pvalue)
    assert stats.sign_test(np.full(4, 0.5)) is None


def test_sign_flip_test_enumerates_small_samples_exactly() -> None:
    values = np.array([1.0, 2.0, 3.0, 4.0])
    assert stats.sign_flip_test(values) == pytest.approx(2 / 16)


def test_sign_flip_test_does_not_depend_on_the_unit_of_measurement() -> None:
    values = np.random.default_rng(0).normal(0.3, 1.0, size=60)
    assert stats.sign_flip_test(values) == stats.sign_flip_test(values * 1e-9)


def test_sign_flip_test_of_zeros_finds_nothing() -> None:
    assert stats.sign_flip_test(np.zeros(10)) == 1.0


def test_sign_flip_p_values_are_uniform_under_the_null() -> None:
    rng = np.random.default_rng(0)
    p_values = [stats.sign_flip_test(rng.normal(size=30), 499, seed=i) for i in range(200)]
    assert sps.kstest(p_values, "uniform").pvalue > 0.01


def test_a_permutation_that_gives_the_score_back_counts_as_extreme_despite_float32() -> None:
    # Two sentences have two labellings: no p below 1 is possible.
    draws = np.array([0.0, 99.9999938] * 100)
    assert stats.permutation_p_value(100.00000000000003, draws) == 1.0


def test_permutation_p_values_of_few_labellings_are_never_too_small() -> None:
    rng = np.random.default_rng(0)
    labellings = rng.normal(50.0, 5.0, size=(300, 20)).astype(np.float32)  # of 3 + 3 sentences
    p_values = [
        stats.permutation_p_value(float(row[0]) * (1 + 1e-7), rng.choice(row, 999))
        for row in labellings
    ]
    for level in (0.1, 0.2, 0.4):
        assert np.mean(np.array(p_values) <= level) <= level + 3 * np.sqrt(level / 300)


def test_a_permutation_p_value_does_not_need_a_symmetric_null() -> None:
    draws = np.random.default_rng(0).exponential(1.0, size=99_999)
    tail = float((draws >= 3.0).mean())
    assert stats.permutation_p_value(3.0, draws) == pytest.approx(2 * tail, rel=1e-2)


@pytest.mark.parametrize("seed_effect", [0.0, 0.07, 1.0])
def test_twin_p_values_are_even_for_one_more_twin(seed_effect: float) -> None:
    """Nine untrained models, eight of them twins of the first: no more than 5 % below 0.05."""
    rng = np.random.default_rng(1)
    n, k, repeats, p_values = 100, 8, 2000, []
    for _ in range(repeats):
        shared = rng.normal(size=n)
        own = rng.normal(size=(k + 1, n)) + rng.normal(0.0, seed_effect, size=(k + 1, 1))
        model, twins = shared + own[0], shared + own[1:]
        stderr = np.std(model - twins.mean(0), ddof=1) / np.sqrt(n)
        noise = np.var(twins - twins.mean(0), axis=1, ddof=1).mean() / n * k / (k - 1)
        p_values.append(stats.twin_test(model.mean(), twins.mean(1), stderr, noise).p_value)
    assert 0.015 < np.mean(np.array(p_values) < 0.05) < 0.065
    assert 0.43 < np.mean(np.array(p_values) < 0.5) < 0.54


@pytest.mark.parametrize("seed_effect", [0.0, 0.3])
def test_p_values_from_the_mean_twin_are_even_for_a_model_without_a_seed_effect(
    seed_effect: float,
) -> None:
    """Twins lean by chance, the trained model does not: as one more twin it is too cautious."""
    rng = np.random.default_rng(2)
    n, k, repeats = 100, 8, 2000
    from_mean, among = [], []
    for _ in range(repeats):
        shared = rng.normal(size=n)
        twins = shared + rng.normal(size=(k, n)) + rng.normal(0.0, seed_effect, size=(k, 1))
        model = shared + rng.normal(size=n)
        stderr = np.std(model - twins.mean(0), ddof=1) / np.sqrt(n)
        noise = np.var(twins - twins.mean(0), axis=1, ddof=1).mean() / n * k / (k - 1)
        given = model.mean(), twins.mean(1), stderr, noise
        from_mean.append(stats.mean_twin_test(*given).p_value)
        among.append(stats.twin_test(*given).p_value)
    assert 0.035 < np.mean(np.array(from_mean) < 0.05) < 0.065
    assert seed_effect == 0.0 or np.mean(np.array(among) < 0.05) < 0.005


def test_both_tests_of_twins_agree_where_all_twins_score_the_same() -> None:
    given = 60.0, np.full(4, 50.0), 4.0, 0.0, 3.0
    assert stats.mean_twin_test(*given) == stats.twin_test(*given)
    for test in (stats.mean_twin_test, stats.twin_test):
        with pytest.raises(ValueError, match="at least two twins"):
            test(60.0, np.array([50.0]), 4.0)
        assert test(50.0, np.full(3, 50.0), 0.0).p_value == 1.0


def test_mcnemar_hears_only_pairs_that_disagree() -> None:
    first = np.array([1.0] * 9 + [0.0] * 3 + [1.0] * 20 + [0.0] * 8)
    second = np.array([0.0] * 9 + [1.0] * 3 + [1.0] * 20 + [0.0] * 8)
    assert stats.mcnemar_test(first, second) == pytest.approx(sps.binomtest(9, 12).pvalue)
    assert stats.mcnemar_test(first, first) is None


@given(st.lists(st.one_of(st.none(), st.floats(0, 1)), max_size=30))
def test_q_values_are_those_of_benjamini_and_hochberg(p_values: list[float | None]) -> None:
    known = sorted(p for p in p_values if p is not None)
    for p, q in zip(p_values, stats.q_values(p_values), strict=True):
        if p is None:
            assert q is None
        else:
            steps = [len(known) * other / (k + 1) for k, other in enumerate(known) if other >= p]
            assert q == pytest.approx(min(1.0, *steps) if len(steps) > 1 else min(1.0, steps[0]))


def test_a_difference_of_few_clusters_is_tested_with_their_degrees_of_freedom() -> None:
    twins = np.array([50.0, 51.0, 49.0, 50.5])
    plain = stats.twin_test(60.0, twins, 4.0)
    same = stats.twin_test(60.0, twins, 4.0, 0.0, np.inf)
    few = stats.twin_test(60.0, twins, 4.0, 0.0, 3.0)
    assert plain == same and few.p_value > plain.p_value
    assert (few.null, few.stderr) == (plain.null, plain.stderr)
    alike = stats.twin_test(60.0, np.full(4, 50.0), 4.0, 0.0, 3.0)
    assert alike.p_value == pytest.approx(2 * sps.t.sf(2.5, 3.0))
