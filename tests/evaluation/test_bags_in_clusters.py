"""MBE of bags whose sentences share a name, a template or an item."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

from equimask import stats
from equimask.core.errors import InputError
from equimask.core.options import Options
from equimask.core.signature import Signature
from equimask.evaluation import score
from equimask.evaluation.bag_clusters import pooled_clusters
from equimask.evaluation.job import Job
from equimask.inputs.pairs import load_pairs
from equimask.measures import mbe
from equimask.metrics import measure_of

PAIRS = load_pairs("en")[:24]
BAGS = {
    "sentence": [pair.male for pair in PAIRS] + [pair.female for pair in PAIRS],
    "gender": ["male"] * 24 + ["female"] * 24,
}
IDS = [pair.id for pair in PAIRS] * 2
SIXES = [str(i // 4) for i in range(24)] * 2  # six clusters of four pairs
QUICK: dict[str, Any] = {
    "model": "embedded",
    "n_resamples": 499,
    "progress": False,
    "weights": "none",
}


def wins(male: np.ndarray, female: np.ndarray) -> float:
    return 100.0 * float((male[:, None] > female[None, :]).mean())


def test_clusters_move_error_bar_and_p_and_leave_the_score() -> None:
    alone = score("mbe", BAGS, pair_id=IDS, **QUICK)
    together = score("mbe", BAGS, pair_id=IDS, cluster=SIXES, **QUICK)
    assert together.value == alone.value and together.rows == alone.rows
    assert (alone.n_clusters, together.n_clusters) == (None, 6)
    assert together.test == "label permutation test of clusters"
    assert together.stderr != alone.stderr and together.p_value != alone.p_value
    signed = Signature.parse(together.signature)
    assert signed["clusters"] and signed["data"] == Signature.parse(alone.signature)["data"]
    assert together.details["null_stderr_closed_form"] is None


def test_the_p_value_is_that_of_all_ways_to_swap_clusters() -> None:
    found = score("mbe", BAGS, pair_id=IDS, cluster=SIXES, **{**QUICK, "n_resamples": 20_000})
    male, female = np.split(np.array(found.rows["score"]), 2)
    swapped = []
    for coins in product([False, True], repeat=6):
        turn = np.repeat(coins, 4)
        swapped.append(wins(np.where(turn, female, male), np.where(turn, male, female)))
    tails = [np.mean(np.array(swapped) >= found.value), np.mean(np.array(swapped) <= found.value)]
    assert found.p_value == pytest.approx(min(1.0, 2 * min(tails)), abs=0.02)


def test_the_error_bar_is_about_that_of_clusters_drawn_anew() -> None:
    labels = [str(i // 2) for i in range(24)] * 2
    found = score("mbe", BAGS, cluster=labels, **QUICK)
    scores, ones = np.array(found.rows["score"]), np.ones((24, 1))
    bags = mbe.TwoBags(scores[:24], scores[24:], ones, ones, "none")
    rng, men = np.random.default_rng(1), np.arange(48) < 24
    often = np.array([np.bincount(rng.integers(0, 12, 12), minlength=12) for _ in range(4000)])
    counts = often[:, np.array(labels, dtype=int)].astype(np.float32)
    draws = mbe.resampled_totals(bags, counts * men, counts * ~men)
    assert found.stderr == pytest.approx(float(np.std(draws)), rel=0.15)
    assert found.draws is not None
    assert float(np.std(found.draws)) == pytest.approx(found.stderr, rel=0.1)


def test_copies_of_every_pair_tell_no_more_than_one() -> None:
    thrice = {name: cells * 3 for name, cells in BAGS.items()}
    ids = [f"{name} {copy}" for copy in range(3) for name in IDS]
    labels = [name for _ in range(3) for name in IDS]
    once = score("mbe", BAGS, cluster=IDS, **QUICK)
    pooled = score("mbe", thrice, pair_id=ids, **QUICK)
    told = score("mbe", thrice, pair_id=ids, cluster=labels, **QUICK)
    assert (told.n, told.n_clusters) == (144, 24)
    assert once.stderr is not None and pooled.stderr is not None and told.stderr is not None
    assert pooled.stderr < 0.75 * told.stderr
    assert told.stderr == pytest.approx(once.stderr, rel=1e-6)


def test_labels_that_nobody_shares_change_nothing() -> None:
    own = [str(i) for i in range(47)] + [""]
    assert score("mbe", BAGS, cluster=own, **QUICK) == score("mbe", BAGS, **QUICK)


@pytest.mark.parametrize(
    "options",
    [
        {"min_similarity": 0.0},
        {"length_matched": True},
        {"weights": "cosine"},
        {"balanced_draws": 3},
        {"calibrate": True, "n_twins": 2},
        {"calibrate": True, "n_twins": 2, "min_similarity": 0.0, "length_matched": True},
    ],
)
def test_clusters_go_with_every_option(options: dict[str, Any]) -> None:
    given = {**QUICK, **options}
    alone = score("mbe", BAGS, pair_id=IDS, **given)
    found = score("mbe", BAGS, pair_id=IDS, cluster=SIXES, **given)
    assert (found.value, found.null) == (alone.value, pytest.approx(alone.null))
    assert found.n_clusters == 6
    assert found.ci_low is not None and found.ci_high is not None
    assert found.ci_low <= found.value <= found.ci_high


def test_crossed_clusters_are_tested_by_a_wild_bootstrap() -> None:
    columns = [SIXES, [str(i % 8) for i in range(24)] * 2]
    found = score("mbe", BAGS, pair_id=IDS, cluster=columns, **QUICK)
    assert "wild cluster bootstrap" in found.test and found.n_clusters == 6
    assert found.p_value is not None and found.stderr is not None
    constant = score("mbe", BAGS, cluster=[SIXES, ["all"] * 48], **QUICK)
    one_way = score("mbe", BAGS, cluster=SIXES, **QUICK)
    assert (constant.p_value, constant.stderr) == (one_way.p_value, one_way.stderr)


@pytest.mark.parametrize("calibrate", [False, True])
def test_few_clusters_claim_no_more_than_they_can_show(calibrate: bool) -> None:
    options = {**QUICK, "calibrate": calibrate, "n_twins": 2}
    one = score("mbe", BAGS, cluster=["a"] * 48, **options)
    assert (one.n_clusters, one.p_value, one.mde, one.ci_low) == (1, None, None, None)
    # of one gender, a cluster has nobody to change places with but one of the other
    two_clusters = ((["a"] * 47 + ["b"], 1), (["a", "b"] * 24, 0.5), (["a"] * 24 + ["b"] * 24, 1))
    for labels, least in two_clusters:
        two = score("mbe", BAGS, cluster=labels, **options)
        assert two.p_value is not None and two.p_value >= least == two.attainable_p
        assert f"2 clusters are few: no p below {least} can be attained" in two.notes


def test_clusters_of_one_gender_change_places_as_wholes() -> None:
    labels = [f"m{i // 6}" for i in range(24)] + [f"f{i // 6}" for i in range(24)]
    found = score("mbe", BAGS, cluster=labels, **{**QUICK, "n_resamples": 9999})
    scores = np.array(found.rows["score"]).reshape(8, 6)
    relabelled = [
        wins(scores[chosen].ravel(), scores[~chosen].ravel())
        for chosen in (np.array(some) for some in product([False, True], repeat=8))
        if chosen.sum() == 4
    ]
    tails = [
        np.mean(np.array(relabelled) >= found.value),
        np.mean(np.array(relabelled) <= found.value),
    ]
    assert found.n_clusters == 8
    assert found.p_value == pytest.approx(min(1.0, 2 * min(tails)), abs=0.03)


@pytest.mark.parametrize("options", [{}, {"calibrate": True, "n_twins": 2}, {"balanced_draws": 3}])
def test_few_clusters_of_either_gender_are_too_few_to_change_places(
    options: dict[str, Any],
) -> None:
    """Three and three can be told apart in twenty ways: two of them are no less than 10 %."""
    labels = [f"m{i // 8}" for i in range(24)] + [f"f{i // 8}" for i in range(24)]
    found = score("mbe", BAGS, cluster=labels, **{**QUICK, **options})
    assert (found.n_clusters, found.attainable_p) == (6, pytest.approx(0.1))
    assert (found.ci_low, found.ci_high) == (None, None) and found.stderr is not None
    assert found.verdict == ("too_few" if "calibrate" in options else "uncalibrated")
    assert found.p_value is None or found.p_value >= 0.1
    assert "6 clusters are few: no p below 0.1 can be attained" in found.notes


def test_a_pair_in_two_clusters_is_refused() -> None:
    torn = [*SIXES[:-1], "elsewhere"]
    with pytest.raises(InputError, match=r"one `cluster`.*elsewhere"):
        score("mbe", BAGS, pair_id=IDS, cluster=torn, **QUICK)
    with pytest.raises(InputError, match="one `cluster`"):
        score("mbe", BAGS, pair_id=IDS, cluster=[*SIXES[:-1], ""], **QUICK)


def test_a_pair_without_a_cluster_is_one_by_itself() -> None:
    columns = {"cluster": ["x", "", "x", "", ""], "pair_id": ["1", "2", "1", "2", ""]}
    job = Job(measure_of("mbe"), columns, Options(), "x@1", None)
    male = np.array([True, True, False, False, False])
    (found,) = pooled_clusters(job, range(5), male) or ()
    assert stats.n_clusters(found) == 3 and found[1] == found[3] != found[4] == ""
    assert pooled_clusters(job, [0, 1, 3], male[[0, 1, 3]]) is None


def test_what_the_published_test_leaves_out_is_said() -> None:
    found = score("mbe", BAGS, pair_id=IDS, cluster=SIXES, protocol="published", **QUICK)
    assert "McNemar" in found.test
    assert any("independent" in note for note in found.notes)
