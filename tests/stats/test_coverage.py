"""Coverage and false alarms in known worlds, short; `tests.stats.coverage` is the long form."""

from __future__ import annotations

import numpy as np
import pytest

from equimask import stats
from tests.stats import coverage

REPETITIONS = 300
CELLS = {cell.name: cell for cell in coverage.cells()}
SHORT = [name for name in CELLS if "200" not in name]


@pytest.mark.parametrize("name", SHORT)
def test_rates_are_near_the_nominal_ones(name: str) -> None:
    """300 repetitions tell a rate of 5 % from one of 1 or 10 %; few bits are conservative."""
    found = coverage.rates(CELLS[name], REPETITIONS, 199)
    if found.coverage is not None:
        assert found.coverage > 91.0
        assert found.coverage < (100.1 if "bits" in name or "few" in name else 99.0)
    if found.false_alarms is not None:
        assert found.false_alarms < 9.0
        if not any(word in name for word in ("bits", "apart", "few")):
            assert found.false_alarms > 1.0


def test_rows_drawn_as_strangers_hold_the_truth_far_too_seldom() -> None:
    rng, held = np.random.default_rng(0), []
    for _ in range(REPETITIONS):
        drawn = coverage.sample([coverage.uneven(50, rng)], "heavy", (0.6,), rng)
        held.append(coverage.within(0.0, stats.bootstrap_mean(drawn.rows, 0.95, 199, rng)))
    assert np.mean(held) < 0.8


def test_one_way_clusters_are_not_enough_where_two_ways_cross() -> None:
    rng, alarms = np.random.default_rng(1), []
    for _ in range(REPETITIONS):
        drawn = coverage.sample(coverage.crossed((50, 50), rng), "heavy", (0.5, 0.5), rng)
        p_value = stats.cluster_sign_flip_test(drawn.rows, drawn.columns[0], 199, rng)
        assert p_value is not None
        alarms.append(p_value <= 0.05)
    assert np.mean(alarms) > 0.08


def test_the_table_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    coverage.main(2, 19)
    said = capsys.readouterr().out
    assert all(name in said for name in CELLS)
