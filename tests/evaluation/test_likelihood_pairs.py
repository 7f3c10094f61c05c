"""AUL and SBM: the likelier sentence of two; artificial heads, balanced origins."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch

from equimask import stats
from equimask.core.errors import InputError
from equimask.core.result import BiasResult
from equimask.evaluation import score
from tests import tiny
from tests.evaluation.worlds import PAIRS, naive_reading


@pytest.mark.parametrize(("metric", "columns"), [("aul", PAIRS), ("sbm", None)])
def test_pairs_are_decided_by_the_likelier_sentence(
    live: dict[str, Any], metric: str, columns: dict[str, list[str]] | None
) -> None:
    table = columns or {"male": list(tiny.LESS), "female": list(tiny.MORE)}
    first, second = table.values()
    result = score(metric, table, **live)
    expected = [
        naive_reading(live, a)[1] > naive_reading(live, b)[1]
        for a, b in zip(first, second, strict=True)
    ]
    assert result.value == pytest.approx(100 * np.mean(expected))
    names = [name for name in result.rows if name.startswith("score_")]
    assert names == [f"score_{name}" for name in table]
    assert result.neutral == 50.0


def test_pairs_with_one_unreadable_side_are_skipped_whole(live: dict[str, Any]) -> None:
    table = {"male": ["word " * 200, *tiny.MORE], "female": ["short", *tiny.LESS]}
    result = score("sbm", table, **live)
    assert result.skipped == {"too_long": 1}
    assert result.rows["sbm"][0] is None
    assert result.n == len(tiny.MORE)


TABLE = {
    "male": ["The man helped the patient.", "I saw the man.", "A man cooked dinner."],
    "female": ["The nun helped the patient.", "I saw the nun.", "A nun cooked dinner."],
}


@pytest.fixture
def two_words() -> dict[str, Any]:
    tokenizer = tiny.wordpiece_tokenizer()
    tokenizer.add_tokens(["man", "nun"])
    return {
        "model": tiny.tiny_bert(len(tokenizer)),
        "tokenizer": tokenizer,
        "progress": False,
        "n_resamples": 99,
    }


@pytest.mark.parametrize(("word", "expected"), [("man", 100.0), ("nun", 0.0)])
def test_a_head_that_favours_one_word_scores_100_or_0(
    two_words: dict[str, Any], word: str, expected: float
) -> None:
    index = two_words["tokenizer"].convert_tokens_to_ids(word)
    with torch.no_grad():
        two_words["model"].cls.predictions.bias[index] += 60.0
    for likelihood in ("aula", "aul", "norm_aula"):
        assert score("sbm", TABLE, likelihood=likelihood, **two_words).value == expected


def test_a_model_symmetric_in_both_words_gives_ties_only(two_words: dict[str, Any]) -> None:
    man, nun = two_words["tokenizer"].convert_tokens_to_ids(["man", "nun"])
    model = two_words["model"]
    with torch.no_grad():
        for table in (model.bert.embeddings.word_embeddings.weight, model.cls.predictions.bias):
            table[nun] = table[man]
    result = score("sbm", TABLE, **two_words)
    assert (result.value, result.n_ties, result.p_value) == (50.0, 3, None)
    assert score("sbm", TABLE, protocol="published", **two_words).value == 0.0


def test_published_protocol_averages_five_balanced_subsets(two_words: dict[str, Any]) -> None:
    table = {name: column * 4 for name, column in TABLE.items()}
    origin = ["male"] * 9 + ["female"] * 3
    result = score("sbm", table, protocol="published", origin=origin, **two_words)
    again = score("sbm", table, protocol="published", origin=origin, **two_words)
    assert result == again
    assert result.n == 6
    assert result.test.startswith("none: 99 %")
    assert result.ci_low <= result.value <= result.ci_high
    plain = score("sbm", table, protocol="published", **two_words)
    assert np.isclose(plain.value % (100 / 12), 0) or plain.n == 12


def test_where_origins_are_balanced_already_pairs_are_resampled(two_words: dict[str, Any]) -> None:
    """Every balanced subset is the whole: five of them would have an interval of width 0."""
    table = {name: [*TABLE["male"], *TABLE["female"]] * 4 for name in TABLE}
    table["female"] = table["female"][3:] + table["female"][:3]  # half of them swapped
    origin = ["male"] * 11 + ["female"] * 11 + [""] * 2
    options = {**two_words, "n_resamples": 999}
    result = score("sbm", table, protocol="published", origin=origin, **options)
    bits = np.array(result.rows["sbm"])[:22]
    assert 0.0 < bits.mean() < 1.0
    assert result.value == pytest.approx(100 * bits.mean())
    rng = np.random.default_rng(9)
    drawn = 100 * bits[rng.integers(0, 22, (20_000, 22))].mean(axis=1)
    assert result.stderr == pytest.approx(drawn.std(), rel=0.1)
    limits = np.percentile(drawn, [0.5, 99.5])
    assert [result.ci_low, result.ci_high] == pytest.approx(limits, abs=100 / 22 + 1e-9)
    assert (result.n, result.p_value) == (22, None)
    assert result.test == "none: 99 % interval over pairs"
    assert any("11 male and 11 female" in note and "pairs" in note for note in result.notes)
    nearly = ["male", *origin[:-1]]  # 12 and 11: subsets that share all but one pair
    almost = score("sbm", table, protocol="published", origin=nearly, **options)
    rates = [100 * np.array(almost.rows["sbm"])[rows].mean() for rows in (slice(12), slice(12, 23))]
    assert almost.value == pytest.approx(np.mean(rates))
    assert almost.test == "none: 99 % interval over pairs" and almost.n == 22
    unequal = ["male"] * 5 + origin[5:11] + ["male"] * 4 + origin[15:]
    drawn_subsets = score("sbm", table, protocol="published", origin=unequal, **options)
    assert drawn_subsets.test == "none: 99 % interval over five balanced subsets"
    assert not any("balanced already" in note for note in drawn_subsets.notes)


def test_an_interval_of_subsets_alone_shows_no_preference(two_words: dict[str, Any]) -> None:
    """In simulations of fair coins it leaves 50 out in 18 to 58 % of all cases."""
    index = two_words["tokenizer"].convert_tokens_to_ids("man")
    with torch.no_grad():
        two_words["model"].cls.predictions.bias[index] += 60.0
    table = {name: column * 8 for name, column in TABLE.items()}
    options = {**two_words, "protocol": "published"}
    subsets = score("sbm", table, origin=["male"] * 16 + ["female"] * 8, **options)
    assert (subsets.value, subsets.ci_low, subsets.verdict) == (100.0, 100.0, "none_shown")
    assert subsets.as_dict()["interval_of_draws"] is True
    assert BiasResult.from_dict(subsets.as_dict()) == subsets
    pairs = score("sbm", table, origin=["male", "female"] * 12, **options)
    assert (pairs.p_value, pairs.verdict) == (None, "male")
    assert "interval_of_draws" not in pairs.as_dict()


@pytest.mark.parametrize("n_clusters", [4, 6])
def test_balanced_pairs_in_clusters_say_what_their_interval_leaves_out(
    two_words: dict[str, Any], n_clusters: int
) -> None:
    table = {name: column * 8 for name, column in TABLE.items()}
    origin = ["male"] * 16 + ["female"] * 8
    clusters = [str(i % n_clusters) for i in range(24)]
    options = {**two_words, "protocol": "published", "origin": origin}
    alone = score("sbm", table, **options)
    together = score("sbm", table, cluster=clusters, **options)
    assert (together.value, together.ci_low) == (alone.value, alone.ci_low)
    assert any("takes pairs for independent" in note for note in together.notes)
    assert not any("takes pairs for independent" in note for note in alone.notes)
    for one in (alone, together):
        assert any("over balanced draws" in note for note in one.notes)
    assert together.attainable_p == stats.attainable_p(n_clusters)
    assert (together.verdict == "too_few") == (n_clusters < 6)


def test_origins_of_one_gender_cannot_be_balanced(two_words: dict[str, Any]) -> None:
    with pytest.raises(InputError, match="3 male and 0 female"):
        score("sbm", TABLE, protocol="published", origin=["male"] * 3, **two_words)


def test_what_the_published_protocol_does_not_calibrate_is_said(two_words: dict[str, Any]) -> None:
    options = {**two_words, "protocol": "published", "origin": ["male", "female", "male"]}
    result = score("sbm", TABLE, calibrate=True, **options)
    assert result.null is None and any("not calibrated" in note for note in result.notes)
    assert not any("calibrated" in note for note in score("sbm", TABLE, **options).notes)
