"""The smallest effect that could have been shown, against the figures of the literature."""

from __future__ import annotations

import pytest

from equimask import stats


@pytest.mark.parametrize(("n", "points"), [(212, 9.6), (262, 8.7), (1508, 3.6)])
def test_minimum_detectable_effect_of_a_percentage(n: int, points: float) -> None:
    assert stats.minimum_detectable_effect(50.0, n) == pytest.approx(points, abs=0.05)
