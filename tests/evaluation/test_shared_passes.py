"""One pass for all measures: the same answers, each asked for once."""

from __future__ import annotations

from typing import Any

import pytest

from equimask.evaluation.shared_passes import SharedPasses
from equimask.inputs.pairs import load_pairs
from equimask.models import MaskedLM, load_mlm
from equimask.plans.masks import plan_masks
from tests import tiny


def test_shared_passes_answer_as_the_model_does_and_ask_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[int] = []
    original = MaskedLM.answer_masks

    def counted(self: MaskedLM, sentences: Any, plan: Any, **options: Any) -> Any:
        asked.append(len(plan))
        return original(self, sentences, plan, **options)

    tokenizer = tiny.wordpiece_tokenizer()
    mlm = load_mlm(tiny.tiny_bert(len(tokenizer)), tokenizer)
    sentences = mlm.encode([pair.male for pair in load_pairs("en")[:6]])
    plan = plan_masks(sentences, [[1, 2, 3]] * 6)
    expected = mlm.answer_masks(sentences, plan)
    monkeypatch.setattr(MaskedLM, "answer_masks", counted)
    shared = SharedPasses(mlm)
    first = shared.answer_masks(sentences[:4], plan_masks(sentences[:4], [[2, 1]] * 4))
    whole = shared.answer_masks(sentences, plan)
    again = shared.answer_masks(sentences, plan)
    assert asked == [8, 4 + 6]
    assert first.log_probs[:2] == pytest.approx(expected.log_probs[[1, 0]], abs=1e-4)
    for answers in (whole, again):
        assert answers.log_probs == pytest.approx(expected.log_probs, abs=1e-4)
        assert (answers.hits == expected.hits).all()
    assert shared.untrained_twin(3) is shared.untrained_twin(3)
    assert shared.untrained_twin(3) is not shared.untrained_twin(4)
