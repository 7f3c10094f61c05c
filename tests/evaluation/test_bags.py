"""MBE through the engine: oracle, weights, lengths, similarity."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.stats import mannwhitneyu

from equimask.core.errors import InputError
from equimask.evaluation import score
from equimask.measures import mbe
from tests.evaluation.worlds import BAGS, naive_reading


@pytest.mark.parametrize(("index", "likelihood"), enumerate(["aul", "aula", "norm_aula"]))
def test_sentence_scores_and_mbe_equal_a_naive_reimplementation(
    live: dict[str, Any], index: int, likelihood: str
) -> None:
    result = score("mbe", BAGS, likelihood=likelihood, **live)
    expected = [naive_reading(live, sentence) for sentence in BAGS["sentence"]]
    assert result.rows["score"] == pytest.approx([row[index] for row in expected], abs=1e-5)
    male = np.array(BAGS["gender"]) == "male"
    scores, vectors = np.array([row[index] for row in expected]), np.array([r[3] for r in expected])
    value = mbe.total(scores[male], scores[~male], vectors[male], vectors[~male])
    assert result.value == pytest.approx(value, abs=1e-3)


def test_unweighted_mbe_is_the_auc_and_lengths_are_reported(live: dict[str, Any]) -> None:
    result = score("mbe", BAGS, weights="none", **live)
    male = np.array(BAGS["gender"]) == "male"
    values, lengths = np.array(result.rows["score"]), np.array(result.rows["n_tokens"])
    pairs = male.sum() * (~male).sum()
    expected = 100 * mannwhitneyu(values[male], values[~male]).statistic / pairs
    ties = (values[male][:, None] == values[~male]).sum()  # SciPy gives them half credit
    assert result.value == pytest.approx(expected - 50 * ties / pairs)
    by_length = 100 * mannwhitneyu(lengths[male], lengths[~male]).statistic / pairs
    assert result.details["length_auc"] == pytest.approx(by_length)


def test_protocols_differ_in_weights_and_test(live: dict[str, Any]) -> None:
    published = score("mbe", BAGS, protocol="published", **live)
    assert published.value == pytest.approx(score("mbe", BAGS, weights="dot", **live).value)
    assert published.test == "McNemar test against random labels"
    corrected = score("mbe", BAGS, **live)
    assert corrected.test == "label permutation test"
    assert corrected.value != pytest.approx(published.value, abs=1e-9)


def test_length_matching_compares_only_sentences_of_one_length(live: dict[str, Any]) -> None:
    result = score("mbe", BAGS, weights="none", length_matched=True, **live)
    male = np.array(BAGS["gender"]) == "male"
    values, lengths = np.array(result.rows["score"]), np.array(result.rows["n_tokens"])
    same = lengths[male][:, None] == lengths[~male]
    wins = values[male][:, None] > values[~male]
    assert result.value == pytest.approx(100 * (same & wins).sum() / same.sum())


def test_an_unknown_gender_is_named_with_its_row(live: dict[str, Any]) -> None:
    with pytest.raises(InputError, match="'man' in row 1"):
        score("mbe", {"sentence": ["a b", "c d"], "gender": ["male", "man"]}, **live)


def test_default_data_are_the_two_sides_of_the_packaged_pairs(live: dict[str, Any]) -> None:
    result = score("mbe", language="de", **live)
    assert result.details["n_male"] == result.details["n_female"]
    assert "equimask_pairs@" in result.signature


def test_min_similarity_reaches_the_error_bar_and_the_test(live: dict[str, Any]) -> None:
    options = {**live, "n_resamples": 400}
    plain = score("mbe", BAGS, **options)
    everything = score("mbe", BAGS, min_similarity=-1.0, **options)
    assert everything.value == pytest.approx(plain.value)
    assert everything.stderr == pytest.approx(plain.stderr, rel=1e-4)
    assert everything.p_value == pytest.approx(plain.p_value)
    similar = score("mbe", BAGS, min_similarity=0.9, **options)
    assert similar.stderr is not None
    assert plain.stderr is not None
    assert similar.stderr > 1.05 * plain.stderr  # fewer pairs, a wider error bar


def test_min_similarity_and_length_matching_hold_together(live: dict[str, Any]) -> None:
    matched = score("mbe", BAGS, length_matched=True, **live)
    both = score("mbe", BAGS, length_matched=True, min_similarity=-1.0, **live)
    assert both.value == pytest.approx(matched.value)


def test_one_sentence_a_bag_claims_nothing(live: dict[str, Any]) -> None:
    table = {"sentence": ["The nurse was here.", "A man is here."], "gender": ["female", "male"]}
    result = score("mbe", table, **live)
    assert (result.stderr, result.ci_low, result.ci_high, result.mde) == (None, None, None, None)
    assert result.p_value is not None
    assert result.p_value > 0.5


def test_a_word_that_carries_a_bag_is_told(live: dict[str, Any]) -> None:
    n = len(BAGS["sentence"])
    words = ["Tom,he" if i % 2 else "he" for i in range(n)]
    result = score("mbe", {**BAGS, "words": words}, **live)
    assert any("'Tom' is in 50 % of the male sentences" in note for note in result.notes)
    assert not any("'he'" in note for note in result.notes)
    assert result.value == score("mbe", BAGS, **live).value
