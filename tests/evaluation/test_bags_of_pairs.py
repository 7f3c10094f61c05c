"""MBE of bags whose sentences are two versions of one: its error bar and its test."""

from __future__ import annotations

import math
from itertools import product
from typing import Any

import numpy as np
import pandas as pd
import pytest

from equimask.core.errors import InputError
from equimask.core.signature import Signature
from equimask.evaluation import score
from equimask.inputs.pairs import load_pairs
from equimask.measures import mbe
from equimask.stats import permutation_p_value
from equimask.stats.draws import bootstrap_pairs, permute_two_sets, swap_pairs
from tests import tiny

PAIRS = [pair for pair in load_pairs("en") if len(pair.male) < 55][:8]
IDS = [pair.id for pair in PAIRS]
BAGS = {
    "sentence": [pair.male for pair in PAIRS] + [pair.female for pair in PAIRS],
    "gender": ["male"] * len(PAIRS) + ["female"] * len(PAIRS),
}


@pytest.fixture(scope="module")
def live() -> dict[str, Any]:
    tokenizer = tiny.wordpiece_tokenizer()
    model = tiny.tiny_bert(len(tokenizer))
    return {"model": model, "tokenizer": tokenizer, "progress": False, "weights": "none"}


def wins(male: np.ndarray, female: np.ndarray) -> float:
    return 100.0 * float((male[:, None] > female[None, :]).mean())


def test_the_p_value_is_that_of_all_ways_to_swap_versions(live: dict[str, Any]) -> None:
    result = score("mbe", BAGS, pair_id=IDS * 2, n_resamples=20_000, **live)
    male, female = np.split(np.array(result.rows["score"]), 2)
    swapped = [
        wins(np.where(coins, female, male), np.where(coins, male, female))
        for coins in product([False, True], repeat=len(PAIRS))
    ]
    centre = np.mean(swapped)
    exact = np.mean(np.abs(np.array(swapped) - centre) >= abs(result.value - centre) - 1e-9)
    assert result.test == "label permutation test within pairs"
    assert result.details["n_pairs"] == len(PAIRS)
    assert result.p_value == pytest.approx(exact, abs=0.03)
    assert result.value == pytest.approx(wins(male, female))


@pytest.mark.slow
def test_the_error_bar_is_that_of_pairs_drawn_together(live: dict[str, Any]) -> None:
    result = score("mbe", BAGS, pair_id=IDS * 2, n_resamples=20_000, **live)
    male, female = np.split(np.array(result.rows["score"]), 2)
    rng = np.random.default_rng(5)
    picks = rng.integers(0, len(PAIRS), (20_000, len(PAIRS)))
    naive = np.std([wins_of_draw(male, female, some) for some in picks], ddof=1)
    assert result.stderr == pytest.approx(naive, rel=0.03)


def wins_of_draw(male: np.ndarray, female: np.ndarray, picks: np.ndarray) -> float:
    """Oracle: all meet all, but a sentence its own other version only as often as others do."""
    n, won, met = len(picks), 0.0, 0.0
    for a, i in enumerate(picks):
        for b, j in enumerate(picks):
            weight = 1.0 if i != j else (1 - 1 / n) * (a == b)
            won, met = won + weight * (male[i] > female[j]), met + weight
    return 100.0 * won / met


@pytest.mark.parametrize("options", [{}, {"min_similarity": -1.0}, {"length_matched": True}])
def test_the_interval_of_versions_that_hardly_differ_holds_the_score(
    live: dict[str, Any], options: dict[str, Any]
) -> None:
    """Here nearly all wins are those over one's own version."""
    sentences = [pair.male for pair in load_pairs("en")[:30]]
    columns = {
        "sentence": sentences + [text.replace(".", "") + "." for text in sentences],
        "gender": ["male"] * 30 + ["female"] * 30,
    }
    ids = [str(i) for i in range(30)] * 2
    result = score("mbe", columns, pair_id=ids, n_resamples=999, **options, **live)
    assert result.ci_low is not None
    assert result.ci_high is not None
    assert result.ci_low - 1e-9 <= result.value <= result.ci_high + 1e-9


