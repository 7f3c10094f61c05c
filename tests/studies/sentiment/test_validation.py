"""Agreement measures against counting all pairs, and the same words for every rival."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import roc_auc_score

from equimask.core.errors import InputError
from equimask.studies.sentiment.observations import Kind, SourceLexicon
from equimask.studies.sentiment.validation import (
    FUSED,
    PLAIN_AVERAGE,
    agreement,
    compare,
    gradation,
    lead,
)

pairs = st.lists(st.tuples(st.integers(-3, 3), st.integers(-2, 2)), min_size=2, max_size=25)


def concordance_by_counting(score: list[int], polarity: list[int]) -> float | None:
    credit = [
        0.5 if a[0] == b[0] else float((a[0] < b[0]) == (a[1] < b[1]))
        for a, b in itertools.combinations(zip(score, polarity, strict=True), 2)
        if a[1] != b[1]
    ]
    return float(np.mean(credit)) if credit else None


@given(pairs)
def test_concordance_equals_counting_all_pairs(rows: list[tuple[int, int]]) -> None:
    score, polarity = map(list, zip(*rows, strict=True))
    expected = concordance_by_counting(score, polarity)
    found = agreement(score, polarity).concordance
    assert found == (None if expected is None else pytest.approx(expected, abs=1e-9))


@given(pairs)
def test_auc_equals_scikit_learn_without_the_neutral_words(rows: list[tuple[int, int]]) -> None:
    score, polarity = (np.array(column) for column in zip(*rows, strict=True))
    sided = polarity != 0
    found = agreement(score, polarity).auc
    if len(set(polarity[sided] > 0)) < 2:
        assert found is None
    else:
        assert found == pytest.approx(roc_auc_score(polarity[sided] > 0, score[sided]))


def delong_by_counting(score: np.ndarray, rival: np.ndarray, side: np.ndarray) -> float:
    """The variance of a difference of two AUC from all pairs of words."""

    def wins(numbers: np.ndarray) -> np.ndarray:
        apart = numbers[side > 0][:, None] - numbers[side < 0][None]
        return (apart > 0) + 0.5 * (apart == 0)

    difference = wins(score) - wins(rival)
    rows, columns = difference.mean(1), difference.mean(0)
    return float(rows.var(ddof=1) / len(rows) + columns.var(ddof=1) / len(columns))


@pytest.mark.parametrize("seed", range(4))
def test_a_lead_has_the_standard_error_of_delong(seed: int) -> None:
    rng = np.random.default_rng(seed)
    side = rng.permutation([1.0] * 9 + [-1.0] * 13 + [0.0] * 3)
    score, rival = (np.round(side + rng.normal(0, 2, len(side))) for _ in range(2))
    found = lead(score, rival, side)
    assert found is not None
    expected = roc_auc_score(side[side != 0] > 0, score[side != 0])
    expected -= roc_auc_score(side[side != 0] > 0, rival[side != 0])
    assert found.difference == pytest.approx(expected)
    assert found.stderr**2 == pytest.approx(delong_by_counting(score, rival, side))


def test_a_lead_over_oneself_is_nothing_and_one_word_of_a_side_is_too_few() -> None:
    score, side = np.array([0.3, 0.1, 0.2, -0.4]), np.array([1.0, 1.0, -1.0, -1.0])
    assert lead(score, score, side) == (0, 0)
    assert lead(score, -score, np.array([1.0, 0, -1, -1])) is None
    assert lead(score, -score, np.abs(side)) is None


def test_a_constant_score_knows_nothing() -> None:
    found = agreement([0, 0, 0], [-1, 0, 1])
    assert (found.auc, found.concordance, found.spearman) == (0.5, 0.5, None)


def test_scores_and_words_must_match() -> None:
    with pytest.raises(InputError, match="flat lists"):
        agreement([1.0], [1.0, 2.0])


HELD_OUT = SourceLexicon("held", Kind.BINARY, {"a": (1.0,), "b": (0.0,), "c": (1.0,), "d": (0.0,)})
SMALL = SourceLexicon("small", Kind.BINARY, {"a": (1.0,), "b": (0.0,)})
WRONG = SourceLexicon("wrong", Kind.REAL, {"b": (0.9,), "c": (0.5,)})


def test_rivals_are_compared_on_the_same_words_and_a_missing_word_scores_zero() -> None:
    everything, covered, own_small, own_wrong = compare(
        HELD_OUT, [SMALL, WRONG], {"a": 0.5, "b": -0.5, "c": 0.2}
    )
    assert [x.words for x in (everything, covered)] == ["all", "covered"]
    assert {score.n for score in everything.scores.values()} == {4}
    assert {score.n for score in covered.scores.values()} == {3}
    assert set(everything.scores) == {FUSED, PLAIN_AVERAGE, "small", "wrong"}
    assert set(own_small.scores) == {FUSED, PLAIN_AVERAGE, "small"}
    assert everything.scores[FUSED].auc == 1.0
    assert set(everything.leads) == {PLAIN_AVERAGE, "small", "wrong"}
    ahead = everything.leads["small"]
    assert ahead is not None and ahead.difference == pytest.approx(0.5 / 4)
    assert everything.scores["small"].auc == pytest.approx(3.5 / 4)
    assert own_small.scores["small"].auc == 1.0
    assert own_wrong.scores["wrong"].auc == 0.0


def test_gradation_looks_only_at_words_that_no_other_lexicon_has() -> None:
    graded = SourceLexicon(
        "graded", Kind.REAL, {"a": (0.1,), "b": (0.5,), "c": (0.9,), "shared": (-1.0,)}
    )
    n_sources = {"a": 1, "b": 1, "c": 1, "shared": 2}
    found = gradation(graded, n_sources, {"a": 0.0, "b": 0.2, "c": 0.1, "shared": 1.0})
    assert (found.n, found.spearman) == (3, pytest.approx(0.5))
    flat = gradation(graded, n_sources, dict.fromkeys(n_sources, 0.25))
    assert flat.spearman is None


def test_grades_that_differ_in_their_last_bit_are_one_grade() -> None:
    pairs = {"a": (0.6, 0.2), "b": (0.4, 0.0), "c": (1.0, 0.0), "d": (0.0, 0.5)}
    assert 0.6 - 0.2 != 0.4
    score = {"a": 0.1, "b": 0.1, "c": 0.2, "d": -0.1}
    found = gradation(SourceLexicon("p", Kind.PAIR, pairs), dict.fromkeys(pairs, 1), score)
    assert found.spearman == pytest.approx(1)
