"""Flips of whole clusters against all of them by hand, and intervals against the test."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from equimask import stats
from equimask.stats.intervals import Interval

CLUSTERS = np.repeat(np.arange(8), [1, 5, 2, 2, 9, 1, 3, 4])
ROWS = np.random.default_rng(4).normal(0.5, 1.0, len(CLUSTERS)) + 0.4 * (CLUSTERS % 3)


def rng(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(seed)


def naive_p(rows: np.ndarray, clusters: np.ndarray) -> float:
    names = np.unique(clusters)
    found = []
    for signs in product((-1, 1), repeat=len(names)):
        sign_of = dict(zip(names, signs, strict=True))
        flipped = [sign_of[c] * row for c, row in zip(clusters, rows, strict=True)]
        found.append(abs(np.mean(flipped)))
    return float(np.mean(np.array(found) >= abs(rows.mean()) - 1e-12))


def test_few_clusters_are_flipped_in_every_way() -> None:
    assert stats.cluster_sign_flip_test(ROWS, CLUSTERS, 9999, rng()) == naive_p(ROWS, CLUSTERS)
    assert stats.cluster_sign_flip_test(ROWS - 1, CLUSTERS, 9999, rng()) == naive_p(
        ROWS - 1, CLUSTERS
    )


def test_many_are_flipped_at_random() -> None:
    found = stats.cluster_sign_flip_test(ROWS - 0.6, CLUSTERS, 200, rng())
    assert found == pytest.approx(naive_p(ROWS - 0.6, CLUSTERS), abs=0.1)
    assert found != naive_p(ROWS - 0.6, CLUSTERS)


def test_single_rows_are_the_sign_flip_test_of_rows() -> None:
    rows = ROWS[:10]
    assert stats.cluster_sign_flip_test(rows, np.arange(10), 9999, rng()) == pytest.approx(
        stats.sign_flip_test(rows)
    )


def test_few_clusters_say_how_little_they_can_show() -> None:
    rows = np.arange(1.0, 13.0)
    for n, smallest in ((2, 0.5), (4, 0.125), (5, 0.0625), (6, 0.03125)):
        clusters = np.arange(12) % n
        assert stats.attainable_p(n) == smallest
        assert stats.cluster_sign_flip_test(rows, clusters, 9999, rng()) == smallest
        interval = stats.cluster_interval(rows, clusters, 0.95, 9999, rng())
        assert (interval.low is None) == (smallest > 0.05)
        assert interval.stderr is not None
    assert stats.attainable_p(1) == 1.0
    assert stats.cluster_sign_flip_test(rows, np.zeros(12), 99, rng()) is None
    assert stats.cluster_interval(rows, np.zeros(12), 0.95, 99, rng()) == (None, None, None)


def test_too_few_flips_for_a_level_leave_the_interval_open() -> None:
    found = stats.cluster_interval(np.arange(40.0), np.arange(40), 0.99, 50, rng())
    assert (found.low, found.high) == (None, None)


@pytest.mark.parametrize("level", [0.8, 0.9, 0.95])
@pytest.mark.parametrize("n_resamples", [9999, 199])  # all flips, random ones
def test_an_interval_holds_what_the_test_does_not_refuse(level: float, n_resamples: int) -> None:
    interval = stats.cluster_interval(ROWS, CLUSTERS, level, n_resamples, rng(1))
    low, high = ends(interval)
    for mean in np.linspace(low - 1, high + 1, 400):
        p_value = stats.cluster_sign_flip_test(ROWS - mean, CLUSTERS, n_resamples, rng(1))
        assert p_value is not None
        assert (p_value > 1 - level + 1e-9) == (low <= mean <= high)


def test_an_interval_of_single_rows_is_that_of_the_mean() -> None:
    rows = rng(3).normal(size=400)
    found = stats.cluster_interval(rows, np.arange(400), 0.95, 9999, rng())
    plain = stats.bootstrap_mean(rows)
    assert found == pytest.approx(plain, rel=0.05, abs=0.005)


def test_intervals_of_bits_stay_between_0_and_1() -> None:
    bits = (ROWS > 0).astype(np.float64)
    low, high = ends(stats.cluster_interval(bits, CLUSTERS, 0.95, 9999, rng()))
    assert 0.0 <= low < bits.mean() < high <= 1.0


@given(seed=st.integers(0, 2**32 - 1), n_resamples=st.sampled_from([99, 500]))
def test_neither_labels_nor_order_nor_unit_matter(seed: int, n_resamples: int) -> None:
    order, names = rng(seed).permutation(len(ROWS)), rng(seed).permutation(8)
    rows, clusters = ROWS[order], names[CLUSTERS][order]
    expected = stats.cluster_interval(ROWS, CLUSTERS, 0.9, n_resamples, rng())
    interval = stats.cluster_interval(rows, clusters, 0.9, n_resamples, rng())
    assert interval == pytest.approx(expected)
    for unit in (1.0, 1e-9):
        found = stats.cluster_sign_flip_test(unit * rows, clusters, n_resamples, rng())
        assert found == stats.cluster_sign_flip_test(ROWS, CLUSTERS, n_resamples, rng())


def test_memory_does_not_decide(monkeypatch: pytest.MonkeyPatch) -> None:
    for n_resamples in (9999, 199):
        whole = stats.cluster_interval(ROWS, CLUSTERS, 0.95, n_resamples, rng())
        with monkeypatch.context() as patch:
            patch.setattr(stats.flips, "RESAMPLES_AT_ONCE", 100)
            assert stats.cluster_interval(ROWS, CLUSTERS, 0.95, n_resamples, rng()) == whole


def test_rows_of_nothing_show_nothing() -> None:
    assert stats.cluster_sign_flip_test(np.zeros(len(ROWS)), CLUSTERS, 999, rng()) == 1.0
    assert stats.cluster_interval(np.zeros(len(ROWS)), CLUSTERS, 0.95, 999, rng()) == (0, 0, 0)


def ends(interval: Interval) -> tuple[float, float]:
    assert interval.low is not None and interval.high is not None
    return interval.low, interval.high
