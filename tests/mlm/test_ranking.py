"""Ranked predictions: cut the vocabulary first, rank second, normalise over everything."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch

from equimask.masking import plan_masks
from equimask.mlm import load_mlm
from tests import tiny

SENTENCES = ("The nurse helped her patient.", "James repaired the engine.", "Emilia cooked dinner.")


@pytest.fixture(scope="module")
def tokenizer() -> Any:
    return tiny.wordpiece_tokenizer()


def test_rank_masks_equals_sorting_full_logits(tokenizer: Any) -> None:
    mlm = load_mlm(tiny.tiny_bert(len(tokenizer)), tokenizer, device="cpu")
    encoded = mlm.encode(SENTENCES)
    plan = plan_masks(encoded, [[1, 3], [2], [1]])
    allowed = np.arange(40, 90)
    ranked = mlm.rank_masks(encoded, plan, 7, vocabulary=allowed)
    everything = mlm.rank_masks(encoded, plan, 5)
    for row, (sentence, target) in enumerate(zip(plan.sentences, plan.targets, strict=True)):
        ids = torch.tensor([encoded[sentence].ids])
        ids[0, target] = tokenizer.mask_token_id
        with torch.no_grad():
            log_p = mlm.model(ids).logits[0, target].double().log_softmax(-1).numpy()
        best = allowed[np.argsort(-log_p[allowed])[:7]]
        assert ranked.ids[row].tolist() == best.tolist()
        np.testing.assert_allclose(ranked.log_probs[row], log_p[best], rtol=1e-5)
        assert everything.ids[row].tolist() == np.argsort(-log_p)[:5].tolist()


def test_fewer_tokens_than_asked_for_are_all_ranked(tokenizer: Any) -> None:
    mlm = load_mlm(tiny.tiny_bert(len(tokenizer)), tokenizer, device="cpu")
    encoded = mlm.encode(SENTENCES[:1])
    ranked = mlm.rank_masks(encoded, plan_masks(encoded, [[1]]), 9, vocabulary=np.array([7, 9]))
    assert sorted(ranked.ids[0].tolist()) == [7, 9]
    assert (np.diff(ranked.log_probs[0]) <= 0).all()
