"""The bias curve: right numbers, in all the places where a Trainer's own metrics go."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest
from transformers import EarlyStoppingCallback, Trainer

import equimask
from equimask import BiasCallback, score
from equimask.training.callback import MAX_PAIRS
from equimask.training.live import LiveModel
from tests import tiny
from tests.training.small_trainers import MINE, PAIRS, Snapshots, Tracker, lines, small_trainer

KEYS = {
    f"eval_{metric}_mine{part}"
    for metric in ("s_jsd", "cps")
    for part in ("", "_stderr", "_distance")
} | {"eval_bias_runtime"}


@pytest.fixture(scope="module")
def tokenizer() -> Any:
    return tiny.wordpiece_tokenizer()


def with_curve(trainer: Trainer, **options: Any) -> BiasCallback:
    callback = BiasCallback(trainer, **{"columns": MINE, **options})
    trainer.add_callback(callback)
    return callback


def logged(trainer: Trainer, key: str) -> list[tuple[int, float]]:
    return [(log["step"], log[key]) for log in trainer.state.log_history if key in log]


def ours(metrics: dict[str, Any]) -> dict[str, Any]:
    return {key: metrics[key] for key in metrics if key in KEYS - {"eval_bias_runtime"}}


def test_every_point_is_the_score_of_the_weights_at_that_step(
    tmp_path: Path, tokenizer: Any
) -> None:
    tracker, snapshots = Tracker(), Snapshots()
    trainer = small_trainer(tmp_path, tokenizer=tokenizer, callbacks=[tracker, snapshots])
    with_curve(trainer)
    trainer.train()
    expected = []
    for step, weights in zip((2, 4), snapshots.weights, strict=True):
        model = tiny.tiny_bert(len(tokenizer))
        model.load_state_dict(weights)
        for metric in ("s_jsd", "cps"):
            result = score(metric, PAIRS, model=model, tokenizer=tokenizer, progress=False)
            expected.append((f"eval_{metric}_mine", step, result.value))
            expected.append((f"eval_{metric}_mine_stderr", step, result.stderr))
            distance = abs(result.value - (50.0 if metric == "cps" else 0.0))
            expected.append((f"eval_{metric}_mine_distance", step, distance))
    for key in KEYS - {"eval_bias_runtime"}:
        points = [(step, value) for name, step, value in expected if name == key]
        assert logged(trainer, key) == tracker.curve(key) == points
    assert len({value for _, value in logged(trainer, "eval_s_jsd_mine")}) == 2  # it did learn


def test_trackers_get_plain_floats_under_keys_that_they_file_as_evaluation(tmp_path: Path) -> None:
    tracker = Tracker()
    trainer = small_trainer(tmp_path, callbacks=[tracker])
    with_curve(trainer)
    trainer.train()
    (first, second) = [log for log in tracker.logs if "eval_s_jsd_mine" in log]
    assert first.keys() == second.keys() == KEYS | {"epoch", "step"}
    assert all(type(first[key]) is float and math.isfinite(first[key]) for key in KEYS)
    json.dumps(trainer.state.log_history, allow_nan=False)


@pytest.mark.parametrize(
    ("strategy", "steps"),
    [
        ({"eval_strategy": "steps", "eval_steps": 3}, [3, 4]),  # the last step comes for free
        ({"eval_strategy": "epoch"}, [2, 4]),
        ({"eval_strategy": "no"}, []),
        ({"eval_strategy": "steps", "eval_steps": 4, "eval_on_start": True}, [0, 4]),
    ],
)
def test_the_curve_follows_the_trainers_own_evaluations(
    tmp_path: Path, strategy: dict[str, Any], steps: list[int]
) -> None:
    trainer = small_trainer(tmp_path, **strategy)
    with_curve(trainer)
    trainer.train()
    assert [step for step, _ in logged(trainer, "eval_cps_mine")] == steps
    assert [step for step, _ in logged(trainer, "eval_loss")] == steps


def test_evaluate_by_hand_returns_the_scores_however_often_it_is_called(tmp_path: Path) -> None:
    trainer = small_trainer(tmp_path, eval_strategy="no")
    with_curve(trainer)
    before, again = trainer.evaluate(), trainer.evaluate()
    assert len(logged(trainer, "eval_cps_mine")) == 2
    trainer.train()
    after = trainer.evaluate()
    assert before.keys() > KEYS and after.keys() > KEYS
    assert ours(before) == ours(again)
    assert ours(before) != ours(after)


def test_keys_take_the_prefix_of_the_evaluation(tmp_path: Path) -> None:
    trainer = small_trainer(tmp_path)
    with_curve(trainer)
    metrics = trainer.evaluate(metric_key_prefix="test")
    assert {"test_s_jsd_mine", "test_bias_runtime", "test_loss"} < metrics.keys()
    assert not any(key.startswith("eval_") for key in metrics)


def count_answers(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    calls: list[int] = []
    answer = LiveModel.answer

    def counted(self: LiveModel, *args: Any) -> Any:
        calls.append(1)
        return answer(self, *args)

    monkeypatch.setattr(LiveModel, "answer", counted)
    return calls


def test_several_datasets_are_one_round_and_one_score(
    tmp_path: Path, tokenizer: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls, tracker = count_answers(monkeypatch), Tracker()
    datasets = {"first": lines(tokenizer, 2), "second": lines(tokenizer, 3)}
    trainer = small_trainer(tmp_path, eval_dataset=datasets, callbacks=[tracker])
    with_curve(trainer)
    trainer.train()
    assert [step for step, _ in tracker.curve("eval_s_jsd_mine")] == [2, 4]
    assert len(calls) == 2
    by_hand = trainer.evaluate()
    other = trainer.evaluate({"third": lines(tokenizer, 1), "fourth": lines(tokenizer, 1)})
    one = trainer.evaluate("second")
    assert len(calls) == 5
    assert KEYS | {"eval_first_loss", "eval_second_loss"} < by_hand.keys()
    assert KEYS | {"eval_third_loss", "eval_fourth_loss"} < other.keys()
    assert ours(by_hand) == ours(other) == ours(one)


def test_an_evaluation_that_fails_leaves_the_next_one_whole(tmp_path: Path) -> None:
    trainer = small_trainer(tmp_path)
    with_curve(trainer)
    with pytest.raises(ValueError, match="input_ids"):
        trainer.evaluate([{"no_such_column": 1}])
    assert trainer.evaluate().keys() > KEYS


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


def test_a_warning_where_the_most_biased_checkpoint_would_be_kept(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    for greater in (None, False):
        caplog.clear()
        trainer = small_trainer(
            tmp_path,
            metric_for_best_model="eval_s_jsd_mine_distance",
            greater_is_better=greater,
        )
        with_curve(trainer)
        assert ("most biased" in caplog.text) == (greater is None)


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


def test_results_hold_what_trackers_cannot(tmp_path: Path) -> None:
    trainer = small_trainer(tmp_path)
    callback = with_curve(trainer)
    assert callback.results == {}
    trainer.evaluate()
    first = callback.results["s_jsd_mine"]
    assert first.ci_low < first.value < first.ci_high  # type: ignore[operator]
    assert len(first.rows["s_jsd"]) == len(tiny.MORE)
    trainer.train()
    signatures = [equimask.Signature.parse(r.signature) for r in callback.results.values()]
    assert signatures[0]["model"] == signatures[1]["model"]
    assert signatures[0]["model"] != equimask.Signature.parse(first.signature)["model"]
    assert signatures[0]["data"].startswith("mine@")


def test_by_default_all_english_pairs_are_scored(tmp_path: Path, tokenizer: Any) -> None:
    trainer = small_trainer(tmp_path)
    callback = BiasCallback(trainer)
    trainer.add_callback(callback)
    metrics = trainer.evaluate()
    expected = score("cps", language="en", model=trainer.model, tokenizer=tokenizer, progress=False)
    assert metrics["eval_cps_en"] == expected.value
    assert callback.results["cps_en"].signature == expected.signature
    assert expected.n <= MAX_PAIRS


def test_all_metrics_that_score_a_model_can_be_followed(tmp_path: Path) -> None:
    metrics = ("s_jsd", "cps", "aul", "sbm", "mbe", "dcbm")
    trainer = small_trainer(tmp_path)
    trainer.add_callback(
        BiasCallback(trainer, metrics, ("en", "de"), max_pairs=6, likelihood="aul")
    )
    found = trainer.evaluate()
    for language in ("en", "de"):
        for metric in metrics:
            assert math.isfinite(found[f"eval_{metric}_{language}"])
            # these two have no neutral point without a calibration
            has_neutral = metric not in ("mbe", "dcbm")
            assert (f"eval_{metric}_{language}_distance" in found) == has_neutral


def test_two_curves_can_be_drawn_at_once(tmp_path: Path) -> None:
    trainer = small_trainer(tmp_path)
    with_curve(trainer)
    with_curve(trainer, columns={"other": PAIRS}, metrics="cps")
    metrics = trainer.evaluate()
    assert metrics["eval_cps_mine"] == metrics["eval_cps_other"]
    assert "eval_s_jsd_other" not in metrics


def test_a_callback_that_is_taken_away_asks_nothing_more(tmp_path: Path) -> None:
    trainer = small_trainer(tmp_path)
    with_curve(trainer)
    trainer.remove_callback(BiasCallback)
    assert not KEYS & trainer.evaluate().keys()
