"""SBM: an artificial head, a symmetric head, balanced origins."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch

from equimask.core.errors import InputError
from equimask.evaluation import score
from tests import tiny

TABLE = {
    "male": ["The man helped the patient.", "I saw the man.", "A man cooked dinner."],
    "female": ["The nun helped the patient.", "I saw the nun.", "A nun cooked dinner."],
}


@pytest.fixture
def live() -> dict[str, Any]:
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
    live: dict[str, Any], word: str, expected: float
) -> None:
    index = live["tokenizer"].convert_tokens_to_ids(word)
    with torch.no_grad():
        live["model"].cls.predictions.bias[index] += 60.0
    for likelihood in ("aula", "aul", "norm_aula"):
        assert score("sbm", TABLE, likelihood=likelihood, **live).value == expected


def test_a_model_symmetric_in_both_words_gives_ties_only(live: dict[str, Any]) -> None:
    man, nun = live["tokenizer"].convert_tokens_to_ids(["man", "nun"])
    model = live["model"]
    with torch.no_grad():
        for table in (model.bert.embeddings.word_embeddings.weight, model.cls.predictions.bias):
            table[nun] = table[man]
    result = score("sbm", TABLE, **live)
    assert (result.value, result.n_ties, result.p_value) == (50.0, 3, None)
    assert score("sbm", TABLE, protocol="published", **live).value == 0.0


def test_published_protocol_averages_five_balanced_subsets(live: dict[str, Any]) -> None:
    table = {name: column * 4 for name, column in TABLE.items()}
    origin = ["male"] * 9 + ["female"] * 3
    result = score("sbm", table, protocol="published", origin=origin, **live)
    again = score("sbm", table, protocol="published", origin=origin, **live)
    assert result == again
    assert result.n == 6
    assert result.test.startswith("none: 99 %")
    assert result.ci_low <= result.value <= result.ci_high
    plain = score("sbm", table, protocol="published", **live)
    assert np.isclose(plain.value % (100 / 12), 0) or plain.n == 12


def test_origins_of_one_gender_cannot_be_balanced(live: dict[str, Any]) -> None:
    with pytest.raises(InputError, match="3 male and 0 female"):
        score("sbm", TABLE, protocol="published", origin=["male"] * 3, **live)
