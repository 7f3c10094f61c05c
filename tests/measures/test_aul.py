"""AUL, AULA and norm_aula by hand."""

from __future__ import annotations

import numpy as np
import pytest

from equimask.measures.aul import UnmaskedScores, sentence_scores

SCORES = UnmaskedScores(
    log_probs=np.array([-1.0, -3.0, -2.0]),
    attention=np.array([0.5, 0.25, 0.4]),
    counts=np.array([2, 1]),
)


@pytest.mark.parametrize(
    ("likelihood", "expected"),
    [
        ("aul", [-2.0, -2.0]),
        ("aula", [(-0.5 - 0.75) / 2, -0.8]),
        ("norm_aula", [-1.25 / 0.75, -2.0]),
    ],
)
def test_likelihoods_follow_their_definitions(likelihood: str, expected: list[float]) -> None:
    assert sentence_scores(SCORES, likelihood) == pytest.approx(expected)


def test_aula_with_attention_one_is_aul() -> None:
    flat = UnmaskedScores(SCORES.log_probs, np.ones(3), SCORES.counts)
    assert sentence_scores(flat, "aula") == pytest.approx(sentence_scores(flat, "aul"))


def test_attention_likelihoods_need_attention() -> None:
    bare = UnmaskedScores(SCORES.log_probs, None, SCORES.counts)
    assert sentence_scores(bare, "aul") == pytest.approx([-2.0, -2.0])
    with pytest.raises(ValueError, match="needs the attention"):
        sentence_scores(bare, "aula")
