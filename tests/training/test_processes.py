"""Processes share the questions and hear each other's failures; here they are threads."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from equimask.models import MaskedLM, load_mlm
from equimask.plans.masks import plan_masks
from equimask.training import processes as module
from equimask.training.processes import FailedElsewhereError, OwnShare, Processes
from tests import tiny


class Meeting:
    """`gather_object` between threads; whoever is left waiting gets an error, not a hang."""

    def __init__(self, count: int) -> None:
        self._barrier = threading.Barrier(count, timeout=20)
        self._said: dict[int, Any] = {}
        self._place = threading.local()

    def take_place(self, index: int) -> None:
        self._place.index = index

    def gather(self, items: list[Any]) -> list[Any]:
        self._said[self._place.index] = items[0]
        self._barrier.wait()
        heard = [self._said[index] for index in sorted(self._said)]
        self._barrier.wait()
        return heard


def together(count: int, work: Callable[[Processes], Any]) -> list[Any]:
    """What the work returned or raised in each of the processes."""
    meeting = Meeting(count)

    def run(index: int) -> Any:
        meeting.take_place(index)
        try:
            return work(Processes(count, index))
        except Exception as error:
            return error

    with pytest.MonkeyPatch.context() as patch, ThreadPoolExecutor(count) as pool:
        patch.setattr(module, "gather_object", meeting.gather)
        return list(pool.map(run, range(count)))


def test_all_agree_on_what_the_first_one_found() -> None:
    found = together(3, lambda processes: processes.agree(lambda: processes.index + 10))
    assert found == [10, 10, 10]


@settings(deadline=None, max_examples=30)
@given(
    st.integers(2, 4).flatmap(
        lambda count: st.tuples(
            st.just(count),
            st.lists(st.tuples(st.integers(0, count - 1), st.integers(0, 3)), min_size=1),
        )
    )
)
def test_wherever_some_fail_all_fail_and_nobody_waits(
    case: tuple[int, list[tuple[int, int]]],
) -> None:
    count, failures = case

    def work(processes: Processes) -> None:
        def steps() -> None:
            for step in range(4):
                if (processes.index, step) in failures:
                    raise ZeroDivisionError(f"step {step}")
                processes.gather(step)

        processes.agree(steps)

    outcomes = together(count, work)
    first = min(step for _, step in failures)
    for index, outcome in enumerate(outcomes):
        if (index, first) in failures:
            assert isinstance(outcome, ZeroDivisionError)
        else:
            assert isinstance(outcome, FailedElsewhereError)
            assert f"ZeroDivisionError: 'step {first}'" in str(outcome)


def asked_rows(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many rows and sentences reach a model, call by call."""
    rows: list[int] = []
    answer, read = MaskedLM.answer_masks, MaskedLM.read_sentences

    def answer_masks(self: MaskedLM, sentences: Any, plan: Any, **how: Any) -> Any:
        rows.append(len(plan))
        return answer(self, sentences, plan, **how)

    def read_sentences(self: MaskedLM, sentences: Any, **how: Any) -> Any:
        rows.append(len(sentences))
        return read(self, sentences, **how)

    monkeypatch.setattr(MaskedLM, "answer_masks", answer_masks)
    monkeypatch.setattr(MaskedLM, "read_sentences", read_sentences)
    return rows


@pytest.mark.parametrize("count", [1, 2, 7])
def test_shares_add_up_to_the_answers_of_one_process(
    monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    tokenizer = tiny.wordpiece_tokenizer()
    models = [load_mlm(tiny.tiny_bert(len(tokenizer)), tokenizer) for _ in range(count)]
    sentences = models[0].encode(tiny.MORE)  # five: of seven processes two have nothing to read
    plan = plan_masks(sentences, [range(1, 4 + i % 2) for i in range(len(sentences))])
    answers, readings = models[0].answer_masks(sentences, plan), models[0].read_sentences(sentences)
    asked = asked_rows(monkeypatch)

    def work(processes: Processes) -> Any:
        share = OwnShare(models[processes.index], {"model": "m", "tok": "t"}, processes)
        twice = [share.answer_masks(sentences, plan) for _ in range(2)]
        return twice[1], share.read_sentences(sentences), share.signature

    for own_answers, own_readings, signature in together(count, work):
        assert np.allclose(own_answers.log_probs, answers.log_probs, atol=1e-5)
        assert np.array_equal(own_answers.hits, answers.hits)
        for found, expected in zip(own_readings, readings, strict=True):
            assert np.allclose(found, expected, atol=1e-5)
        assert signature == {"model": "m", "tok": "t"}
    assert sum(asked) == len(plan) + len(sentences)  # everything once, by whichever process
