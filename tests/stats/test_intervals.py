"""Error bars against closed forms."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats as sps

from equimask import stats


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


def test_a_few_repeated_values_have_students_interval() -> None:
    values = np.array([48.0, 50.0, 51.0, 53.0, 50.5])
    mean, stderr, low, high = stats.mean_interval(values, 0.99)
    assert (mean, stderr) == pytest.approx((values.mean(), values.std(ddof=1) / np.sqrt(5)))
    assert (low, high) == pytest.approx(sps.t.interval(0.99, 4, mean, stderr))


def test_a_generator_does_what_its_seed_does_and_goes_on() -> None:
    values = np.random.default_rng(1).normal(0.2, 1.0, size=40)
    bits = (values > 0).astype(np.float64)
    for statistic in (
        lambda seed: stats.bootstrap_mean(values, 0.95, 99, seed),
        lambda seed: stats.bootstrap_percentage(bits, 0.95, 99, seed),
        lambda seed: stats.sign_flip_test(values, 99, seed),
    ):
        rng = np.random.default_rng(3)
        assert statistic(rng) == statistic(3)
        assert statistic(rng) != statistic(3)
    rng = np.random.default_rng(3)
    paired = stats.paired_bootstrap(values, 0 * values, 0.95, 99, rng)
    assert paired.interval == stats.bootstrap_mean(values, 0.95, 99, 3)


def test_bootstraps_are_scipys_to_the_last_digit() -> None:
    values = np.random.default_rng(1).normal(size=40)
    expected = sps.bootstrap(
        (values,), np.mean, n_resamples=99, method="percentile", rng=np.random.default_rng(3)
    )
    found = stats.bootstrap_mean(values, 0.95, 99, 3)
    assert found == (expected.standard_error, *expected.confidence_interval)
