"""The curve decides: the best checkpoint, early stopping, and what becomes of them if it fails."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest
from transformers import EarlyStoppingCallback

from equimask.training import least_biased
from equimask.training.live import LiveModel
from tests import tiny
from tests.training.small_trainers import KEYS, lines, logged, small_trainer, with_curve

pytestmark = pytest.mark.slow  # trains


@pytest.fixture(scope="module")
def tokenizer() -> Any:
    return tiny.wordpiece_tokenizer()


def test_the_best_checkpoint_is_chosen_by_the_curve_and_loaded(tmp_path: Path) -> None:
    trainer = small_trainer(
        tmp_path,
        max_steps=6,
        save_strategy="steps",
        save_steps=2,
        load_best_model_at_end=True,
        metric_for_best_model="eval_s_jsd_mine_distance",
        greater_is_better=False,
    )
    with_curve(trainer)
    trainer.train()
    curve = logged(trainer, "eval_s_jsd_mine_distance")
    best_step, best = min(curve, key=lambda point: point[1])
    assert trainer.state.best_metric == best
    assert str(trainer.state.best_model_checkpoint).endswith(f"checkpoint-{best_step}")
    # the step is the last one, the weights are not: nothing is remembered for a live model
    assert trainer.evaluate()["eval_s_jsd_mine_distance"] == pytest.approx(best, abs=1e-9)


def test_several_datasets_and_the_best_checkpoint_go_together(
    tmp_path: Path, tokenizer: Any
) -> None:
    trainer = small_trainer(
        tmp_path,
        eval_dataset={"first": lines(tokenizer, 2), "second": lines(tokenizer, 3)},
        save_strategy="best",
        metric_for_best_model="cps_mine",
        greater_is_better=False,
    )
    with_curve(trainer)
    trainer.train()
    assert trainer.state.best_metric == min(v for _, v in logged(trainer, "eval_cps_mine"))


def test_early_stopping_watches_the_curve_though_it_was_there_first(tmp_path: Path) -> None:
    trainer = small_trainer(
        tmp_path,
        max_steps=8,
        eval_steps=1,
        learning_rate=0.0,  # no better from step to step
        metric_for_best_model="eval_cps_mine",
        greater_is_better=False,
        callbacks=[EarlyStoppingCallback(early_stopping_patience=2)],
    )
    with_curve(trainer)
    trainer.train()
    assert trainer.state.global_step == 3


def test_bias_and_language_choose_a_checkpoint_that_is_there(tmp_path: Path) -> None:
    trainer = small_trainer(tmp_path, max_steps=6, save_strategy="steps", save_steps=2)
    with_curve(trainer)
    trainer.train()
    chosen = least_biased(trainer.state.log_history, name="mine")
    assert (tmp_path / f"checkpoint-{chosen.step}" / "model.safetensors").is_file()
    best = min(value for _, value in logged(trainer, "eval_lm_surprisal_mine"))
    assert chosen.surprisal <= 1.05 * best


def test_scores_that_fail_cost_a_warning_and_not_the_training(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    trainer = small_trainer(
        tmp_path,
        eval_steps=1,
        save_strategy="best",
        metric_for_best_model="eval_s_jsd_mine",
        greater_is_better=True,
    )
    callback = with_curve(trainer)
    answer = LiveModel.answer

    def sometimes(self: LiveModel, *args: Any) -> Any:
        if trainer.state.global_step in (1, 3):
            raise RuntimeError("the device is gone")
        return answer(self, *args)

    monkeypatch.setattr(LiveModel, "answer", sometimes)
    trainer.train()
    assert [step for step, _ in logged(trainer, "eval_s_jsd_mine")] == [2, 4]
    assert [step for step, _ in logged(trainer, "eval_loss")] == [1, 2, 3, 4]
    assert trainer.state.best_global_step in (2, 4)
    assert "No bias scores at step 3" in caplog.text and "the device is gone" in caplog.text
    json.dumps(trainer.state.log_history, allow_nan=False)
    monkeypatch.setattr(LiveModel, "answer", lambda *_: 1 / 0)
    assert math.isnan(trainer.evaluate()["eval_s_jsd_mine"])
    assert callback.results == {}


def test_weights_that_are_not_finite_leave_a_gap_in_the_curve(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    trainer = small_trainer(tmp_path)
    with_curve(trainer)
    trainer.model.cls.predictions.bias.data.fill_(math.nan)  # type: ignore[union-attr]
    metrics = trainer.evaluate()
    assert "finite logits" in caplog.text
    assert not KEYS & metrics.keys()
