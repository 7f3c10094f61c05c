"""Everything is asked once and said the same; twins leave no weights behind."""

from __future__ import annotations

import gc
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from transformers import BertForMaskedLM

from equimask.core.errors import InputError, ModelError
from equimask.models import MaskedLM, load_mlm
from equimask.models.cached import Cached
from equimask.plans.masks import MaskPlan, plan_masks
from tests import tiny
from tests.models.rule_scorer import SENTENCES, RuleScorer

ENCODED = RuleScorer().encode(SENTENCES)
PLACES = st.integers(0, len(SENTENCES) - 1).flatmap(
    lambda s: st.tuples(
        st.just(s), *(st.integers(1, len(ENCODED[s].ids) - 2) for _ in ("first", "last"))
    ).map(lambda row: (row[0], min(row[1:]), max(row[1:])))
)
PLANS = st.lists(PLACES, max_size=12).map(
    lambda rows: MaskPlan(*np.array(rows, dtype=np.int64).reshape(-1, 3).T)
)


@pytest.fixture(scope="module")
def mlm() -> MaskedLM:
    tokenizer = tiny.wordpiece_tokenizer()
    return load_mlm(tiny.tiny_bert(len(tokenizer)), tokenizer)


@given(st.lists(PLANS, min_size=1, max_size=5))
def test_masks_are_asked_once_in_the_order_in_which_they_come(plans: list[MaskPlan]) -> None:
    rule, asked_once = RuleScorer(), RuleScorer()
    cached = Cached(asked_once)
    for plan in plans:
        expected, found = rule.answer_masks(ENCODED, plan), cached.answer_masks(ENCODED, plan)
        assert found.log_probs.tolist() == expected.log_probs.tolist()
        assert found.hits.tolist() == expected.hits.tolist()
        assert found.log_probs.dtype == np.float64 and found.hits.dtype == bool
    assert asked_once.asked == list(dict.fromkeys(rule.asked))


@given(
    st.lists(
        st.tuples(st.lists(st.sampled_from(ENCODED), min_size=1, max_size=7), st.booleans()),
        min_size=1,
        max_size=5,
    ),
    st.booleans(),
)
def test_sentences_are_read_once_or_once_without_and_once_with_attention(
    questions: list[tuple[list[Any], bool]], with_attention: bool
) -> None:
    rule, asked_once = RuleScorer(), RuleScorer()
    cached = Cached(asked_once, with_attention=with_attention)
    for sentences, attention in questions:
        expected = rule.read_sentences(sentences, attention=attention)
        found = cached.read_sentences(sentences, attention=attention)
        for own, other in zip(found, expected, strict=True):
            np.testing.assert_array_equal(own, other)
            assert other is None or own.dtype == other.dtype
    if with_attention:
        rule.asked = [(seed, ids, True) for seed, ids, _ in rule.asked]
    assert asked_once.asked == list(dict.fromkeys(rule.asked))


def test_a_family_without_attention_is_read_without() -> None:
    rule = RuleScorer(attends=False)
    cached = Cached(rule, with_attention=True)
    for _ in range(2):
        assert cached.read_sentences(ENCODED, attention=False).attention is None
        with pytest.raises(ModelError, match="likelihood='aul'"):
            cached.read_sentences(ENCODED)
    assert len(rule.asked) == len(ENCODED)


def test_a_sentence_is_tokenised_once_for_the_model_and_its_twins() -> None:
    rule = RuleScorer()
    cached = Cached(rule)
    twin = cached.untrained_twin(0)
    assert cached.encode(SENTENCES[:2]) == ENCODED[:2]
    assert twin.encode([*SENTENCES, *SENTENCES]) == ENCODED * 2
    assert Cached(cached).encode(SENTENCES) == ENCODED
    assert rule.encode.asked == list(SENTENCES)
    for name in ("mask_token", "mask_id", "unk_id", "special_tokens"):
        assert getattr(cached.encode, name) == getattr(rule.encode, name)


def test_what_is_known_with_masks_in_it_is_still_refused_without() -> None:
    rule = RuleScorer()
    cached = Cached(rule)
    for _ in range(2):
        (masked,) = cached.encode.with_masks(["a # b"])
        assert masked == RuleScorer().encode.with_masks(["a # b"])[0]
        with pytest.raises(InputError, match=r"'#' in 'a # b'"):
            cached.encode(["a # b"])
    assert rule.encode.asked == ["a # b"]


