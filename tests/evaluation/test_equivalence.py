"""Certainly small is not too little data: a bound, and results of few rows."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from equimask import stats
from equimask.core.errors import OptionError
from equimask.evaluation import score
from equimask.inputs.packaged import packaged_table

GERMAN = packaged_table("de").columns
PAIRS = {name: GERMAN[name] for name in ("sent_more", "sent_less")}
QUICK: dict[str, Any] = {"model": "embedded", "n_resamples": 199, "progress": False}
TWINS = {"calibrate": True, "n_twins": 3}


def first(n: int) -> dict[str, list[str]]:
    return {name: cells[:n] for name, cells in PAIRS.items()}


def test_a_bound_moves_nothing_but_what_is_said_of_it() -> None:
    plain, bounded = (score("cps", PAIRS, **QUICK, equivalence=b) for b in (None, 40.0))
    own = {"equivalence_bound", "equivalence_p", "verdict", "signature"}
    assert {k: v for k, v in bounded.as_dict().items() if k not in own} == {
        k: v for k, v in plain.as_dict().items() if k not in own
    }
    assert bounded.signature == f"{plain.signature}|equivalence:40.0"
    assert (bounded.equivalence_bound, bounded.verdict) == (40.0, "equivalent")
    told = stats.tost_of_percentage(np.array(plain.rows["cps"]), 40.0)
    assert bounded.equivalence_p == told.p_value


def test_means_are_compared_with_the_bound_on_their_own_scale() -> None:
    rows = np.array(score("s_jsd", PAIRS, **QUICK).rows["s_jsd"])
    within, beyond = (score("s_jsd", PAIRS, **QUICK, equivalence=b) for b in (0.1, 0.03))
    stderr = float(np.std(rows, ddof=1) / np.sqrt(len(rows)))
    assert within.equivalence_p == stats.tost(rows.mean(), stderr, len(rows) - 1, 0.1).p_value
    assert (within.verdict, beyond.verdict) == ("equivalent", "stereotype")


def test_clusters_are_flipped_against_the_bound() -> None:
    data = {**PAIRS, "cluster": [str(i // 4) for i in range(112)]}
    found = score("s_jsd", data, **QUICK, equivalence=0.1)
    rows = np.array(found.rows["s_jsd"])
    rng = np.random.default_rng(0)
    told = stats.clustered_equivalence(rows, [data["cluster"]], 0.0, 0.1, 199, rng)
    assert told is not None and found.equivalence_p == told.p_value


@pytest.mark.parametrize("metric", ["cps", "dcbm", "mbe"])
def test_a_calibrated_score_is_compared_with_its_null(metric: str) -> None:
    table = packaged_table("de").columns
    names = {
        "cps": ("sent_more", "sent_less"),
        "dcbm": ("male", "female", "male_word", "female_word"),
        "mbe": ("male", "female"),
    }
    data = {name: table[name][:40] for name in names[metric]}
    wide = score(metric, data, **QUICK, **TWINS, equivalence=45.0)
    narrow = score(metric, data, **QUICK, **TWINS, equivalence=0.5)
    assert wide.equivalence_p is not None and narrow.equivalence_p is not None
    assert wide.equivalence_p < narrow.equivalence_p > 0.5
    assert narrow.verdict != "equivalent"


def test_without_a_neutral_point_there_is_no_bound_around_it() -> None:
    found = score("dcbm", language="de", **QUICK, equivalence=5.0)
    assert found.equivalence_p is None and found.as_dict()["equivalence_bound"] == 5.0
    assert found.verdict == "uncalibrated"
    assert "without calibration there is no neutral point" in found.notes[-1]


def test_a_bound_that_no_score_can_leave_proves_nothing() -> None:
    found = score("s_jsd", PAIRS, **QUICK, equivalence=5.0)
    assert found.equivalence_p is None and found.verdict == "stereotype"
    assert "no score of s_jsd can be so far from neutral" in found.notes[-1]


@pytest.mark.parametrize("bound", [0.0, -1.0, float("inf"), float("nan"), "much"])
def test_a_bound_is_above_0(bound: Any) -> None:
    with pytest.raises(OptionError, match="equivalence to be None or a number above 0"):
        score("cps", PAIRS, **QUICK, equivalence=bound)


@pytest.mark.parametrize("options", [{}, TWINS, {"equivalence": 49.0}])
@pytest.mark.parametrize("metric", ["s_jsd", "cps"])
def test_five_pairs_show_nothing_whatever_they_say(metric: str, options: dict[str, Any]) -> None:
    assert score(metric, first(5), **QUICK, **options).verdict == "too_few"
    assert score(metric, first(6), **QUICK, **options).verdict != "too_few"


def test_two_pairs_have_no_interval_that_their_test_does_not_support() -> None:
    found = score("s_jsd", first(2), **QUICK)
    assert found.stderr is not None and found.p_value is not None
    assert (found.ci_low, found.ci_high, found.attainable_p) == (None, None, 0.5)


def test_a_few_pairs_have_the_exact_interval_of_a_percentage() -> None:
    found = score("cps", first(9), **QUICK)
    told = stats.percentage_interval(np.array(found.rows["cps"]), 0.95, 199, 0)
    assert (found.stderr, found.ci_low, found.ci_high) == told


def test_a_few_sentences_are_too_few_for_their_labels_to_change_places() -> None:
    sentences = [*GERMAN["male"][:3], *GERMAN["female"][:3]]
    data = {"sentence": sentences, "gender": ["male"] * 3 + ["female"] * 3}
    found = score("mbe", data, **QUICK, **TWINS)
    assert found.attainable_p == pytest.approx(0.1) and found.verdict == "too_few"
    assert found.ci_low is None and found.stderr is not None


def test_the_test_of_a_score_without_a_neutral_point_says_so() -> None:
    found = score("dcbm", language="de", **QUICK)
    assert (found.neutral, found.verdict) == (None, "uncalibrated")
    assert found.test.endswith("of 50 %, which is not its neutral point")


def test_words_of_both_genders_can_be_equivalent() -> None:
    words = {"word": ["bold", "kind"] * 2, "gender": ["male", "male", "female", "female"]}
    options = {"counts": [100, 100, 101, 99], "l1": 0.001, "posterior": 0.0, "progress": False}
    found = score("latent_pmi", words, n_resamples=199, equivalence=0.2, **options)
    assert found.verdict == "equivalent"
    assert score("latent_pmi", words, n_resamples=199, **options).verdict == "none_shown"


@pytest.mark.parametrize("metric", ["s_jsd", "cps"])
def test_a_few_clusters_of_many_rows_have_no_interval_either(metric: str) -> None:
    found = score(metric, {**PAIRS, "cluster": [str(i % 4) for i in range(112)]}, **QUICK)
    assert (found.n, found.n_clusters, found.verdict) == (112, 4, "too_few")
    assert (found.ci_low, found.ci_high) == (None, None) and found.stderr is not None


def test_a_balanced_pair_of_pairs_is_two_pairs() -> None:
    sides = {name: GERMAN[name][:20] for name in ("male", "female")}
    data = {**sides, "origin_gender": ["male"] * 19 + ["female"]}
    found = score("sbm", data, protocol="published", **QUICK)
    assert (found.n, found.p_value, found.verdict) == (2, None, "too_few")
