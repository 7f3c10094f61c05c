"""`latent_pmi` from rows to a result: no model, plain JSON, and errors that name the row."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import numpy as np
import pandas as pd
import pytest

from datasets import Dataset
from equimask import score
from equimask.core.errors import DataError, InputError, OptionError
from equimask.core.result import BiasResult
from equimask.core.signature import Signature
from equimask.measures import pmi

SHARES = {  # of men's and of women's words
    "blonde": (1, 6), "divorced": (1, 5), "bold": (8, 2), "vital": (6, 1),
    "plain": (5, 5), "good": (4, 4), "bad": (4, 4),
}  # fmt: skip
LEXICON = {
    "blonde": (0.2, 0.6, 0.2), "divorced": (0.7, 0.2, 0.1), "bold": (0.1, 0.2, 0.7),
    "vital": (0.1, 0.2, 0.7), "good": (0.05, 0.15, 0.8), "bad": (0.8, 0.1, 0.1),
}  # fmt: skip
FAST = {"progress": False, "n_resamples": 199, "l1": (0.0, 1e-3), "posterior": (0.1, 1.0)}


def draw(n: int = 3000, seed: int = 0, associated: bool = True) -> dict[str, list[str]]:
    rng = np.random.default_rng(seed)
    genders = rng.choice(["male", "female"], n, p=[0.8, 0.2])
    shares = np.array(list(SHARES.values()), dtype=float) if associated else np.ones((7, 2))
    shares /= shares.sum(axis=0)
    words = [
        str(rng.choice(list(SHARES), p=shares[:, int(gender == "female")])) for gender in genders
    ]
    return {"word": [*words, "plain"], "gender": [*map(str, genders), "non-binary"]}


def column_of(counts: list[int]) -> Any:
    """A column as `datasets` gives it."""
    return Dataset.from_dict({"count": counts})["count"]


COLUMNS = draw()


@pytest.fixture(scope="module")
def result() -> BiasResult:
    return score("latent_pmi", COLUMNS, language="en", sentiment=LEXICON, **FAST)


def test_the_score_is_mutual_information_beyond_chance(result: BiasResult) -> None:
    details = result.details
    assert result.value == details["plug_in"] - details["expected_by_chance"]
    shares = np.array(list(SHARES.values()), dtype=float)
    truth = float(pmi.mutual_information(shares / shares.sum(axis=0) * [0.8, 0.2]))
    assert result.ci_low < truth < result.ci_high
    assert result.p_value == pytest.approx(1 / 200)
    assert result.neutral == 0.0
    assert result.n == 3001
    assert details["n_words"] == 7
    assert details["n_by_gender"]["non-binary"] == 1
    assert 0 < details["share_of_gender_entropy"] < 1
    assert 0 < result.mde < result.value


def test_words_without_association_score_0() -> None:
    columns = draw(seed=1, associated=False)
    found = score("latent_pmi", columns, **FAST)
    assert found.ci_low < 0 < found.ci_high
    assert found.p_value > 0.05
    assert found.details["plug_in"] > 0


def test_planted_words_lead_their_lists(result: BiasResult) -> None:
    first = {
        (row["gender"], row["sentiment"]): row["word"]
        for row in result.details["top_words"]
        if row["rank"] == 1
    }
    assert first["female", "negative"] == "divorced"
    assert first["female", "neutral"] == "blonde"
    assert first["male", "positive"] in ("bold", "vital")
    assert all(row["deviation"] > 0 for row in result.details["top_words"])


def sparse(seed: int) -> dict[str, Any]:
    """Sixty words, five times as much about men, with an opinionated lexicon."""
    rng = np.random.default_rng(seed)
    words = [f"w{i:02}" for i in range(60)]
    men, women = (rng.poisson(np.linspace(0.02 * n, n, 60)).tolist() for n in (30, 6))
    return {
        "data": {"word": words * 2, "gender": ["male"] * 60 + ["female"] * 60},
        "counts": [*men, *women],
        "sentiment": {word: tuple(rng.dirichlet([0.3] * 3)) for word in words},
        "l1": (1e-4, 1e-3),
        "posterior": (0.1, 10.0),
        "n_resamples": 99,
        "progress": False,
    }


@pytest.mark.parametrize("rebalance", [False, True])
@pytest.mark.parametrize("min_count", [1, 3])
def test_no_list_names_a_word_that_was_hardly_said_of_its_gender(
    rebalance: bool, min_count: int
) -> None:
    """The fit has deviations of unseen words, and some of them are among the largest."""
    listed = [
        row
        for seed in (0, 1)
        for row in score(
            "latent_pmi", rebalance=rebalance, min_count=min_count, **sparse(seed)
        ).details["top_words"]
    ]
    assert len(listed) > 100
    assert min(row["count"] for row in listed) == min_count
    for before, row in pairwise(listed):
        assert row["rank"] == 1 or row["deviation"] <= before["deviation"]


def test_by_default_a_word_is_listed_from_five_events_on() -> None:
    found = score("latent_pmi", **sparse(0)).details["top_words"]
    assert min(row["count"] for row in found) == 5
    with pytest.raises(OptionError, match="min_count"):
        score("latent_pmi", min_count=0, **sparse(0))


def test_a_listed_word_carries_the_interval_of_its_counts(result: BiasResult) -> None:
    """A large deviation does not say that the word is said rather of this gender; PMI does."""
    cells = {(row["word"], row["gender"]): row for row in result.details["pmi"]}
    for row in result.details["top_words"]:
        cell = cells[row["word"], row["gender"]]
        for name in ("pmi", "ci_low", "ci_high", "count", "small_cell"):
            assert row[name] == cell[name]
    negative = {
        row["gender"]: row
        for row in result.details["top_words"]
        if (row["word"], row["sentiment"]) == ("bad", "negative")
    }
    assert set(negative) == {"male", "female"}  # in the lists of both, said alike of both
    assert all(row["ci_low"] < 0.35 and row["ci_high"] > -0.35 for row in negative.values())


def test_the_pmi_table_has_counts_intervals_and_flags(result: BiasResult) -> None:
    table = {(row["word"], row["gender"]): row for row in result.details["pmi"]}
    assert len(table) == 7 * 3
    blonde = table["blonde", "female"]
    assert blonde["ci_low"] < blonde["pmi"] < blonde["ci_high"]
    assert blonde["count"] == sum(
        pair == ("blonde", "female")
        for pair in zip(COLUMNS["word"], COLUMNS["gender"], strict=True)
    )
    assert not blonde["small_cell"]
    unseen = table["blonde", "non-binary"]
    assert unseen["pmi"] is None
    assert unseen["small_cell"]
    smoothed = score("latent_pmi", COLUMNS, add_k=0.5, **FAST).details["pmi"]
    assert all(row["pmi"] is not None and row["ci_low"] is not None for row in smoothed)


def test_rows_are_as_long_as_the_input_and_hold_their_cells_values(result: BiasResult) -> None:
    table = {(row["word"], row["gender"]): row["pmi"] for row in result.details["pmi"]}
    cells = list(zip(COLUMNS["word"], COLUMNS["gender"], strict=True))
    assert result.rows["pmi"] == [table[cell] for cell in cells]
    top = {
        (row["word"], row["gender"]): row["deviation"]
        for row in result.details["top_words"]
        if row["sentiment"] == "negative"
    }
    place = cells.index(("divorced", "female"))
    assert result.rows["deviation_negative"][place] == top["divorced", "female"]
    assert [result.rows[f"deviation_{s}"][-1] for s in ("negative", "neutral", "positive")] == [
        None, None, None,
    ]  # fmt: skip


def test_all_of_it_is_plain_json(result: BiasResult) -> None:
    again = json.loads(json.dumps(result.as_dict(), allow_nan=False))
    assert again["latent_pmi"] == result.value
    assert len(again["fits"]) == again["n_fits"] == 4
    assert again["n_converged"] == sum(fit["converged"] for fit in again["fits"])
    assert again["skipped"] == {"word_without_sentiment": 1}
    assert {"iterations", "loss", "kl_per_word", "sparsity", "gradient_norm"} <= set(
        again["fits"][0]
    )


def test_the_signature_reads_back_and_names_what_moves_the_numbers(result: BiasResult) -> None:
    parsed = Signature.parse(result.signature)
    assert str(parsed) == result.signature
    assert parsed["model"] == "none"
    assert parsed["lang"] == "en"
    assert parsed["l1"] == "0,0.001"
    assert parsed["posterior"] == "0.1,1"
    assert parsed["n"] == "3001"
    assert parsed["n_resamples"] == "199"

    def sign(**options: Any) -> str:
        quick = {**FAST, "l1": 0.1, "posterior": 1.0, "sentiment": LEXICON}
        return score("latent_pmi", COLUMNS, **{**quick, **options}).signature

    others = {sign(), sign(rebalance=True), sign(l1=0.0), sign(sentiment=None), sign(seed=1)}
    assert len(others | {sign(sentiment={**LEXICON, "good": (1, 1, 1)})}) == 6


def test_neither_the_order_of_rows_nor_how_they_are_counted_matters(result: BiasResult) -> None:
    rng = np.random.default_rng(5)
    order = rng.permutation(len(COLUMNS["word"]))
    shuffled = {name: [values[i] for i in order] for name, values in COLUMNS.items()}
    again = score("latent_pmi", shuffled, language="en", sentiment=LEXICON, **FAST)
    pairs = list(zip(*COLUMNS.values(), strict=True))
    cells = sorted(set(pairs))
    counted = score(
        "latent_pmi",
        {
            "word": [*(word for word, _ in cells), "never"],
            "gender": [*(g for _, g in cells), "male"],
        },
        language="en",
        sentiment=LEXICON,
        counts=[*map(pairs.count, cells), 0],
        **FAST,
    )
    for other in (again, counted):
        assert other.value == result.value
        assert other.details["top_words"] == result.details["top_words"]
        assert Signature.parse(other.signature)["table"] in result.signature
    assert counted.skipped == {"word_without_sentiment": 1, "count_of_0": 1}
    assert counted.rows["pmi"][-1] is None


@pytest.mark.parametrize(
    "form", [list, tuple, np.array, lambda x: pd.Series(x, index=[9, 8, 7, 6]), column_of]
)
def test_counts_in_any_form(form: Any) -> None:
    columns = {"word": ["a", "b", "a", "b"], "gender": ["male", "male", "female", "female"]}
    found = score("latent_pmi", columns, counts=form([30, 20, 10, 40]), **FAST)
    assert found.n == 100
    assert found.details["plug_in"] == pytest.approx(
        float(pmi.mutual_information([[30, 10], [20, 40]]))
    )


def test_published_reports_eta_as_fitted() -> None:
    found = score("latent_pmi", COLUMNS, sentiment=LEXICON, protocol="published", **FAST)
    corrected = score("latent_pmi", COLUMNS, sentiment=LEXICON, **FAST)
    assert found.value == corrected.value
    assert found.rows["deviation_negative"] != corrected.rows["deviation_negative"]
    assert all(fit["sparsity"] == 0 for fit in found.details["fits"])
    pairs = list(zip(*COLUMNS.values(), strict=True))
    places = [pairs.index((word, "male")) for word in SHARES]
    for sentiment in ("negative", "neutral", "positive"):
        deviations = corrected.rows[f"deviation_{sentiment}"]
        assert np.mean([deviations[i] for i in places]) == pytest.approx(0.0, abs=1e-9)


def test_a_lexicon_that_knows_none_of_the_words_is_an_error() -> None:
    with pytest.raises(InputError, match="at least one word"):
        score("latent_pmi", COLUMNS, sentiment={"foreign": (1, 1, 1)}, **FAST)


@pytest.mark.parametrize(
    ("changes", "error", "message"),
    [
        ({"gender": ["male", "femle", "male"]}, InputError, "'femle' in row 1"),
        ({"gender": ["male"] * 3}, InputError, "none of female people"),
        ({"word": ["a", "a", "a"]}, InputError, "at least two different words, but got 'a' only"),
        ({"word": ["a", "", "b"]}, InputError, "'' in row 1"),
        ({"counts": [1, 2]}, InputError, "each of the 3 rows, but got 2"),
        ({"counts": [1, -2, 3]}, InputError, "-2 in row 1"),
        ({"counts": [1, 2, 2.5]}, InputError, "2.5 in row 2"),
        ({"counts": [1, 2, None]}, InputError, "None in row 2"),
        ({"counts": [True, False, True]}, InputError, "True in row 0"),
        ({"counts": 3}, InputError, "each of the 3 rows, but got 3"),
        ({"counts": [0, 0, 0]}, InputError, "only zeros"),
        ({"sentiment": {}}, InputError, "an empty one"),
        ({"sentiment": 7}, InputError, "got 7"),
        ({"l1": -1.0}, OptionError, "l1"),
        ({"add_k": -1.0}, OptionError, "add_k"),
    ],
)
def test_what_a_user_can_mend_is_named(
    changes: dict[str, Any], error: type[Exception], message: str
) -> None:
    columns = {"word": ["a", "b", "a"], "gender": ["male", "female", "female"]}
    given = {**columns, **changes}
    options = {name: value for name, value in given.items() if name not in columns}
    with pytest.raises(error, match=message):
        score("latent_pmi", {name: given[name] for name in columns}, **options)


def test_without_columns_it_says_where_they_come_from() -> None:
    with pytest.raises(DataError, match="python -m builders politician_completions"):
        score("latent_pmi")
