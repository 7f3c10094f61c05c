"""Standardised effects against their closed form and invariances."""

from __future__ import annotations

import numpy as np
import pytest

from equimask import stats

ROWS = np.random.default_rng(0).normal(0.8, 1.0, 4000)


def test_normal_rows_have_the_textbooks_error() -> None:
    found = stats.standardised_effect(ROWS)
    assert found is not None
    effect, (stderr, low, high) = found
    assert effect == pytest.approx(ROWS.mean() / ROWS.std(ddof=1))
    assert stderr == pytest.approx(np.sqrt((1 + effect**2 / 2) / 4000), rel=0.03)
    assert (low, high) == pytest.approx((effect - 1.96 * stderr, effect + 1.96 * stderr), abs=1e-3)


def test_a_unit_does_not_matter_and_clusters_do() -> None:
    rows, clusters = np.repeat(ROWS[:50], 4), np.repeat(np.arange(50), 4)
    alone = stats.standardised_effect(ROWS[:50])
    apart, together = stats.standardised_effect(rows), stats.standardised_effect(rows, [clusters])
    scaled = stats.standardised_effect(1e4 * rows, [clusters])
    assert alone and apart and together and scaled
    assert scaled.interval == pytest.approx(together.interval)
    assert together.interval == pytest.approx(alone.interval, rel=0.05)
    assert apart.interval.stderr is not None and together.interval.stderr is not None
    assert apart.interval.stderr < 0.6 * together.interval.stderr


def test_no_spread_has_no_scale_and_one_cluster_no_interval() -> None:
    assert stats.standardised_effect(np.ones(5)) is None
    assert stats.standardised_effect(np.ones(1)) is None
    found = stats.standardised_effect(ROWS, [np.zeros(4000)])
    assert found is not None
    assert found.interval == (None, None, None)
