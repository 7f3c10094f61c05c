"""A live model is given back exactly as it was lent, and devices are chosen by name or by turn."""

from __future__ import annotations

from typing import Any

import pytest
import torch
from transformers import BertForMaskedLM, PreTrainedModel

from equimask.core.errors import ModelError, OptionError
from equimask.models import load_mlm
from equimask.models.devices import borrowed, choose_device
from equimask.plans.masks import plan_masks
from tests import tiny
from tests.models.tiny_families import tiny_model


class BoomError(RuntimeError):
    """What a model's own code may raise at any time."""


def score(model: PreTrainedModel, tokenizer: Any, failure: int | None = None) -> None:
    mlm = load_mlm(model, tokenizer, device="cpu")
    sentences = mlm.encode(tiny.MORE)
    mlm.prove_on(sentences)
    if failure is not None:
        fail_at(model, failure)
    mlm.answer_masks(sentences, plan_masks(sentences, [[1, 2]] * len(sentences)))


def fail_at(model: PreTrainedModel, call: int) -> None:
    """Makes the model's forward raise: at its 2nd run alone, or at its `call`-th and ever after."""
    forward, runs = model.forward, []

    def failing(*args: Any, **options: Any) -> Any:
        runs.append(1)
        if len(runs) == call or len(runs) > call != 2:
            raise BoomError
        return forward(*args, **options)

    model.forward = failing  # type: ignore[method-assign]


def partly_frozen(family: str, tokenizer: Any, seed: int = 0) -> PreTrainedModel:
    model = tiny_model(family, len(tokenizer), seed, attn_implementation="eager")
    model.train()
    next(iter(model.base_model.children())).eval()
    for parameter in model.base_model.parameters():
        parameter.requires_grad_(False)
        break
    return model


def state(model: PreTrainedModel) -> dict[str, Any]:
    return {
        "modes": {name: module.training for name, module in model.named_modules()},
        "devices": {name: p.device for name, p in model.named_parameters()},
        "hooks": {
            name: (len(m._forward_hooks), len(m._forward_pre_hooks))
            for name, m in model.named_modules()
        },
        "forwards": [n for n, m in model.named_modules() if n and "forward" in vars(m)],
        "parameters": {name: id(p) for name, p in model.named_parameters()},
        "trainable": {name: p.requires_grad for name, p in model.named_parameters()},
        "config": model.config.to_dict(),
        "attention": model.config._attn_implementation,
        "attention_type": getattr(model.base_model, "attention_type", None),
    }


FAMILIES = ["bert", "big_bird", "deberta-v2", "modernbert", "roformer"]


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("failure", [None, 1, 2, 4, 11])
def test_a_model_comes_back_as_it_was(family: str, failure: int | None, tokenizer: Any) -> None:
    model = partly_frozen(family, tokenizer)
    before = state(model)
    assert len(set(before["modes"].values())) == 2
    if failure in (1, 4, 11):
        with pytest.raises((BoomError, ModelError)):
            score(model, tokenizer, failure)
    else:  # a way that fails is no reason to stop: full logits answer
        score(model, tokenizer, failure)
    assert state(model) == before


@pytest.mark.parametrize("failure", [1, 3, 8])
def test_a_model_comes_back_from_a_proof_that_fails(failure: int, tokenizer: Any) -> None:
    model = partly_frozen("bert", tokenizer, seed=failure)  # weights that were not proved yet
    before = state(model)
    fail_at(model, failure)
    with pytest.raises(ModelError, match="BoomError in its own code"):
        score(model, tokenizer)
    assert state(model) == before


def test_gradients_and_random_state_are_untouched(tokenizer: Any) -> None:
    model = tiny.tiny_bert(len(tokenizer)).train()
    ids = torch.tensor([[2, 9, 10, 3]])
    model(input_ids=ids, labels=ids).loss.backward()
    gradients = {name: p.grad.clone() for name, p in model.named_parameters() if p.grad is not None}
    assert gradients
    torch.manual_seed(5)
    expected = torch.rand(3)
    torch.manual_seed(5)
    score(model, tokenizer)
    assert torch.equal(torch.rand(3), expected)
    for name, parameter in model.named_parameters():
        if name in gradients:
            assert torch.equal(parameter.grad, gradients[name])  # type: ignore[arg-type]
        else:
            assert parameter.grad is None


@pytest.mark.parametrize("family", ["bert", "modernbert", "esmc", "ultrabert", "roformer"])
def test_an_optimizer_step_works_between_two_scorings(family: str, tokenizer: Any) -> None:
    model = tiny_model(family, len(tokenizer)).train()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    ids = torch.tensor([[2, 9, 10, 11, 3]])
    losses = []
    for _ in range(2):
        score(model, tokenizer)
        loss = model(input_ids=ids, labels=ids).loss
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        losses.append(loss.item())
    assert losses[0] != losses[1]


class KeepsATensor(BertForMaskedLM):
    """As models that cache what they computed first, such as position tables."""

    kept: torch.Tensor | None = None

    def forward(self, *args: Any, **options: Any) -> Any:
        if self.kept is None:
            self.kept = torch.full((800,), 2.0)
        output = super().forward(*args, **options)
        output["logits"] = output["logits"] * self.kept
        return output


def test_a_tensor_kept_while_scoring_can_be_trained_with(tokenizer: Any) -> None:
    model = KeepsATensor(tiny.tiny_bert(800).config)
    score(model, tokenizer)
    assert model.kept is not None
    model(input_ids=torch.tensor([[2, 9, 3]])).logits.sum().backward()


def test_the_model_is_moved_and_brought_home_even_after_an_error(tokenizer: Any) -> None:
    model = tiny.tiny_bert(len(tokenizer))
    moves: list[str] = []
    move = model.to
    model.to = lambda device: (moves.append(str(device)), move("cpu"))[1]  # type: ignore[method-assign]
    with pytest.raises(BoomError), borrowed(model, torch.device("meta")):
        raise BoomError
    assert moves == ["meta", "cpu"]


def test_a_model_on_its_device_is_not_moved(tokenizer: Any) -> None:
    model = tiny.tiny_bert(len(tokenizer))

    def refuse(*_: Any) -> None:
        raise AssertionError("moved")

    model.to = refuse  # type: ignore[method-assign]
    score(model, tokenizer)


@pytest.mark.parametrize(
    ("present", "chosen"),
    [
        (("cuda", "xpu", "mps"), "cuda"),
        (("xpu", "mps"), "xpu"),
        (("mps",), "mps"),
        ((), "cpu"),
    ],
)
def test_the_best_device_present_is_chosen(
    present: tuple[str, ...], chosen: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: "cuda" in present)
    monkeypatch.setattr(torch.xpu, "is_available", lambda: "xpu" in present)
    monkeypatch.setattr(torch.backends.mps, "is_available", lambda: "mps" in present)
    assert choose_device(None).type == chosen


def test_a_device_is_chosen_by_name() -> None:
    assert choose_device("cpu") == torch.device("cpu")
    assert choose_device(torch.device("cpu")) == torch.device("cpu")


@pytest.mark.parametrize("name", ["gpu", "cuda:99", "", "hpu"])
def test_a_device_that_is_not_there_is_named(name: str) -> None:
    with pytest.raises(OptionError, match=f"{name!r}.*Leave `device` out"):
        choose_device(name)


def test_a_live_model_stays_where_it_is_unless_told(tokenizer: Any) -> None:
    model = tiny.tiny_bert(len(tokenizer))
    assert isinstance(model, BertForMaskedLM)
    assert load_mlm(model, tokenizer).device == torch.device("cpu")
