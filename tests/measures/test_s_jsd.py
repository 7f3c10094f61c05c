"""S_JSD against hand-worked values and a naive re-implementation from the definition."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy.spatial.distance import jensenshannon

from equimask.measures import s_jsd
from equimask.measures.shared_span import SharedSpanScores

log_probs = st.floats(-60, 0)


def scores(more: list[list[float]], less: list[list[float]]) -> SharedSpanScores:
    flat_more, flat_less = (np.concatenate([np.asarray(p, float) for p in s]) for s in (more, less))
    return SharedSpanScores(
        flat_more,
        flat_less,
        np.zeros(len(flat_more), bool),
        np.zeros(len(flat_less), bool),
        np.array([len(pair) for pair in more]),
    )


def distance_by_definition(p: float, vocabulary: int = 7) -> float:
    """Oracle: SciPy's JS distance between a whole distribution and the one-hot gold token."""
    predicted = np.full(vocabulary, (1 - p) / (vocabulary - 1))
    predicted[2] = p
    gold = np.zeros(vocabulary)
    gold[2] = 1.0
    return float(jensenshannon(predicted, gold, base=2))


@pytest.mark.parametrize(
    ("log_p", "distance"),
    [
        (-math.inf, 1.0),
        (0.0, 0.0),
        (math.log(0.5), 0.557923),
        (math.log1p(-1e-7), 2.236e-4),
    ],
)
def test_js_distance_has_the_known_values(log_p: float, distance: float) -> None:
    assert s_jsd.js_distance(log_p) == pytest.approx(distance, rel=1e-4)


def test_js_distance_at_one_half_is_311278_millionths_of_a_bit_squared() -> None:
    assert float(s_jsd.js_distance(math.log(0.5))) ** 2 == pytest.approx(0.311278, abs=5e-7)


@given(st.floats(1e-6, 1 - 1e-6))
def test_js_distance_equals_the_definition_over_a_whole_distribution(p: float) -> None:
    assert s_jsd.js_distance(math.log(p)) == pytest.approx(distance_by_definition(p), abs=1e-7)


@given(hnp.arrays(np.float64, st.integers(2, 30), elements=log_probs, unique=True))
def test_js_distance_falls_as_the_probability_rises(log_p: np.ndarray) -> None:
    ordered = s_jsd.js_distance(np.sort(log_p))
    assert (np.diff(ordered) <= 1e-15).all()
    assert ((ordered >= 0) & (ordered <= 1)).all()


@pytest.mark.parametrize("bad", [math.nan, 0.1])
def test_js_distance_refuses_what_is_no_log_probability(bad: float) -> None:
    with pytest.raises(ValueError, match="log-probabilities"):
        s_jsd.js_distance([-1.0, bad])


def test_rows_are_means_over_tokens_and_the_total_weighs_pairs_equally() -> None:
    table = scores([[math.log(0.5)], [0.0, -math.inf]], [[0.0], [-math.inf, -math.inf]])
    rows = s_jsd.row_scores(table)
    half = float(s_jsd.js_distance(math.log(0.5)))
    assert rows.s_jsd == pytest.approx([half, (0 + 1 - 1 - 1) / 2])
    assert rows.b_s_jsd.tolist() == [0.0, 1.0]
    assert s_jsd.total(rows.s_jsd) == pytest.approx((half - 0.5) / 2)


@given(st.lists(st.tuples(log_probs, log_probs), min_size=1, max_size=8))
def test_swapping_the_sides_flips_the_sign_exactly(tokens: list[tuple[float, float]]) -> None:
    more, less = [a for a, _ in tokens], [b for _, b in tokens]
    forward = s_jsd.row_scores(scores([more], [less]))
    backward = s_jsd.row_scores(scores([less], [more]))
    assert backward.s_jsd[0] == -forward.s_jsd[0]
    assert backward.b_s_jsd[0] == 1 - forward.b_s_jsd[0]


@given(st.lists(log_probs, min_size=1, max_size=8))
def test_identical_sides_score_zero_and_tie(tokens: list[float]) -> None:
    rows = s_jsd.row_scores(scores([tokens], [tokens]))
    assert rows.s_jsd[0] == 0.0
    assert rows.b_s_jsd[0] == 0.5
    assert s_jsd.row_scores(scores([tokens], [tokens]), ties="zero").b_s_jsd[0] == 0.0
