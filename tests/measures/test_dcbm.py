"""DCBM against hand-worked values."""

from __future__ import annotations

import numpy as np
import pytest

from equimask.measures import dcbm, preference

MALE = np.log([0.4, 0.02, 0.1, 0.001])
FEMALE = np.log([0.1, 0.3, 0.1, 0.002])


def test_the_more_probable_word_wins_and_ties_are_worth_half() -> None:
    rows = dcbm.row_scores(MALE, FEMALE)
    assert rows.dcbm.tolist() == [1.0, 0.0, 0.5, 0.0]
    assert rows.counted.all()
    assert preference.total(rows.dcbm) == 37.5
    assert dcbm.row_scores(MALE, FEMALE, ties="zero").dcbm.tolist() == [1.0, 0.0, 0.0, 0.0]


@pytest.mark.parametrize(
    ("least", "counted"), [(0.01, [1, 1, 1, 0]), (0.2, [1, 1, 0, 0]), (1.0, [0, 0, 0, 0])]
)
def test_a_sentence_counts_where_the_better_word_is_probable_enough(
    least: float, counted: list[int]
) -> None:
    rows = dcbm.row_scores(MALE, FEMALE, least)
    assert rows.counted.tolist() == [bool(bit) for bit in counted]
    assert rows.dcbm.tolist() == dcbm.row_scores(MALE, FEMALE).dcbm.tolist()  # bits stay


def test_a_strict_threshold_must_be_exceeded_and_0_is_none() -> None:
    at_it, never = np.log([0.25]), np.array([-np.inf])
    for strict in (False, True):
        assert dcbm.row_scores(at_it, never, 0.25, strict=strict).counted.tolist() == [not strict]
        assert dcbm.row_scores(at_it, never, 0.24, strict=strict).counted.tolist() == [True]
        assert dcbm.row_scores(never, never, 0.0, strict=strict).counted.tolist() == [True]


def test_a_word_that_cannot_be_said_loses() -> None:
    rows = dcbm.row_scores(np.array([-np.inf, -np.inf]), np.array([-1.0, -np.inf]))
    assert rows.dcbm.tolist() == [0.0, 0.5]
