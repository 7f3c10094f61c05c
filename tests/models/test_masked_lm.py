"""Answers of the door: the same whatever the batching, and right for wrapped models."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
import torch
from transformers import BertForMaskedLM

from equimask.core.errors import ModelError
from equimask.core.progress import Bar, told_by
from equimask.models import MaskedLM, load_mlm
from equimask.models.scorer import How
from equimask.plans.masks import Encoded, MaskPlan, plan_masks
from tests import tiny
from tests.models.tiny_families import tiny_model

SENTENCES = (*tiny.MORE, *tiny.LESS)


@pytest.fixture
def model(tokenizer: Any) -> BertForMaskedLM:
    return tiny.tiny_bert(len(tokenizer))


def live(model: Any, tokenizer: Any) -> MaskedLM:
    return load_mlm(model, tokenizer, device="cpu")


def all_content(sentences: list[Encoded], unit: str = "token") -> MaskPlan:
    wanted = [[i for i, special in enumerate(s.special) if not special] for s in sentences]
    return plan_masks(sentences, wanted, unit)


def answers(mlm: MaskedLM, unit: str = "token", **options: Any) -> npt.NDArray[np.float64]:
    sentences = mlm.encode(SENTENCES)
    return mlm.answer_masks(sentences, all_content(sentences, unit), How(**options)).log_probs


def naive(model: Any, mlm: MaskedLM, unit: str = "token") -> npt.NDArray[np.float64]:
    """Row by row, from the full logits of `model`, which may be a wrapper around mlm.model."""
    sentences = mlm.encode(SENTENCES)
    plan = all_content(sentences, unit)
    found = []
    for sentence, target, end in zip(plan.sentences, plan.targets, plan.ends, strict=True):
        ids = list(sentences[sentence].ids)
        gold = ids[target]
        ids[target : end + 1] = [mlm.encode.mask_id] * (end + 1 - target)
        with torch.no_grad():
            logits = model(input_ids=torch.tensor([ids])).logits[0, target]
        found.append(float(torch.log_softmax(logits.double(), -1)[gold]))
    return np.array(found)


@pytest.mark.parametrize("unit", ["token", "word"])
def test_answers_equal_a_naive_reference(unit: str, model: BertForMaskedLM, tokenizer: Any) -> None:
    mlm = live(model, tokenizer)
    np.testing.assert_allclose(answers(mlm, unit), naive(model, mlm, unit), atol=1e-5, rtol=0)
    assert np.abs(answers(mlm, "word") - answers(mlm, "token")).max() > 1e-2


@pytest.mark.parametrize("batch_tokens", [1, 7, 64, 100_000])
def test_the_budget_does_not_change_a_number(
    batch_tokens: int, model: BertForMaskedLM, tokenizer: Any
) -> None:
    mlm = live(model, tokenizer)
    limited = answers(mlm, batch_tokens=batch_tokens)
    np.testing.assert_allclose(limited, answers(mlm), rtol=1e-6)
    model.double()  # what is left is the noise of float32, not the neighbours in a batch
    exact = answers(mlm, batch_tokens=batch_tokens)
    np.testing.assert_allclose(exact, answers(mlm), rtol=1e-13)


def test_the_order_of_the_rows_does_not_change_a_number(
    model: BertForMaskedLM, tokenizer: Any
) -> None:
    mlm = live(model, tokenizer)
    sentences = mlm.encode(SENTENCES)
    plan = all_content(sentences)
    with torch.no_grad():  # a random model hits nothing; this one says "The" everywhere
        model.cls.predictions.bias[tokenizer.convert_tokens_to_ids("The")] = 50.0
    order = np.random.default_rng(0).permutation(len(plan))
    shuffled = MaskPlan(plan.sentences[order], plan.targets[order], plan.ends[order])
    found = mlm.answer_masks(sentences, shuffled)
    expected = mlm.answer_masks(sentences, plan)
    np.testing.assert_allclose(found.log_probs, expected.log_probs[order], rtol=1e-6)
    np.testing.assert_array_equal(found.hits, expected.hits[order])
    assert 0 < expected.hits.sum() < len(plan)


def test_threads_that_share_a_model_take_turns(model: BertForMaskedLM, tokenizer: Any) -> None:
    expected = answers(live(model, tokenizer))
    with ThreadPoolExecutor(4) as pool:
        found = pool.map(lambda _: answers(live(model, tokenizer), batch_tokens=50), range(8))
        for one in found:
            np.testing.assert_allclose(one, expected, rtol=1e-5)


def test_a_progress_bar_does_not_change_a_number(
    model: BertForMaskedLM,
    tokenizer: Any,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("equimask.core.progress._SHORT", 0)
    mlm = live(model, tokenizer)
    with told_by(Bar):
        quiet = answers(mlm, progress=False)
        assert capsys.readouterr().err == ""
        np.testing.assert_array_equal(answers(mlm, progress=True), quiet)
    assert "mask" in capsys.readouterr().err


def test_an_empty_plan_has_no_answers(model: BertForMaskedLM, tokenizer: Any) -> None:
    mlm = live(model, tokenizer)
    found = mlm.answer_masks([], plan_masks([], []))
    assert len(found.log_probs) == len(found.hits) == 0


class SmallMemory(BertForMaskedLM):
    """Runs out of memory beyond `limit` tokens at once."""

    limit = 10**9
    failures = 0
    error: Exception = torch.cuda.OutOfMemoryError("CUDA out of memory. Tried to allocate 2 GiB")

    def forward(self, input_ids: torch.Tensor, **options: Any) -> Any:
        if input_ids.numel() > self.limit:
            self.failures += 1
            raise self.error
        return super().forward(input_ids, **options)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("limit", "error"),
    [
        (30, SmallMemory.error),
        (61, torch.cuda.OutOfMemoryError("HIP: no more memory")),
        (100, RuntimeError("MPS backend out of memory (MPS allocated: 9 GB)")),
        (200, RuntimeError("[enforce fail] DefaultCPUAllocator: can't allocate memory")),
    ],
)
def test_out_of_memory_halves_batches_and_changes_no_number(
    limit: int, error: Exception, tokenizer: Any
) -> None:
    model = SmallMemory(tiny.tiny_bert(len(tokenizer)).config).eval()
    mlm = live(model, tokenizer)
    unlimited = answers(mlm)
    model.limit, model.error = limit, error
    np.testing.assert_allclose(answers(mlm), unlimited, rtol=1e-6)
    assert 0 < model.failures < 9, "a batch known not to fit is not tried again"


@pytest.mark.slow
def test_a_row_that_never_fits_is_an_error_with_a_remedy(tokenizer: Any) -> None:
    model = SmallMemory(tiny.tiny_bert(len(tokenizer)).config).eval()
    model.limit = 5
    with pytest.raises(ModelError, match=r"single row of \d+ tokens"):
        answers(live(model, tokenizer))


def test_nan_is_reported_and_never_returned(model: BertForMaskedLM, tokenizer: Any) -> None:
    with torch.no_grad():
        model.cls.predictions.bias[7] = float("nan")
    with pytest.raises(ModelError, match="NaN"):
        answers(live(model, tokenizer))


def test_data_parallel_is_unwrapped(model: BertForMaskedLM, tokenizer: Any) -> None:
    mlm = live(torch.nn.DataParallel(model), tokenizer)
    assert mlm.model is model


def test_a_compiled_model_is_unwrapped_whatever_is_outside(
    model: BertForMaskedLM, tokenizer: Any
) -> None:
    compiled = torch.compile(model, backend="eager")
    for wrapped in (compiled, torch.nn.DataParallel(compiled)):
        assert live(wrapped, tokenizer).model is model


def test_a_lora_adapter_is_scored_while_it_is_active(
    model: BertForMaskedLM, tokenizer: Any
) -> None:
    peft = pytest.importorskip("peft")
    base = answers(live(model, tokenizer))
    config = peft.LoraConfig(target_modules=["query", "value"], r=2, init_lora_weights=False)
    adapted = peft.get_peft_model(model, config).eval()
    mlm = live(adapted, tokenizer)
    with_adapter = answers(mlm)
    np.testing.assert_allclose(with_adapter, naive(adapted, mlm), atol=1e-5, rtol=0)
    assert np.abs(with_adapter - base).max() > 1e-2
    with adapted.disable_adapter():
        np.testing.assert_allclose(answers(mlm), base, rtol=1e-6)


def test_prompt_learning_is_refused(model: BertForMaskedLM, tokenizer: Any) -> None:
    peft = pytest.importorskip("peft")
    config = peft.PromptTuningConfig(task_type="FEATURE_EXTRACTION", num_virtual_tokens=2)
    with pytest.raises(ModelError, match="prompt learning"):
        live(peft.get_peft_model(model, config), tokenizer)


@pytest.mark.parametrize(
    ("family", "changes", "tokens"),
    [
        ("bert", {}, 64),
        ("roberta", {"max_position_embeddings": 66, "pad_token_id": 1}, 64),
        ("ibert", {"max_position_embeddings": 66, "pad_token_id": 1}, 64),
        ("deberta-v2", {"max_position_embeddings": 40}, 40),
        ("modernvbert", {}, 64),
        ("funnel", {}, 10**30),
    ],
)
def test_the_longest_input_is_known(
    family: str, changes: dict[str, Any], tokens: int, tokenizer: Any
) -> None:
    unlimited = tiny.wordpiece_tokenizer()
    unlimited.model_max_length = 10**30
    model = tiny_model(family, len(tokenizer), **changes)
    assert live(model, unlimited).max_tokens == tokens
    unlimited.model_max_length = 20
    assert live(model, unlimited).max_tokens == 20


def test_a_position_limit_of_minus_one_is_no_limit(tokenizer: Any) -> None:
    model = tiny_model("deberta-v2", len(tokenizer))
    model.config.max_position_embeddings = -1
    assert live(model, tokenizer).max_tokens == tokenizer.model_max_length


@pytest.mark.parametrize("family", ["bert", "roberta"])
def test_one_token_more_than_the_longest_input_cannot_be_read(family: str, tokenizer: Any) -> None:
    model = tiny_model(family, len(tokenizer))
    longest = live(model, tokenizer).max_tokens
    with torch.no_grad():
        model(input_ids=torch.full((1, longest), 7))
        with pytest.raises((IndexError, RuntimeError)):
            model(input_ids=torch.full((1, longest + 1), 7))
