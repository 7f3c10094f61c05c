"""The difference of two groups as a mean of rows, against plain loops and Welch's error."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from equimask import stats
from equimask.core.arrays import Bools, Floats, Ints


def made(seed: int, n: int = 60) -> tuple[Floats, Bools, Ints]:
    rng = np.random.default_rng(seed)
    strata = np.concatenate([np.repeat(np.arange(3), 2), rng.integers(0, 3, n - 6)])
    first = np.concatenate([np.arange(6) % 2 == 0, rng.random(n - 6) < 0.3])
    return rng.normal(size=n) + 5.0 * strata, first, strata


def naive(values: Floats, first: Bools, strata: Ints) -> float:
    differences = []
    for stratum in sorted(set(strata.tolist())):
        sums = {True: 0.0, False: 0.0}
        sizes = {True: 0, False: 0}
        for value, group, own in zip(values, first.tolist(), strata.tolist(), strict=True):
            if own == stratum:
                sums[group] += value
                sizes[group] += 1
        differences.append(sums[True] / sizes[True] - sums[False] / sizes[False])
    return sum(differences) / len(differences)


@given(st.integers(0, 2**32 - 1), st.booleans())
def test_the_mean_of_the_rows_is_the_difference_averaged_over_strata(
    seed: int, strata_vary: bool
) -> None:
    values, first, strata = made(seed)
    rows = stats.difference_rows(values, first, None, strata, strata_vary=strata_vary)
    assert rows.mean() == pytest.approx(naive(values, first, strata), abs=1e-9)
    clusters = np.random.default_rng(seed).integers(0, 9, 60)
    clustered = stats.difference_rows(values, first, clusters, strata, strata_vary=strata_vary)
    assert clustered.mean() == pytest.approx(rows.mean(), abs=1e-9)
    whole = stats.difference_rows(values, first)
    assert whole.mean() == pytest.approx(naive(values, first, np.zeros_like(strata)), abs=1e-9)


def test_models_are_done_at_once() -> None:
    values, first, strata = made(0)
    both = np.array([values, -3.0 * values])
    rows = stats.difference_rows(both, first, None, strata, strata_vary=True)
    for model, one in zip(both, rows, strict=True):
        assert one == pytest.approx(
            stats.difference_rows(model, first, None, strata, strata_vary=True)
        )


def test_rows_vary_as_welch_says() -> None:
    rng = np.random.default_rng(1)
    men, women = rng.normal(1.0, 3.0, 400), rng.normal(0.0, 1.0, 100)
    rows = stats.difference_rows(np.concatenate([men, women]), np.arange(500) < 400)
    welch = np.sqrt(men.var(ddof=1) / 400 + women.var(ddof=1) / 100)
    assert rows.std(ddof=1) / np.sqrt(500) == pytest.approx(welch, rel=0.01)


def test_with_clusters_the_error_is_that_of_two_samples_of_clusters() -> None:
    """Welch's own, for as many clusters as rows; without them it is a little too small."""
    rng = np.random.default_rng(6)
    men, women = rng.normal(1.0, 3.0, 12), rng.normal(0.0, 1.0, 8)
    values, first, clusters = np.concatenate([men, women]), np.arange(20) < 12, np.arange(20)
    welch = np.sqrt(men.var(ddof=1) / 12 + women.var(ddof=1) / 8)
    error = stats.cluster_error(stats.difference_rows(values, first, clusters), clusters)
    plain = stats.cluster_error(stats.difference_rows(values, first), clusters)
    assert error and plain
    assert error.stderr == pytest.approx(welch, rel=1e-9)
    assert plain.stderr < 0.99 * welch
    whole = np.where(first, 0, clusters)  # one group is one cluster: it leaves nothing to make up
    assert np.isfinite(stats.difference_rows(values, first, whole)).all()


def test_what_a_stratum_does_to_both_groups_is_gone() -> None:
    values, first, strata = made(2)
    moved = values + np.array([0.0, 70.0, -300.0])[strata]
    for vary in (False, True):
        rows, others = (
            stats.difference_rows(v, first, None, strata, strata_vary=vary) for v in (values, moved)
        )
        assert others == pytest.approx(rows, abs=1e-9)


def test_strata_that_vary_carry_their_own_difference() -> None:
    """As means of strata: each has the same weight, however many rows it has."""
    first, strata = np.tile([True, False], 30), np.repeat([0, 1, 2], [10, 20, 30])
    values = np.where(first, np.array([1.0, 2.0, 6.0])[strata], 0.0)
    fixed = stats.difference_rows(values, first, None, strata)
    varying = stats.difference_rows(values, first, None, strata, strata_vary=True)
    assert fixed == pytest.approx(np.full(60, 3.0))
    sums = [float((varying - 3.0)[strata == stratum].sum()) for stratum in range(3)]
    assert sums == pytest.approx([-2.0 * 20, -1.0 * 20, 3.0 * 20])


def test_a_group_that_is_nowhere_is_an_error() -> None:
    with pytest.raises(ValueError, match="both groups"):
        stats.difference_rows(np.ones(4), np.array([True, True, True, False]), None, [0, 0, 1, 1])


def test_the_standardised_difference_is_cohens_d_with_its_textbook_error() -> None:
    rng = np.random.default_rng(3)
    men, women = rng.normal(0.8, 2.0, 3000), rng.normal(0.0, 2.0, 2000)
    values, first = np.concatenate([men, women]), np.arange(5000) < 3000
    found = stats.standardised_difference(values, first)
    assert found is not None
    pooled = np.sqrt((2999 * men.var(ddof=1) + 1999 * women.var(ddof=1)) / 4998)
    effect = (men.mean() - women.mean()) / pooled
    assert found.effect == pytest.approx(effect)
    textbook = np.sqrt(5000 / (3000 * 2000) + effect**2 / (2 * 5000))
    assert found.interval.stderr == pytest.approx(textbook, rel=0.03)


def test_the_standardised_difference_knows_no_unit_and_no_stratum() -> None:
    values, first, strata = made(4)
    found = stats.standardised_difference(values, first, [], strata)
    moved = stats.standardised_difference(
        1e3 * (values + 9.0 * (strata == 1)), first, [np.arange(60)], strata
    )
    assert found and moved
    assert moved.effect == pytest.approx(found.effect)
    assert moved.interval == pytest.approx(found.interval)


def test_clusters_widen_the_standardised_difference() -> None:
    values, first, strata = (np.repeat(column, 4) for column in made(5))
    clusters = np.repeat(np.arange(60), 4)
    apart = stats.standardised_difference(values, first, [], strata)
    together = stats.standardised_difference(values, first, [clusters], strata)
    assert apart and together and apart.interval.stderr and together.interval.stderr
    assert together.interval.stderr > 1.8 * apart.interval.stderr


def test_no_spread_has_no_scale() -> None:
    first, strata = np.array([True, False, True, False]), [0, 0, 1, 1]
    assert stats.standardised_difference(np.arange(4.0), first, [], strata) is None
    assert stats.standardised_difference(np.array([1.0, 3.0, 1.0, 3.0]) / 3, first) is None