@pytest.mark.parametrize(
    ("n", "shift", "noise"), [(112, 0.1, 0.05), (28, 0.3, 0.2), (112, 0.02, 0.005)]
)
def test_intervals_over_pairs_hold_the_truth_about_as_often_as_they_say(
    n: int, shift: float, noise: float
) -> None:
    rng = np.random.default_rng(7)

    versions = np.column_stack([np.arange(n), np.arange(n, 2 * n)])

    def bags() -> mbe.TwoBags:
        base = rng.normal(size=n)
        female = base + noise * rng.normal(size=n)
        male = base + shift + noise * rng.normal(size=n)
        ones = np.ones((n, 1))
        return mbe.TwoBags(male, female, ones, ones, "none")

    truth = np.mean([mbe.total_of(bags()) for _ in range(400)])
    held = []
    for _ in range(80):
        some = bags()
        chunks = bootstrap_pairs(versions, n, n, 299, rng)
        draws = np.concatenate([mbe.resampled_totals(some, *chunk, versions) for chunk in chunks])
        low, high = np.percentile(draws, [2.5, 97.5])
        held.append(low <= truth <= high)
        assert low - 1e-9 <= mbe.total_of(some) <= high + 1e-9
    assert np.mean(held) > 0.85


def test_order_and_names_of_pairs_do_not_matter_and_the_packaged_bags_are_pairs(
    live: dict[str, Any],
) -> None:
    options = {**live, "n_resamples": 4000}
    first = score("mbe", BAGS, pair_id=IDS * 2, **options)
    rows = np.random.default_rng(2).permutation(2 * len(PAIRS))
    mixed = {name: [values[i] for i in rows] for name, values in BAGS.items()}
    again = score("mbe", mixed, pair_id=[f"x{(IDS * 2)[i]}" for i in rows], **options)
    assert again.value == pytest.approx(first.value)
    assert again.p_value == pytest.approx(first.p_value, abs=0.03)
    assert again.stderr == pytest.approx(first.stderr, rel=0.05)
    packaged = score("mbe", language="de", **options)
    assert packaged.details["n_pairs"] == len(load_pairs("de"))


def test_ids_are_in_the_signature_and_leave_the_score(live: dict[str, Any]) -> None:
    options = {**live, "n_resamples": 200}
    plain, paired, other = (
        score("mbe", BAGS, pair_id=ids, **options) for ids in (None, IDS * 2, IDS + IDS[::-1])
    )
    signatures = [Signature.parse(result.signature) for result in (plain, paired, other)]
    assert len({str(signature) for signature in signatures}) == 3
    assert len({signature["data"] for signature in signatures}) == 1
    assert plain.value == paired.value == other.value
    assert plain.details["n_pairs"] == 0


def test_calibrated_distances_are_as_sure_as_pairs_make_them(live: dict[str, Any]) -> None:
    """Of versions that hardly differ, what the sentences have in common is no noise."""
    sentences = [pair.male for pair in load_pairs("en")[:30]]
    columns = {
        "sentence": sentences + [text.replace("a", "e", 1) for text in sentences],
        "gender": ["male"] * 30 + ["female"] * 30,
    }
    ids = [str(i) for i in range(30)] * 2
    options = {**live, "n_resamples": 200, "n_twins": 2, "calibrate": True}
    plain, paired = (score("mbe", columns, pair_id=given, **options) for given in (None, ids))
    assert plain.mde is not None
    assert paired.mde is not None
    assert paired.mde < 0.8 * plain.mde


def test_packaged_bags_keep_their_own_ids(live: dict[str, Any]) -> None:
    with pytest.raises(InputError, match="`pair_id` alone"):
        score("mbe", language="de", pair_id=["x"], **live)


