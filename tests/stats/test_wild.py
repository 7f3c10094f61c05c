"""The wild cluster bootstrap against flips of rows by hand, and its interval against the test."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from equimask import stats
from equimask.stats.crossed import changing
from equimask.stats.wild import Flipping

RNG = np.random.default_rng(6)
NAMES, TEMPLATES = RNG.integers(0, 8, 60), RNG.integers(0, 7, 60)
ROWS = 0.6 + RNG.normal(size=60) + 0.3 * RNG.normal(size=8)[NAMES]
COLUMNS = [NAMES, TEMPLATES]


def rng(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(seed)


def naive_t(rows: np.ndarray) -> float:
    error = stats.crossed_error(rows, COLUMNS)
    assert error is not None
    return abs(rows.mean()) / error.stderr


def naive_p(rows: np.ndarray) -> float:
    found = []
    for column in COLUMNS:
        flipped = [
            naive_t(np.array(signs)[column] * rows)
            for signs in product((-1, 1), repeat=int(column.max()) + 1)
        ]
        found.append(np.mean(np.array(flipped) >= naive_t(rows) * (1 - 1e-9)))
    return float(max(found))


def test_p_is_the_larger_of_both_columns_over_all_flips() -> None:
    for shift in (0.0, 0.3):
        found = stats.wild_cluster_test(ROWS - shift, COLUMNS, 9999, rng())
        assert found == pytest.approx(naive_p(ROWS - shift))
    assert naive_p(ROWS) < 0.05 < naive_p(ROWS - 0.3)


def test_t_of_flipped_rows_is_computed_anew_for_three_columns_too() -> None:
    columns = changing([NAMES, TEMPLATES, np.arange(60) % 3])
    flip = 2.0 * rng().integers(0, 2, (20, 7)) - 1.0
    flipping = Flipping(columns, 1)
    found = flipping.t(flipping.moments(ROWS, flip))
    for signs, t in zip(flip, found, strict=True):
        rows = signs[TEMPLATES] * ROWS
        error = stats.crossed_error(rows, columns)
        assert error is not None
        assert t == pytest.approx(abs(rows.mean()) / error.stderr)


@pytest.mark.parametrize("n_resamples", [9999, 199])
def test_an_interval_holds_what_the_test_does_not_refuse(n_resamples: int) -> None:
    stderr, low, high = stats.crossed_interval(ROWS, COLUMNS, 0.9, n_resamples, rng(1))
    assert stderr is not None and low is not None and high is not None
    for end, out in ((low, -1), (high, 1)):
        for step in (1e-4, 0.01, 0.1, 1.0):
            beyond = stats.wild_cluster_test(
                ROWS - end - out * step * stderr, COLUMNS, n_resamples, rng(1)
            )
            inside = stats.wild_cluster_test(
                ROWS - end + out * step * stderr, COLUMNS, n_resamples, rng(1)
            )
            assert beyond is not None and inside is not None
            assert beyond <= 0.1 + 1e-9 < inside


def test_one_column_agrees_with_flips_of_its_clusters() -> None:
    clusters = np.arange(300) % 60
    rows = rng(2).normal(size=300) + rng(3).normal(size=60)[clusters]
    wild = stats.crossed_interval(rows, [clusters], 0.95, 4999, rng())
    plain = stats.cluster_interval(rows, clusters, 0.95, 4999, rng())
    assert wild == pytest.approx(plain, rel=0.03, abs=0.01)


def test_a_column_of_few_clusters_can_show_little() -> None:
    few = np.arange(60) % 4
    p_value = stats.wild_cluster_test(np.abs(ROWS) + 5, [NAMES, few], 9999, rng())
    assert p_value == stats.attainable_p(4) == 0.125
    interval = stats.crossed_interval(ROWS, [NAMES, few], 0.95, 9999, rng())
    assert (interval.low, interval.high) == (None, None)
    assert interval.stderr is not None


def test_one_cluster_cannot_tell_and_nothing_shows_nothing() -> None:
    assert stats.wild_cluster_test(ROWS, [np.zeros(60)], 99, rng()) is None
    assert stats.crossed_interval(ROWS, [np.zeros(60)], 0.9, 99, rng()) == (None, None, None)
    assert stats.wild_cluster_test(np.zeros(60), COLUMNS, 999, rng()) == 1.0
    assert stats.wild_cluster_test(np.ones(60), COLUMNS, 999, rng()) == stats.attainable_p(7)
    interval = stats.crossed_interval(np.ones(60), COLUMNS, 0.9, 999, rng())
    assert interval == pytest.approx((0.0, 1.0, 1.0), abs=1e-5)


@settings(max_examples=20)
@given(seed=st.integers(0, 2**32 - 1))
def test_neither_labels_nor_order_nor_unit_matter(seed: int) -> None:
    order = rng(seed).permutation(60)
    columns = [rng(seed).permutation(8)[NAMES][order], rng(seed).permutation(7)[TEMPLATES][order]]
    stderr, low, high = stats.crossed_interval(ROWS, COLUMNS, 0.9, 99, rng())
    assert stderr is not None and low is not None and high is not None
    found = stats.crossed_interval(1e-6 * ROWS[order] + 1, columns, 0.9, 99, rng())
    expected = (1e-6 * stderr, 1e-6 * low + 1, 1e-6 * high + 1)
    assert found == pytest.approx(expected, rel=1e-9, abs=1e-11)
