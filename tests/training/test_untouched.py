"""A curve costs time and nothing else: the training goes on as if nobody had asked."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import peft
import pytest
import torch
from accelerate.utils.other import is_compiled_module

from equimask import BiasCallback, score
from tests import tiny
from tests.training.small_trainers import MINE, PAIRS, Tracker, small_trainer, weights

pytestmark = pytest.mark.slow  # trains


@pytest.fixture(scope="module")
def tokenizer() -> Any:
    return tiny.wordpiece_tokenizer()


def trained(folder: Path, curve: bool, **arguments: Any) -> dict[str, torch.Tensor]:
    trainer = small_trainer(folder, **arguments)
    if curve:
        trainer.add_callback(BiasCallback(trainer, ("s_jsd", "aul"), data=MINE))
    trainer.train()
    return weights(trainer.model)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "arguments",
    [{}, {"gradient_checkpointing": True}, {"bf16": True}, {"gradient_accumulation_steps": 2}],
    ids=str,
)
def test_the_weights_are_the_same_to_the_bit_with_and_without_a_curve(
    tmp_path: Path, arguments: dict[str, Any]
) -> None:
    without, with_curve = (trained(tmp_path, curve, **arguments) for curve in (False, True))
    assert without.keys() == with_curve.keys()
    for name, tensor in without.items():
        assert torch.equal(tensor, with_curve[name]), name


def test_no_random_number_is_drawn(tmp_path: Path) -> None:
    trainer = small_trainer(tmp_path)
    torch.manual_seed(0)
    states = [torch.random.get_rng_state(), random.getstate(), np.random.get_state()]  # noqa: NPY002
    callback = BiasCallback(trainer, ("s_jsd", "cps", "mbe"), "en", max_pairs=4)
    callback.on_evaluate(trainer.args, trainer.state, trainer.control, metrics={})
    assert torch.equal(states[0], torch.random.get_rng_state())  # type: ignore[arg-type]
    assert states[1] == random.getstate()
    assert np.array_equal(states[2][1], np.random.get_state()[1])  # type: ignore[index]  # noqa: NPY002


def test_every_modules_mode_is_restored(tmp_path: Path) -> None:
    trainer = small_trainer(tmp_path)
    model: Any = trainer.model
    model.train()
    model.bert.embeddings.eval()
    modes = {name: module.training for name, module in model.named_modules()}
    callback = BiasCallback(trainer, data=MINE)
    assert modes == {name: module.training for name, module in model.named_modules()}
    metrics: dict[str, float] = {}
    callback.on_evaluate(trainer.args, trainer.state, trainer.control, metrics=metrics)
    assert "eval_s_jsd_mine" in metrics
    assert modes == {name: module.training for name, module in model.named_modules()}


def test_scores_are_in_the_precision_of_the_weights_and_not_of_the_autocast(
    tmp_path: Path, tokenizer: Any
) -> None:
    trainer = small_trainer(tmp_path, bf16=True)
    trainer.add_callback(BiasCallback(trainer, data=MINE))
    trainer.train()
    found = trainer.evaluate()["eval_s_jsd_mine"]
    whole = tiny.tiny_bert(len(tokenizer))
    whole.load_state_dict(weights(trainer.model))  # type: ignore[arg-type]
    exact = score("s_jsd", PAIRS, model=whole, tokenizer=tokenizer, progress=False)
    rounded = score("s_jsd", PAIRS, model=trainer.model, tokenizer=tokenizer, progress=False)
    assert found == pytest.approx(exact.value, abs=1e-9)
    assert abs(rounded.value - exact.value) > 1e-6  # the trainer's forward is still under autocast


def test_adapters_count_as_they_are_now(tmp_path: Path, tokenizer: Any) -> None:
    lora = peft.LoraConfig(target_modules=["query", "value"], r=2, init_lora_weights=False)
    model = peft.get_peft_model(tiny.tiny_bert(len(tokenizer)), lora)
    tracker = Tracker()
    trainer = small_trainer(tmp_path, model=model, callbacks=[tracker])
    trainer.add_callback(BiasCallback(trainer, data=MINE))
    trainer.train()
    merged = trainer.model.merge_and_unload()  # type: ignore[union-attr, operator]
    expected = score("s_jsd", PAIRS, model=merged, tokenizer=tokenizer, progress=False)
    assert tracker.curve("eval_s_jsd_mine")[-1] == (4, pytest.approx(expected.value, abs=1e-6))


def test_a_compiled_training_has_a_curve_too(tmp_path: Path, tokenizer: Any) -> None:
    trainer = small_trainer(tmp_path, torch_compile=True, torch_compile_backend="eager")
    trainer.add_callback(BiasCallback(trainer, data=MINE))
    trainer.train()
    assert is_compiled_module(trainer.model_wrapped)
    expected = score("cps", PAIRS, model=trainer.model, tokenizer=tokenizer, progress=False)
    assert trainer.evaluate()["eval_cps_mine"] == expected.value
