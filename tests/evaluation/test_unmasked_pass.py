"""Whole sentences are read the same whatever the batches, and the model is given back."""

from __future__ import annotations

import copy
from typing import Any

import pytest
import torch

from equimask.core.errors import InputError, ModelError
from equimask.evaluation import score
from tests.evaluation.worlds import BAGS


def test_batching_changes_no_sentence_score(live: dict[str, Any]) -> None:
    reference = score("mbe", BAGS, **live).rows["score"]
    for batch_tokens in (1, 30, 10_000):
        rows = score("mbe", BAGS, batch_tokens=batch_tokens, **live).rows["score"]
        assert rows == pytest.approx(reference, abs=1e-6)


def test_attention_implementation_is_given_back_also_after_an_error(live: dict[str, Any]) -> None:
    model = live["model"]
    score("mbe", BAGS, **live)
    assert model.config._attn_implementation == "sdpa"
    with pytest.raises(InputError, match="sentences of both genders"):
        score("mbe", {"sentence": ["The nurse."], "gender": ["male"]}, **live)
    assert model.config._attn_implementation == "sdpa"
    assert not model.bert._forward_hooks


def test_a_family_without_attention_offers_aul(live: dict[str, Any]) -> None:
    from transformers import FNetConfig, FNetForMaskedLM

    config = FNetConfig(
        vocab_size=len(live["tokenizer"]), hidden_size=32, num_hidden_layers=2, intermediate_size=64
    )
    options = {**live, "model": FNetForMaskedLM(config)}
    with pytest.raises(ModelError, match="likelihood='aul'"):
        score("mbe", BAGS, **options)
    assert score("mbe", BAGS, likelihood="aul", **options).n == len(BAGS["sentence"])


@pytest.mark.parametrize("likelihood", ["aula", "aul"])
def test_broken_weights_are_not_blamed_on_the_family(live: dict[str, Any], likelihood: str) -> None:
    broken = copy.deepcopy(live["model"])
    with torch.no_grad():
        broken.bert.encoder.layer[0].output.dense.weight.fill_(float("nan"))
    with pytest.raises(ModelError, match="whose weights are finite"):
        score("mbe", BAGS, likelihood=likelihood, **{**live, "model": broken})
