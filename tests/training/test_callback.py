"""The bias curve: right numbers, in all the places where a Trainer's own metrics go."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest

import equimask
from equimask import BiasCallback, score
from equimask.training.callback import MAX_PAIRS
from equimask.training.live import LiveModel
from tests import tiny
from tests.training.small_trainers import (
    KEYS,
    PAIRS,
    Snapshots,
    Tracker,
    lines,
    logged,
    small_trainer,
    with_curve,
)

pytestmark = pytest.mark.slow  # trains


@pytest.fixture(scope="module")
def tokenizer() -> Any:
    return tiny.wordpiece_tokenizer()


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
        for name in ("lm_accuracy", "lm_surprisal"):  # the same for both metrics
            expected.append((f"eval_{name}_mine", step, getattr(result, name)))
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


def test_results_hold_what_trackers_cannot(tmp_path: Path) -> None:
    trainer = small_trainer(tmp_path)
    callback = with_curve(trainer)
    assert callback.results == {}
    trainer.evaluate()
    first = callback.results["s_jsd_mine"]
    assert first.stderr is not None and first.mde is not None
    assert callback.verdicts == dict.fromkeys(callback.results, "too few ?")  # untrained
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


@pytest.mark.parametrize(
    ("metrics", "telling"),
    [(("aul", "dcbm", "cps"), "cps"), (("aul", "dcbm"), "dcbm"), (("mbe", "aul"), "mbe")],
)
def test_the_hardest_question_tells_how_well_a_language_is_known(
    tmp_path: Path, metrics: tuple[str, ...], telling: str
) -> None:
    trainer = small_trainer(tmp_path)
    callback = BiasCallback(trainer, metrics, ("en", "de"), max_pairs=6, likelihood="aul")
    trainer.add_callback(callback)
    found = trainer.evaluate()
    for language in ("en", "de"):
        result = callback.results[f"{telling}_{language}"]
        assert found[f"eval_lm_accuracy_{language}"] == result.lm_accuracy
        assert found[f"eval_lm_surprisal_{language}"] == result.lm_surprisal


def test_two_curves_can_be_drawn_at_once(tmp_path: Path) -> None:
    trainer = small_trainer(tmp_path)
    with_curve(trainer)
    with_curve(trainer, data={"other": PAIRS}, metrics="cps")
    metrics = trainer.evaluate()
    assert metrics["eval_cps_mine"] == metrics["eval_cps_other"]
    assert "eval_s_jsd_other" not in metrics


def test_a_callback_that_is_taken_away_asks_nothing_more(tmp_path: Path) -> None:
    trainer = small_trainer(tmp_path)
    with_curve(trainer)
    trainer.remove_callback(BiasCallback)
    assert not KEYS & trainer.evaluate().keys()
