"""Logits of the rows that are needed, and their log-probabilities in float64."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
import torch
from transformers import BertForMaskedLM, BertModel

from equimask.core.errors import ModelError
from equimask.measures.s_jsd import js_distance
from equimask.models.head import RowLogits, gold_log_probs
from tests import tiny

IDS = torch.tensor([[2, 9, 10, 11, 3], [2, 19, 20, 21, 3], [2, 29, 30, 31, 3]])
INPUTS = {"input_ids": IDS}
POSITIONS = torch.tensor([2, 1, 3])


def full_logits(model: BertForMaskedLM, positions: torch.Tensor = POSITIONS) -> torch.Tensor:
    with torch.no_grad():
        return model(input_ids=IDS[: len(positions)]).logits[
            torch.arange(len(positions)), positions
        ]


def oracle(row: list[float], gold: int) -> float:
    """Plain Python floats are float64; math.fsum and log1p lose nothing near p = 1."""
    others = math.fsum(math.exp(x - row[gold]) for i, x in enumerate(row) if i != gold)
    return -math.log1p(others)


def test_log_probs_equal_a_float64_oracle() -> None:
    logits = torch.randn(40, 50, generator=torch.Generator().manual_seed(0)) * 6
    gold = torch.arange(40)
    log_probs, hits = gold_log_probs(logits, gold)
    expected = [oracle(row, i) for i, row in enumerate(logits.double().tolist())]
    assert log_probs.dtype == torch.float64
    np.testing.assert_allclose(log_probs.numpy(), expected, rtol=1e-12, atol=1e-14)
    assert hits.tolist() == [max(row) == row[i] for i, row in enumerate(logits.tolist())]


def test_a_probability_near_one_keeps_its_distance_from_one() -> None:
    # p = 1 - 1e-7; float32 rounds it so that the distance is off in the second digit
    gap = math.log(1e-7) - math.log1p(-1e-7)
    log_probs, hits = gold_log_probs(torch.tensor([[0.0, gap, -200.0]]), torch.tensor([0]))
    assert float(js_distance(log_probs.numpy())[0]) == pytest.approx(2.236e-4, abs=1e-7)
    assert float(torch.log_softmax(torch.tensor([0.0, gap]), -1)[0]) != pytest.approx(
        -1e-7, rel=0.1
    )
    assert hits.tolist() == [True]


def test_a_certain_prediction_is_never_above_one() -> None:
    log_probs, _ = gold_log_probs(
        torch.tensor([[1000.0, 0.0], [0.0, 1000.0]]), torch.tensor([0, 0])
    )
    assert log_probs.tolist() == [0.0, -1000.0]


@pytest.mark.parametrize("elements", [1, 50, 51, 149, 10**9])
def test_working_in_chunks_changes_nothing(elements: int) -> None:
    logits = torch.randn(7, 50, generator=torch.Generator().manual_seed(1))
    gold = torch.tensor([int(row.argmax()) for row in logits[:3]] + [0, 1, 2, 3])
    log_probs, hits = gold_log_probs(logits, gold, elements_at_once=elements)
    whole = gold_log_probs(logits, gold)
    assert log_probs.tolist() == whole[0].tolist()
    assert hits.tolist() == whole[1].tolist()
    assert hits[:3].all()


def test_half_precision_logits_are_widened_before_the_softmax() -> None:
    logits = torch.randn(4, 30, generator=torch.Generator().manual_seed(2)).half()
    log_probs, _ = gold_log_probs(logits, torch.zeros(4, dtype=torch.int64))
    expected = [oracle(row, 0) for row in logits.double().tolist()]
    np.testing.assert_allclose(log_probs.numpy(), expected, rtol=1e-12)


def test_the_decoder_sees_one_position_per_row() -> None:
    model = tiny.tiny_bert(60)
    seen: list[int] = []
    model.get_output_embeddings().register_forward_pre_hook(
        lambda _module, args: seen.append(args[0].shape[1])
    )
    rows = RowLogits(model)
    with torch.no_grad():
        logits = rows(INPUTS, POSITIONS)
    assert seen == [5, 1, 1]  # the check in full, the check gathered, the answer
    torch.testing.assert_close(logits, full_logits(model), atol=1e-5, rtol=0)


def test_the_check_runs_once() -> None:
    model = tiny.tiny_bert(60)
    calls: list[int] = []
    model.register_forward_hook(lambda *_: calls.append(1))
    rows = RowLogits(model)
    with torch.no_grad():
        rows(INPUTS, POSITIONS)
        first = len(calls)
        rows(INPUTS, POSITIONS)
    assert (first, len(calls)) == (3, 4)


class IgnoresHooks(BertForMaskedLM):
    """Calls its encoder's forward directly, so that no hook on it ever runs."""

    def forward(self, input_ids: torch.Tensor, **_: Any) -> Any:
        output = self.bert.forward(input_ids, return_dict=True)
        output["logits"] = self.cls(output[0])
        return output


class ReadsNeighbours(BertForMaskedLM):
    """Its head looks at all positions, so one position alone gives other logits."""

    def forward(self, input_ids: torch.Tensor, **_: Any) -> Any:
        output = self.bert(input_ids, return_dict=True)
        hidden = output[0] + output[0].mean(1, keepdim=True)
        output["logits"] = self.cls(hidden)
        return output


class BaseIsItself(BertModel):
    """As LTG-BERT: the masked-LM class is the base model, with the head inside."""

    base_model_prefix = ""

    def __init__(self, config: Any) -> None:
        super().__init__(config)
        self.decoder = torch.nn.Linear(config.hidden_size, config.vocab_size)

    def forward(self, input_ids: torch.Tensor, **_: Any) -> Any:
        output = super().forward(input_ids, return_dict=True)
        return type(output)({"logits": self.decoder(output[0])})


@pytest.mark.parametrize("kind", [IgnoresHooks, ReadsNeighbours])
@pytest.mark.parametrize("positions", [POSITIONS, torch.tensor([0])])
def test_a_model_that_does_not_go_along_is_answered_from_full_logits(
    kind: type[BertForMaskedLM], positions: torch.Tensor
) -> None:
    model = kind(tiny.tiny_bert(60).config).eval()
    rows = RowLogits(model)
    with torch.no_grad():
        first = rows({"input_ids": IDS[: len(positions)]}, positions)
        later = rows(INPUTS, POSITIONS)
    assert rows.gathers is False
    torch.testing.assert_close(first, full_logits(model, positions))
    torch.testing.assert_close(later, full_logits(model))


def test_a_model_that_is_its_own_base_is_answered_right() -> None:
    torch.manual_seed(0)
    model = BaseIsItself(tiny.tiny_bert(60).config).eval()
    assert model.base_model is model
    with torch.no_grad():
        logits = RowLogits(model)(INPUTS, POSITIONS)
        expected = model(IDS).logits[torch.arange(3), POSITIONS]
    torch.testing.assert_close(logits, expected)


def test_bfloat16_noise_does_not_cost_the_gathering() -> None:
    model = tiny.tiny_bert(60).bfloat16()
    rows = RowLogits(model)
    with torch.no_grad():
        rows(INPUTS, POSITIONS)
    assert rows.gathers is True


def test_no_hook_is_left_behind_when_the_forward_fails() -> None:
    model = tiny.tiny_bert(60)
    rows = RowLogits(model)
    with pytest.raises(ModelError, match=r"BertForMaskedLM.*IndexError"):
        rows({"input_ids": torch.tensor([[2, 999, 3]])}, torch.tensor([1]))
    assert not model.base_model._forward_hooks
