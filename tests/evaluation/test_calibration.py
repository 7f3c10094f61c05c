"""Scores against those of untrained twins."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch

from equimask.evaluation import score
from tests.evaluation.worlds import BAGS, PAIRS


def test_mbe_has_no_fixed_neutral_point_until_it_is_calibrated(live: dict[str, Any]) -> None:
    plain = score("mbe", BAGS, **live)
    assert plain.neutral is None
    assert "null" not in plain.as_dict()
    calibrated = score("mbe", BAGS, calibrate=True, n_twins=3, **live)
    assert calibrated.value == plain.value
    assert calibrated.null == calibrated.neutral
    assert len(calibrated.details["twins"]) == 3
    assert calibrated.null == pytest.approx(np.mean(calibrated.details["twins"]))
    assert calibrated.details["distance_from_null"] == pytest.approx(plain.value - calibrated.null)
    assert calibrated.p_value is not None
    assert 0 <= calibrated.p_value <= 1


def test_twins_are_untrained_seeded_and_leave_the_model_alone(live: dict[str, Any]) -> None:
    state = torch.get_rng_state()
    first = score("cps", PAIRS, calibrate=True, n_twins=2, **live)
    again = score("cps", PAIRS, calibrate=True, n_twins=2, **live)
    other = score("s_jsd", PAIRS, calibrate=True, n_twins=2, seed=5, **live)
    assert first == again
    assert torch.equal(state, torch.get_rng_state())
    assert first.details["twins"] == again.details["twins"]
    assert other.details["twins"][0] != other.details["twins"][1]
    assert "|calibrate:True|" in first.signature
