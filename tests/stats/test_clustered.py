"""One door for rows in clusters: what comes out goes together."""

from __future__ import annotations

import numpy as np
import pytest

from equimask import stats

RNG = np.random.default_rng(7)
NAMES, TEMPLATES = RNG.integers(0, 30, 300), RNG.integers(0, 12, 300)
ROWS = RNG.normal(0.15, 1.0, 300) + 0.3 * RNG.normal(size=30)[NAMES]


def rng(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(seed)


@pytest.mark.parametrize("columns", [[NAMES], [NAMES, TEMPLATES]])
def test_interval_and_p_agree_whatever_is_tested(columns: list[np.ndarray]) -> None:
    p_values = []
    for neutral in np.linspace(-0.3, 0.6, 40):
        found = stats.clustered_mean(ROWS, columns, float(neutral), 0.95, 199, rng())
        _, low, high = found.interval
        assert low is not None and high is not None and found.p_value is not None
        assert (found.p_value > 0.05 + 1e-9) == (low <= neutral <= high)
        p_values.append(found.p_value)
    assert min(p_values) < 0.05 < max(p_values)


def test_one_column_is_flipped_and_several_go_wild() -> None:
    single = stats.clustered_mean(ROWS, [NAMES], 0.0, 0.95, 199, rng())
    both = stats.clustered_mean(ROWS, [NAMES, TEMPLATES], 0.0, 0.95, 199, rng())
    assert (single.test, single.n_clusters) == ("sign-flip test of clusters", 30)
    assert (both.test, both.n_clusters) == ("wild cluster bootstrap", 12)
    assert both.attainable_p == stats.attainable_p(12)
    assert both.effective_n <= single.effective_n < 300
    error = stats.crossed_error(ROWS, [NAMES, TEMPLATES])
    assert error is not None
    assert (both.interval.stderr, both.df) == (error.stderr, error.df)
    constant = stats.clustered_mean(ROWS, [np.zeros(300), NAMES], 0.0, 0.95, 199, rng())
    assert constant == single


@pytest.mark.parametrize("columns", [[NAMES], [NAMES, TEMPLATES]])
def test_percentages_are_tested_against_50(columns: list[np.ndarray]) -> None:
    bits = (ROWS > 0).astype(np.float64)
    found = stats.clustered_percentage(bits, columns, 0.95, 199, rng())
    error = stats.crossed_error(bits, columns)
    assert error is not None
    assert found.interval == stats.percentage_of_clusters(bits, error, 0.95)
    assert found.interval.stderr == pytest.approx(100 * error.stderr)
    turned = stats.clustered_percentage(1 - bits, columns, 0.95, 199, rng())
    assert turned.interval[1:] == pytest.approx((100 - found.interval[2], 100 - found.interval[1]))


def test_one_cluster_tells_nothing() -> None:
    for found in (
        stats.clustered_mean(ROWS, [np.zeros(300)], 0.0, 0.95, 99, rng()),
        stats.clustered_percentage((ROWS > 0) * 1.0, [np.zeros(300)], 0.95, 99, rng()),
    ):
        assert found.interval == (None, None, None)
        assert (found.p_value, found.n_clusters, found.df) == (None, 1, None)
        assert found.attainable_p == found.effective_n == 1.0


@pytest.mark.parametrize("columns", [[NAMES], [NAMES, TEMPLATES]])
def test_small_is_what_has_its_interval_within_the_bound(columns: list[np.ndarray]) -> None:
    decided = set()
    for bound in np.linspace(0.05, 0.8, 30):
        found = stats.clustered_equivalence(ROWS, columns, 0.1, float(bound), 199, rng())
        assert found is not None and found.low is not None and found.high is not None
        inside = -bound < found.low and found.high < bound
        assert (found.p_value <= 0.05 + 1e-9) == inside
        decided.add(inside)
    assert decided == {True, False}


def test_equivalence_needs_more_than_one_cluster_and_a_bound() -> None:
    assert stats.clustered_equivalence(ROWS, [np.zeros(300)], 0.0, 1.0, 99, rng()) is None
    few = stats.clustered_equivalence(ROWS, [np.arange(300) % 4], 0.0, 50.0, 99, rng())
    assert few == (2**-4, None, None)
    with pytest.raises(ValueError, match="above 0"):
        stats.clustered_equivalence(ROWS, [NAMES], 0.0, 0.0, 99, rng())


def test_an_effect_beyond_the_bound_is_not_small() -> None:
    found = stats.clustered_equivalence(ROWS + 5.0, [NAMES], 0.0, 1.0, 199, rng())
    assert found is not None
    assert found.p_value > 0.95
