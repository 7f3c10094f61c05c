"""Processes share the questions: the numbers of one, each asked once by whichever process."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from equimask.core.errors import ModelError
from equimask.models import load_mlm
from equimask.models.cached import Cached
from equimask.models.processes import FailedElsewhereError, Processes
from equimask.models.scorer import Scorer
from equimask.models.shared_out import SharedOut
from equimask.plans.masks import plan_masks
from tests import tiny
from tests.models.rule_scorer import SENTENCES, RuleScorer
from tests.models.threads import together

ENCODED = RuleScorer().encode(SENTENCES)  # five: of seven processes two have nothing to read
PLAN = plan_masks(ENCODED, [range(1, len(sentence.ids) - 1) for sentence in ENCODED])
COMPOSITIONS: list[Callable[[Scorer, Processes], Scorer]] = [
    SharedOut,
    lambda scorer, processes: Cached(SharedOut(scorer, processes)),
    lambda scorer, processes: SharedOut(Cached(scorer), processes),
    lambda scorer, processes: Cached(SharedOut(Cached(scorer), processes), with_attention=True),
]


def asked(scorer: Scorer) -> list[Any]:
    """All that an evaluation may ask, without and with attention, of the model and of a twin."""
    return [
        part
        for one in (scorer, scorer.untrained_twin(7))
        for answer in (
            one.answer_masks(ENCODED, PLAN),
            one.read_sentences(ENCODED, attention=False),
            one.read_sentences([*ENCODED[::-1], ENCODED[0]]),
        )
        for part in answer
    ]


@pytest.mark.parametrize("count", [1, 2, 7])
@pytest.mark.parametrize("composed", COMPOSITIONS)
def test_wrappers_compose_in_any_order(
    composed: Callable[[Scorer, Processes], Scorer], count: int
) -> None:
    expected = asked(RuleScorer())
    for found in together(count, lambda processes: asked(composed(RuleScorer(), processes))):
        for own, other in zip(found, expected, strict=True):
            np.testing.assert_array_equal(own, other)


@pytest.mark.parametrize("count", [1, 2, 7])
@pytest.mark.parametrize("composed", COMPOSITIONS[1:])
def test_everything_is_asked_once_by_whichever_process(
    composed: Callable[[Scorer, Processes], Scorer], count: int
) -> None:
    def work(processes: Processes) -> list[Any]:
        rule = RuleScorer()
        scorer = composed(rule, processes)
        for _ in range(2):
            scorer.answer_masks(ENCODED, PLAN)
            scorer.read_sentences(ENCODED)
        return rule.asked

    shares = together(count, work)
    questions = [question for share in shares for question in share]
    assert len(questions) == len(set(questions)) == len(PLAN) + len(ENCODED)
    assert max(map(len, shares)) <= -(-len(PLAN) // count) + -(-len(ENCODED) // count)


def test_nothing_to_ask_is_nothing_heard() -> None:
    none = plan_masks([], [])
    for found in together(2, lambda p: SharedOut(RuleScorer(), p).answer_masks([], none)):
        assert (len(found.log_probs), len(found.hits)) == (0, 0)


def test_what_is_refused_to_one_is_refused_to_all_and_they_stay_in_step() -> None:
    def work(processes: Processes) -> Any:
        refusing = RuleScorer(attends=False)
        scorer = Cached(SharedOut(refusing, processes), with_attention=True)
        with pytest.raises(ModelError, match="Use likelihood='aul'"):
            scorer.read_sentences(ENCODED)
        return scorer.read_sentences(ENCODED, attention=False)

    expected = RuleScorer().read_sentences(ENCODED, attention=False)
    for found in together(7, work):
        np.testing.assert_array_equal(found.log_probs, expected.log_probs)
        assert found.attention is None


def test_in_step_each_process_asks_everything_itself() -> None:
    def work(processes: Processes) -> tuple[list[Any], list[Any]]:
        rule = RuleScorer()
        scorer = SharedOut(rule, processes, in_step=True)
        return [*scorer.answer_masks(ENCODED, PLAN), *scorer.read_sentences(ENCODED)], rule.asked

    alone, everything = work(Processes())
    assert len(everything) == len(PLAN) + len(ENCODED)
    for found, asked_for in together(3, work):
        assert asked_for == everything
        for own, other in zip(found, alone, strict=True):
            np.testing.assert_array_equal(own, other)


def test_in_step_nobody_asks_on_after_a_failure_elsewhere() -> None:
    rules = [RuleScorer(), RuleScorer()]

    def work(processes: Processes) -> Any:
        scorer = SharedOut(rules[processes.index], processes, in_step=True)

        def fail_in_one() -> Any:
            scorer.answer_masks(ENCODED, PLAN)
            if processes.index == 1:
                raise RuntimeError("only here")
            return scorer.read_sentences(ENCODED)

        return processes.agree(fail_in_one)

    elsewhere, here = together(2, work)
    assert isinstance(elsewhere, FailedElsewhereError) and isinstance(here, RuntimeError)
    assert [len(rule.asked) for rule in rules] == [len(PLAN), len(PLAN)]


def test_what_it_is_is_the_scorers() -> None:
    rule = RuleScorer()
    shared = SharedOut(rule, Processes())
    assert shared.signature == rule.signature
    assert shared.notes == rule.notes
    assert (shared.dtype, shared.max_tokens) == (rule.dtype, rule.max_tokens)
    assert shared.encode is rule.encode


@pytest.mark.parametrize("count", [1, 2, 7])
def test_shares_add_up_to_the_answers_of_one_model(count: int) -> None:
    tokenizer = tiny.wordpiece_tokenizer()
    models = [load_mlm(tiny.tiny_bert(len(tokenizer)), tokenizer) for _ in range(count)]
    sentences = models[0].encode(tiny.MORE)
    plan = plan_masks(sentences, [range(1, 4 + i % 2) for i in range(len(sentences))])
    answers, readings = models[0].answer_masks(sentences, plan), models[0].read_sentences(sentences)
    given = {"model": "m", "tok": "t"}

    def work(processes: Processes) -> Any:
        share = Cached(SharedOut(models[processes.index], processes), given)
        return share.answer_masks(sentences, plan), share.read_sentences(sentences), share.signature

    for own_answers, own_readings, signature in together(count, work):
        assert np.allclose(own_answers.log_probs, answers.log_probs, atol=1e-5)
        assert np.array_equal(own_answers.hits, answers.hits)
        for found, expected in zip(own_readings, readings, strict=True):
            assert np.allclose(found, expected, atol=1e-5)
        assert signature == given
