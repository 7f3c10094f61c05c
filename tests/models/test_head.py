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
from equimask.models.head import RowLogits, agree, gold_log_probs
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
    assert seen[0] == 5  # of all that is run only the check's first pass asks for everything
    assert set(seen[1:]) == {1}
    torch.testing.assert_close(logits, full_logits(model), atol=1e-5, rtol=0)


def test_the_check_runs_once() -> None:
    model = tiny.tiny_bert(60)
    calls: list[int] = []
    model.register_forward_hook(lambda *_: calls.append(1))
    rows = RowLogits(model)
    with torch.no_grad():
        rows(INPUTS, POSITIONS)
        checked = len(calls)
        rows(INPUTS, POSITIONS)
    assert checked > 2
    assert len(calls) == checked + 1


def test_a_model_that_never_changes_is_checked_once_however_often_it_is_wrapped() -> None:
    model = tiny.tiny_bert(60)
    calls: list[int] = []
    with torch.no_grad():
        RowLogits(model, changes=False)(INPUTS, POSITIONS)
        model.register_forward_hook(lambda *_: calls.append(1))
        RowLogits(model, changes=False)(INPUTS, POSITIONS)
        assert len(calls) == 1
        RowLogits(model)(INPUTS, POSITIONS)
    assert len(calls) > 2


def test_rows_of_one_token_decide_nothing() -> None:
    model = ReadsNeighbours(tiny.tiny_bert(60).config).eval()
    rows = RowLogits(model)
    with torch.no_grad():
        rows({"input_ids": IDS[:, 1:2]}, torch.zeros(3, dtype=torch.int64))
        assert rows.gathers is None
        torch.testing.assert_close(rows(INPUTS, POSITIONS), full_logits(model))


class GoesPastHooks(BertForMaskedLM):
    """Calls its encoder's forward directly, so that no hook on it ever runs, as NeoBERT's."""

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


class RunsItsOwnCode(BertForMaskedLM):
    """Never calls its encoder as a whole, so that nothing can be put in between."""

    def forward(self, input_ids: torch.Tensor, **_: Any) -> Any:
        output = BertModel.forward(self.bert, input_ids, return_dict=True)
        output["logits"] = self.cls(output[0])
        return output


@pytest.mark.parametrize("kind", [RunsItsOwnCode, ReadsNeighbours])
@pytest.mark.parametrize("positions", [POSITIONS, torch.tensor([0])])
@pytest.mark.parametrize("at_once", [1, 2, 9])
def test_a_model_that_does_not_go_along_is_answered_from_full_logits(
    kind: type[BertForMaskedLM], positions: torch.Tensor, at_once: int
) -> None:
    model = kind(tiny.tiny_bert(60).config).eval()
    rows = RowLogits(model)
    with torch.no_grad():
        first = rows({"input_ids": IDS[: len(positions)]}, positions)
        later = torch.cat(list(rows.pieces(INPUTS, POSITIONS, at_once)))
    assert rows.gathers is False
    torch.testing.assert_close(first, full_logits(model, positions))
    torch.testing.assert_close(later, full_logits(model))


def test_a_head_that_goes_past_hooks_is_handed_rows_all_the_same() -> None:
    model = GoesPastHooks(tiny.tiny_bert(60).config).eval()
    rows = RowLogits(model)
    with torch.no_grad():
        torch.testing.assert_close(rows(INPUTS, POSITIONS), full_logits(model))
    assert rows.gathers is True


@pytest.mark.parametrize("at_once", [1, 2, 3, 9])
def test_the_head_answers_in_pieces_from_one_run_of_the_encoder(at_once: int) -> None:
    model = tiny.tiny_bert(60)
    rows = RowLogits(model)
    encoded: list[int] = []
    with torch.no_grad():
        rows(INPUTS, POSITIONS)
        model.bert.encoder.register_forward_hook(lambda *_: encoded.append(1))
        pieces = list(rows.pieces(INPUTS, POSITIONS, at_once))
        assert len(encoded) == 1
        assert [len(piece) for piece in pieces] == [len(p) for p in POSITIONS.split(at_once)]
        torch.testing.assert_close(torch.cat(pieces), full_logits(model), atol=1e-5, rtol=0)
    assert "forward" not in vars(model.bert)


def test_pieces_that_nobody_takes_leave_the_model_as_it_was() -> None:
    model = tiny.tiny_bert(60)
    with torch.no_grad():
        next(iter(RowLogits(model).pieces(INPUTS, POSITIONS, 1)))
        torch.testing.assert_close(full_logits(model), RowLogits(model)(INPUTS, POSITIONS))
    assert "forward" not in vars(model.bert)


class ScalesByItsInput(BertForMaskedLM):
    """Its answers depend on the ids beside the states, so that its head needs both."""

    def forward(self, input_ids: torch.Tensor, **_: Any) -> Any:
        output = self.bert(input_ids, return_dict=True)
        output["logits"] = self.cls(output[0]) * (1 + input_ids[:, 1, None, None])
        return output


def test_a_head_that_cannot_answer_in_pieces_gets_fewer_rows() -> None:
    model = ScalesByItsInput(tiny.tiny_bert(60).config).eval()
    rows = RowLogits(model)
    seen: list[int] = []
    with torch.no_grad():
        torch.testing.assert_close(rows(INPUTS, POSITIONS), full_logits(model), atol=1e-3, rtol=0)
        model.bert.register_forward_pre_hook(lambda _, args: seen.append(len(args[0])))
        pieces = list(rows.pieces(INPUTS, POSITIONS, 2))
        assert seen == [2, 1]
        torch.testing.assert_close(torch.cat(pieces), full_logits(model), atol=1e-3, rtol=0)


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
    hooks = [module._forward_hooks | module._forward_pre_hooks for module in model.modules()]
    assert not any(hooks)
    assert "forward" not in vars(model.bert)


def test_a_token_that_is_ruled_out_does_not_hide_a_wrong_answer() -> None:
    full = torch.randn(3, 50, generator=torch.Generator().manual_seed(0))
    full[:, 7] = -1e9
    assert agree(full.clone(), full)
    wrong = full.clone()
    wrong[1, 3] += 0.5
    assert not agree(wrong, full)