def test_a_sentence_whose_version_is_missing_stands_alone(live: dict[str, Any]) -> None:
    ids = [*IDS[:-1], math.nan, *IDS[:-1], None]
    result = score("mbe", BAGS, pair_id=ids, n_resamples=200, **live)
    assert result.details["n_pairs"] == len(PAIRS) - 1
    assert result.n == 2 * len(PAIRS)


def test_ids_that_are_all_empty_are_none(live: dict[str, Any]) -> None:
    result = score("mbe", BAGS, pair_id=[""] * 2 * len(PAIRS), n_resamples=200, **live)
    assert result.test == "label permutation test"
    assert "|pairs:" not in result.signature


@pytest.mark.parametrize("n", [1, 2, len(PAIRS)])
def test_one_pair_cannot_tell_how_pairs_vary_and_counts_as_two_sentences(
    live: dict[str, Any], n: int
) -> None:
    options = {**live, "n_resamples": 500}
    bags = {
        "sentence": BAGS["sentence"][:n] + BAGS["sentence"][-n:],
        "gender": ["male"] * n + ["female"] * n,
    }
    ids = ["x", *[""] * (n - 1), *[""] * (n - 1), "x"]
    plain, one = (score("mbe", bags, pair_id=given, **options) for given in (None, ids))
    assert one.details["n_pairs"] == 0
    assert (one.p_value, one.stderr, one.ci_low) == (plain.p_value, plain.stderr, plain.ci_low)


@pytest.mark.parametrize("gap", [None, "", " ", float("nan"), np.float32("nan"), pd.NA, pd.NaT])
def test_a_gap_in_the_table_is_no_id(live: dict[str, Any], gap: Any) -> None:
    ids = [*IDS[:-2], gap, gap] * 2
    result = score("mbe", BAGS, pair_id=ids, n_resamples=200, **live)
    assert result.details["n_pairs"] == len(PAIRS) - 2
    assert result.details["null_stderr_closed_form"] is None


def test_labels_are_checked_before_ids(live: dict[str, Any]) -> None:
    columns = {**BAGS, "gender": [gender.title() for gender in BAGS["gender"]]}
    with pytest.raises(InputError, match="'male' or 'female'"):
        score("mbe", columns, pair_id=IDS * 2, n_resamples=200, **live)


@pytest.mark.parametrize(
    ("ids", "message"),
    [
        (IDS, "one id for each of the 16 sentences"),
        ([*IDS, *IDS[:-1], IDS[0]], "second female sentence in row 15"),
        ([*IDS, *(f"other {name}" for name in IDS)], "none among 16 sentences"),
        (IDS[0], "a list of strings"),
    ],
)
def test_ids_that_are_no_pairs_are_refused(
    live: dict[str, Any], ids: list[str], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        score("mbe", BAGS, pair_id=ids, n_resamples=200, **live)


def test_versions_that_hardly_differ_give_the_right_rate_of_false_alarms() -> None:
    """Sentences differ much more than their versions: unpaired, hardly any alarm would come."""
    rng = np.random.default_rng(3)
    n, pairs = 20, np.column_stack([np.arange(20), np.arange(20, 40)])
    found: dict[str, list[float]] = {"paired": [], "unpaired": []}
    for _ in range(300):
        base = rng.normal(size=n)
        scores = np.concatenate([base + 0.2 * rng.normal(size=n) for _ in range(2)])
        bags = mbe.TwoBags(scores[:n], scores[n:], np.ones((n, 1)), np.ones((n, 1)), "none")
        value = mbe.total_of(bags)
        for name, chunks in (
            ("paired", swap_pairs(pairs, n, n, 199, rng)),
            ("unpaired", permute_two_sets(n, n, 199, rng)),
        ):
            draws = np.concatenate([mbe.resampled_totals(bags, *chunk) for chunk in chunks])
            found[name].append(permutation_p_value(value, draws))
    rates = {name: np.mean(np.array(p) <= 0.1) for name, p in found.items()}
    assert 0.06 < rates["paired"] < 0.15
    assert rates["unpaired"] < 0.02
