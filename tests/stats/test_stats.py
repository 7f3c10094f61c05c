"""Error bars, tests and power against closed forms and the figures of the literature."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats as sps

from equimask import stats


@pytest.mark.parametrize(("n", "points"), [(212, 9.6), (262, 8.7), (1508, 3.6)])
def test_minimum_detectable_effect_of_a_percentage(n: int, points: float) -> None:
    assert stats.minimum_detectable_effect(50.0, n) == pytest.approx(points, abs=0.05)


def test_bootstrap_error_is_that_of_the_mean_and_repeats_with_the_seed() -> None:
    values = np.random.default_rng(1).normal(size=400)
    first = stats.bootstrap_mean(values, seed=3)
    assert first == stats.bootstrap_mean(values, seed=3)
    assert first != stats.bootstrap_mean(values, seed=4)
    assert first.stderr == pytest.approx(values.std() / 20, rel=0.05)
    assert first.low is not None
    assert first.high is not None
    assert first.low < values.mean() < first.high


def test_bootstrap_does_not_depend_on_how_resamples_are_batched(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    values = np.random.default_rng(1).normal(size=50)
    whole = stats.bootstrap_mean(values)
    monkeypatch.setattr(stats.intervals, "RESAMPLES_AT_ONCE", 500)
    assert stats.bootstrap_mean(values) == pytest.approx(whole, rel=1e-12)


def test_one_row_has_no_error_bar() -> None:
    assert stats.bootstrap_mean(np.array([0.3])) == (None, None, None)
    assert stats.sign_flip_test(np.array([0.3])) is None


def test_unanimous_rows_get_wilsons_interval_instead_of_none() -> None:
    interval = stats.bootstrap_percentage(np.ones(40))
    expected = sps.binomtest(40, 40).proportion_ci(0.95, "wilson")
    assert interval == (0.0, pytest.approx(100 * expected.low), pytest.approx(100 * expected.high))


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