def test_what_is_to_be_said_of_the_model_is_handed_on() -> None:
    cached = Cached(RuleScorer())
    assert cached.notes == cached.untrained_twin(1).notes == RuleScorer.notes


def test_the_signature_is_the_given_one_or_read_each_time() -> None:
    rule = RuleScorer()
    assert Cached(rule, {"model": "m@1", "tok": "t"}).signature == {"model": "m@1", "tok": "t"}
    assert rule.hashed == 0
    cached = Cached(rule)
    assert cached.signature == cached.signature == {"model": "rule@-1", "tok": "letters"}
    assert rule.hashed == 2
    assert (cached.dtype, cached.max_tokens) == (rule.dtype, rule.max_tokens)


def test_a_twin_is_remembered_by_its_seed() -> None:
    rule = RuleScorer()
    cached = Cached(rule)
    plan = plan_masks(ENCODED, [[1]] * len(ENCODED))
    for _ in range(2):
        for seed in (3, 4):
            twin, alone = cached.untrained_twin(seed), RuleScorer(seed)
            found = twin.answer_masks(ENCODED, plan).log_probs
            np.testing.assert_array_equal(found, alone.answer_masks(ENCODED, plan).log_probs)
            found = twin.read_sentences(ENCODED).log_probs
            np.testing.assert_array_equal(found, alone.read_sentences(ENCODED).log_probs)
            assert twin.signature == alone.signature
    assert cached.untrained_twin(3) is cached.untrained_twin(3)
    assert len(rule.asked) == 2 * 2 * len(ENCODED)
    second = cached.untrained_twin(3).untrained_twin(4).answer_masks(ENCODED, plan)
    np.testing.assert_array_equal(
        second.log_probs, RuleScorer(4).answer_masks(ENCODED, plan).log_probs
    )


@pytest.mark.parametrize("with_attention", [True, False])
def test_a_model_answers_as_without_the_cache(mlm: MaskedLM, with_attention: bool) -> None:
    cached = Cached(mlm, with_attention=with_attention)
    sentences = cached.encode([*tiny.MORE, *tiny.LESS, tiny.MORE[0]])
    assert sentences == mlm.encode([*tiny.MORE, *tiny.LESS, tiny.MORE[0]])
    plan = plan_masks(sentences, [[1, 2, 3]] * len(sentences))
    cached.answer_masks(sentences[:4], plan_masks(sentences[:4], [[2, 1]] * 4))
    cached.read_sentences(sentences[3:6], attention=False)
    found, expected = (some.answer_masks(sentences, plan) for some in (cached, mlm))
    assert found.log_probs == pytest.approx(expected.log_probs, abs=1e-4)
    assert (found.hits == expected.hits).all()
    for attention in (True, False):
        reading, plain = (
            some.read_sentences(sentences, attention=attention) for some in (cached, mlm)
        )
        assert reading.counts.tolist() == plain.counts.tolist()
        assert reading.log_probs == pytest.approx(plain.log_probs, abs=1e-4)
        assert reading.vectors == pytest.approx(plain.vectors, abs=1e-5)
        if attention:
            assert reading.attention == pytest.approx(plain.attention, abs=1e-6)
        else:
            assert reading.attention is None
    assert cached.signature == mlm.signature
    assert (cached.dtype, cached.max_tokens) == (mlm.dtype, mlm.max_tokens)


@pytest.mark.slow
def test_twins_are_the_models_own_and_leave_no_weights(mlm: MaskedLM) -> None:
    cached = Cached(mlm)
    sentences = cached.encode(tiny.MORE)
    plan = plan_masks(sentences, [[1, 2]] * len(sentences))
    gc.collect()
    before = _models_alive()
    for seed in range(3):
        expected = mlm.untrained_twin(seed).answer_masks(sentences, plan).log_probs
        found = cached.untrained_twin(seed).answer_masks(sentences, plan).log_probs
        np.testing.assert_array_equal(found, expected)
        cached.untrained_twin(seed).read_sentences(sentences)
        gc.collect()
        assert _models_alive() == before


def _models_alive() -> int:
    return sum(isinstance(thing, BertForMaskedLM) for thing in gc.get_objects())


def test_only_a_want_of_attention_is_answered_without_it() -> None:
    class Refusing(RuleScorer):
        def read_sentences(self, *_args: Any, **_options: Any) -> Any:
            raise ModelError(expected="a model that proves itself", got="none", fix="Another.")

    with pytest.raises(ModelError, match="proves itself"):
        Cached(Refusing(), with_attention=True).read_sentences(ENCODED, attention=False)
