"""MBE of bags whose sentences are two versions of one: its error bar and its test."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

from equimask.errors import InputError
from equimask.evaluation import score
from equimask.measures import mbe
from equimask.pairs import load_pairs
from equimask.signature import Signature
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


def test_the_error_bar_is_that_of_pairs_drawn_together(live: dict[str, Any]) -> None:
    result = score("mbe", BAGS, pair_id=IDS * 2, n_resamples=20_000, **live)
    male, female = np.split(np.array(result.rows["score"]), 2)
    rng = np.random.default_rng(5)
    picks = rng.integers(0, len(PAIRS), (20_000, len(PAIRS)))
    naive = np.std([wins(male[some], female[some]) for some in picks], ddof=1)
    assert result.stderr == pytest.approx(naive, rel=0.03)


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


def test_ids_of_sentences_count_in_the_signature_and_in_the_calibrated_test(
    live: dict[str, Any],
) -> None:
    options = {**live, "n_resamples": 200, "n_twins": 2}
    plain, paired = (score("mbe", BAGS, pair_id=ids, **options) for ids in (None, IDS * 2))
    assert Signature.parse(plain.signature)["data"] != Signature.parse(paired.signature)["data"]
    assert plain.value == paired.value
    assert plain.details["n_pairs"] == 0
    mdes = [
        score("mbe", BAGS, pair_id=ids, calibrate=True, **options).mde for ids in (None, IDS * 2)
    ]
    assert mdes[0] != mdes[1]


def test_a_sentence_whose_version_is_missing_stands_alone(live: dict[str, Any]) -> None:
    ids = [*IDS[:-1], "", *IDS[:-1], None]
    result = score("mbe", BAGS, pair_id=ids, n_resamples=200, **live)
    assert result.details["n_pairs"] == len(PAIRS) - 1
    assert result.n == 2 * len(PAIRS)


@pytest.mark.parametrize(
    ("ids", "message"),
    [
        (IDS, "one id for each of the 16 sentences"),
        ([*IDS, *IDS[:-1], IDS[0]], "second female sentence in row 15"),
        ([*IDS, *(f"other {name}" for name in IDS)], "none among 16 sentences"),
    ],
)
def test_ids_that_are_no_pairs_are_refused(
    live: dict[str, Any], ids: list[str], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        score("mbe", BAGS, pair_id=ids, n_resamples=200, **live)


def test_versions_that_hardly_differ_give_the_right_rate_of_false_alarms() -> None:
    """Sentences differ much more than their versions: unpaired, hardly any alarm would come."""
    from equimask.resampling import permute_two_sets, swap_pairs
    from equimask.stats import permutation_p_value

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
