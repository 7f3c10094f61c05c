"""Ranked predictions: cut the vocabulary first, rank second, normalise over everything."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from equimask.core.errors import ModelError
from equimask.models import load_mlm, ranking
from equimask.models.ranking import RankedTokens, Shortlist
from equimask.plans.masks import plan_masks
from tests import tiny

SENTENCES = ("The nurse helped her patient.", "James repaired the engine.", "Emilia cooked dinner.")


def rank(logits: torch.Tensor, shortlists: list[Shortlist]) -> list[RankedTokens]:
    found = ranking.rank(logits, shortlists)
    return [RankedTokens(ids.numpy(), log_probs.numpy()) for ids, log_probs in found]


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


def test_several_shortlists_are_answered_from_one_pass(tokenizer: Any) -> None:
    mlm = load_mlm(tiny.tiny_bert(len(tokenizer)), tokenizer, device="cpu")
    encoded = mlm.encode(SENTENCES)
    plan = plan_masks(encoded, [[1], [1], [1]])
    first, second = np.arange(40, 90), np.arange(80, 300)
    singly = [mlm.rank_masks(encoded, plan, k, vocabulary=v) for v, k in ((first, 3), (second, 9))]
    passes = []
    handle = mlm.model.register_forward_hook(lambda *_: passes.append(1))
    mlm.rank_masks(encoded, plan, 3, vocabulary=first)
    of_one = len(passes)
    together = mlm.rank_shortlists(encoded, plan, [Shortlist(first, 3), Shortlist(second, 9)])
    handle.remove()
    assert len(passes) == 2 * of_one
    for alone, ranked in zip(singly, together, strict=True):
        np.testing.assert_array_equal(ranked.ids, alone.ids)
        np.testing.assert_array_equal(ranked.log_probs, alone.log_probs)


def test_the_tokens_of_a_group_add_up_and_its_lowest_id_stands_for_it() -> None:
    logits = torch.tensor([[0.0, 1.0, 2.0, 1.5, 1.4, -3.0], [9.0, 0.0, 0.1, 0.2, 0.3, 0.4]])
    probabilities = logits.double().softmax(-1).numpy()
    groups = [(4, 1, 3), (2,), (5, 0)]
    (ranked,) = rank(logits.clone(), [Shortlist.of_groups(groups, 2)])
    assert ranked.ids.tolist() == [[1, 2], [0, 1]]
    expected = [
        [probabilities[0, [1, 3, 4]].sum(), probabilities[0, 2]],
        [probabilities[1, [0, 5]].sum(), probabilities[1, [1, 3, 4]].sum()],
    ]
    np.testing.assert_allclose(np.exp(ranked.log_probs), expected, rtol=1e-6)


@pytest.mark.parametrize("k", [1, 2, 3, 4, 6])
def test_equal_probabilities_come_in_the_order_of_their_ids(k: int) -> None:
    logits = torch.tensor(
        [[1.0, 3.0, 3.0, 1.0, 3.0, 2.0], [0.0] * 6, [5.0, 4.0, 5.0, 5.0, 4.0, 5.0]]
    )
    (ranked,) = rank(logits.clone(), [Shortlist(np.arange(6), k)])
    for row, values in enumerate(logits.tolist()):
        best = sorted(range(6), key=lambda i: (-values[i], i))[:k]
        assert ranked.ids[row].tolist() == best


@given(st.integers(0, 2**32 - 1), st.integers(1, 12))
def test_the_first_of_equal_values_are_found_without_a_look_at_them(seed: int, k: int) -> None:
    values = np.random.default_rng(seed).integers(0, 4, size=(5, 20)).astype(np.float32)
    expected = np.argsort(-values, axis=1, kind="stable")[:, :k]
    least = np.take_along_axis(values, expected[:, -1:], axis=1)
    found = ranking._first_largest(torch.from_numpy(values), torch.from_numpy(least), k)
    assert np.sort(found.numpy()).tolist() == np.sort(expected).tolist()


@given(st.integers(0, 2**32 - 1), st.integers(1, 12), st.booleans())
def test_a_ranking_is_the_sorted_softmax(seed: int, k: int, coarse: bool) -> None:
    rng = np.random.default_rng(seed)
    scores = rng.normal(scale=6.0, size=(3, 50)).astype(np.float32)
    if coarse:  # many ties
        scores = np.round(scores / 4) * 4
    allowed = rng.permutation(50)[: rng.integers(1, 50)]
    (ranked,) = rank(torch.from_numpy(scores.copy()), [Shortlist(allowed, k)])
    exact = scores.astype(np.float64)
    log_p = exact - np.log(np.exp(exact).sum(1, keepdims=True))
    for row in range(3):
        best = sorted(allowed.tolist(), key=lambda i: (-scores[row, i], i))[:k]
        assert ranked.ids[row].tolist() == best
        np.testing.assert_allclose(ranked.log_probs[row], log_p[row, best], atol=1e-6)


def test_probabilities_are_right_in_a_large_vocabulary() -> None:
    generator = torch.Generator().manual_seed(0)
    logits = torch.randn(4, 250_002, generator=generator) * 4 + 11
    exact = logits.double().log_softmax(-1).topk(100)
    (ranked,) = rank(logits.clone(), [Shortlist(np.arange(250_002), 100)])
    np.testing.assert_array_equal(ranked.ids, exact.indices.numpy())
    np.testing.assert_allclose(ranked.log_probs, exact.values.numpy(), atol=1e-6, rtol=0)


def test_half_precision_logits_are_summed_in_full() -> None:
    logits = torch.randn(2, 30_000, generator=torch.Generator().manual_seed(0)).bfloat16()
    exact = logits.double().log_softmax(-1).numpy()
    (ranked,) = rank(logits.clone(), [Shortlist(np.arange(30_000), 5)])
    np.testing.assert_allclose(
        ranked.log_probs, np.take_along_axis(exact, ranked.ids, axis=1), atol=1e-6
    )


def test_logits_that_are_no_numbers_are_an_error(tokenizer: Any) -> None:
    model = tiny.tiny_bert(len(tokenizer))
    with torch.no_grad():
        model.cls.predictions.bias[3] = float("nan")
    mlm = load_mlm(model, tokenizer, device="cpu")
    encoded = mlm.encode(SENTENCES[:1])
    with pytest.raises(ModelError, match="NaN for a plain sentence"):
        mlm.rank_masks(encoded, plan_masks(encoded, [[1]]), 4, vocabulary=np.arange(9, 50))
