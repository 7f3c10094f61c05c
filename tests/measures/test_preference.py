"""Which of two numbers is larger, as far as float32 can tell."""

from __future__ import annotations

import numpy as np

from equimask.measures import preference


def test_a_margin_that_float32_cannot_resolve_is_a_tie() -> None:
    left = np.array([-100.0, -100.0])
    right = np.array([-100.0 - 1e-5, -100.0 - 1e-3])
    assert preference.row_scores(left, right).tolist() == [0.5, 1.0]
    assert preference.row_scores(left, right, ties="zero").tolist() == [1.0, 1.0]


def test_impossible_sentences_tie_with_each_other_and_lose_to_all_others() -> None:
    left, right = np.array([-np.inf, -np.inf, -3.0]), np.array([-np.inf, -3.0, -np.inf])
    assert preference.row_scores(left, right).tolist() == [0.5, 0.0, 1.0]
