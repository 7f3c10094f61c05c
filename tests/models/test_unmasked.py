"""Unmasked reading, family by family: attention reduced on the way equals attention kept whole."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from equimask.core.errors import ModelError
from equimask.models import MaskedLM, load_mlm
from equimask.models.unmasked import ReceivedAttention
from tests import tiny
from tests.models.test_families import SENTENCES, SUPPORTED, load

UNUSABLE = {
    "big-bird",  # block-sparse in its tiny configuration
    "fnet",
    "funnel",
    "longformer",
    "perceiver",
    "reformer",
    "squeezebert",
    "yoso",
}


@pytest.fixture(params=SUPPORTED)
def mlm(request: pytest.FixtureRequest, tokenizer: Any, roc_tokenizer: Any) -> MaskedLM:
    family: str = request.param
    return load(family, roc_tokenizer if family == "roc_bert" else tokenizer)


def family_of(mlm: MaskedLM) -> str:
    return str(mlm.model.config.model_type).replace("_", "-")


def is_unusable(mlm: MaskedLM) -> bool:
    return family_of(mlm) in UNUSABLE


def test_attention_received_sums_to_one_and_layers_are_never_kept(mlm: MaskedLM) -> None:
    if is_unusable(mlm):
        with pytest.raises(ModelError, match="likelihood='aul'"):
            mlm.read_sentences(mlm.encode(SENTENCES))
        return
    ids = torch.tensor([mlm.encode(SENTENCES)[0].ids])
    received = ReceivedAttention(mlm.model)
    inputs = mlm._inputs(ids.numpy())
    mlm.model.eval()
    with torch.no_grad(), received.exposed():
        received.check(inputs)
        _, weights = received.run(inputs)
        _, whole = received._run_whole(inputs)
    assert received._sources, "fell back to keeping all layers"
    assert torch.allclose(weights, whole, atol=1e-5)
    assert weights.sum().item() == pytest.approx(1.0, abs=1e-4)


def test_readings_do_not_depend_on_batching(mlm: MaskedLM) -> None:
    attention = not is_unusable(mlm)
    encoded = mlm.encode(SENTENCES)
    together = mlm.read_sentences(encoded, attention=attention)
    alone = [mlm.read_sentences([sentence], attention=attention) for sentence in encoded]
    joined = np.concatenate([one.log_probs for one in alone])
    np.testing.assert_allclose(together.log_probs, joined, rtol=1e-5, atol=1e-5)
    vectors = np.concatenate([one.vectors for one in alone])
    np.testing.assert_allclose(together.vectors, vectors, rtol=1e-4, atol=1e-4)
    assert together.counts.tolist() == [sum(not s for s in e.special) for e in encoded]


def test_likelihoods_equal_full_logits(mlm: MaskedLM) -> None:
    encoded = mlm.encode(SENTENCES[:1])
    reading = mlm.read_sentences(encoded, attention=False)
    ids = np.array([encoded[0].ids])
    mlm.model.eval()
    with torch.no_grad():
        logits = mlm.model(**mlm._inputs(ids)).logits[0, : ids.shape[1]].double().log_softmax(-1)
    expected = logits[torch.arange(ids.shape[1]), torch.tensor(ids[0])].numpy()
    content = ~np.array(encoded[0].special)
    np.testing.assert_allclose(reading.log_probs, expected[content], rtol=1e-5, atol=1e-5)
    top = logits.argmax(-1).numpy() == ids[0]
    assert reading.hits.tolist() == top[content].tolist()


def test_one_layer_of_attention_is_all_that_is_held(tokenizer: Any) -> None:
    mlm = load_mlm(tiny.tiny_bert(len(tokenizer)), tokenizer, device="cpu")
    received = ReceivedAttention(mlm.model)
    inputs = mlm._inputs(np.array([mlm.encode(SENTENCES)[0].ids]))
    with torch.no_grad(), received.exposed():
        received.check(inputs)
        output, _ = received.run(inputs)
    assert not output.attentions
    hooks = [hook for m in mlm.model.modules() for hook in m._forward_hooks.values()]
    assert not [hook for hook in hooks if hook.__module__.startswith("equimask")]


def test_an_untrained_twin_has_the_shape_but_not_the_weights(tokenizer: Any) -> None:
    mlm = load_mlm(tiny.tiny_bert(len(tokenizer)), tokenizer, device="cpu")
    state = torch.get_rng_state()
    first, again, other = (mlm.untrained_twin(seed) for seed in (1, 1, 2))
    assert torch.equal(state, torch.get_rng_state())
    assert first.signature["model"] == again.signature["model"]
    weights = [m.model.get_input_embeddings().weight for m in (mlm, first, other)]
    assert weights[0].shape == weights[1].shape
    assert not torch.equal(weights[0], weights[1])
    assert not torch.equal(weights[1], weights[2])


def test_a_small_twin_is_made_once_for_all_languages(
    bert_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mlm = load_mlm(bert_folder, device="cpu")
    german, finnish = (mlm.in_language(code).untrained_twin(3) for code in ("de", "fi"))
    assert german.model is finnish.model
    assert (german.language, finnish.language) == ("de", "fi")
    assert mlm.untrained_twin(4).model is not german.model
    monkeypatch.setattr("equimask.models.masked_lm._TWINS_KEPT", 2)
    assert mlm.untrained_twin(5).model is not mlm.untrained_twin(5).model  # there is no more room
    monkeypatch.setattr("equimask.models.masked_lm._SMALL_TWIN", 1)
    large = load_mlm(bert_folder, device="cpu").in_language("de")
    large._twins = {}
    assert large.untrained_twin(3).model is not large.untrained_twin(3).model
    weights = large.untrained_twin(3).model.get_input_embeddings().weight
    assert torch.equal(weights, german.model.get_input_embeddings().weight)


def test_a_twin_of_a_live_model_is_made_anew(tokenizer: Any) -> None:
    mlm = load_mlm(tiny.tiny_bert(len(tokenizer)), tokenizer, device="cpu")
    assert mlm.untrained_twin(1).model is not mlm.untrained_twin(1).model
