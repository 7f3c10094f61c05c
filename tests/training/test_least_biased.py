"""Bias and language quality choose together; what would be chosen amiss is warned of."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from equimask.core.errors import InputError, OptionError
from equimask.training import least_biased
from tests.training.small_trainers import small_trainer, with_curve


def history(**points: list[float]) -> list[dict[str, Any]]:
    """A training's logs: its loss, then its evaluations, each in entries of their own."""
    logs: list[dict[str, Any]] = []
    for i in range(len(next(iter(points.values())))):
        step = 100 * (i + 1)
        logs.append({"loss": 3.0, "step": step})
        logs.append({"eval_loss": 2.9, "step": step})
        logs.append({f"eval_{key}": points[key][i] for key in points} | {"step": step})
    return logs


CURVE = history(
    s_jsd_en_distance=[0.0001, 0.03, 0.02, 0.04, 0.025],
    cps_en_distance=[1.0, 30.0, 20.0, 9.0, 8.0],
    lm_surprisal_en=[9.0, 3.0, 2.08, 2.0, 2.09],
)


def test_the_least_trained_checkpoint_does_not_win() -> None:
    assert least_biased(CURVE) == (300, 0.02, 2.08)
    assert least_biased(CURVE, "cps").step == 500


def test_the_margin_says_how_much_language_a_bias_may_cost() -> None:
    assert least_biased(CURVE, margin=0).step == 400
    assert least_biased(CURVE, margin=0.042).step == 300
    assert least_biased(CURVE, margin=10).step == 100
    for margin in (-0.1, float("nan")):
        with pytest.raises(OptionError, match="a margin of at least 0"):
            least_biased(CURVE, margin=margin)


def test_of_equally_biased_checkpoints_the_one_that_knows_more_is_taken() -> None:
    logs = history(cps_mine_distance=[5.0, 5.0, 5.0], lm_surprisal_mine=[2.02, 2.0, 2.0])
    assert least_biased(logs, "cps", "mine").step == 200


def test_evaluations_without_a_score_are_passed_over() -> None:
    gap = float("nan")
    logs = history(s_jsd_en_distance=[gap, 0.3, 0.2], lm_surprisal_en=[0.1, 2.0, gap])
    assert least_biased(logs).step == 200
    assert least_biased([*logs, {"test_s_jsd_en_distance": 0.0, "step": 1}]).step == 200
    with pytest.raises(InputError, match="`eval_s_jsd_de_distance` and `eval_lm_surprisal_de`"):
        least_biased(logs, "s_jsd", "de")


@pytest.mark.parametrize(
    ("best", "greater", "warning"),
    [
        ("eval_s_jsd_mine_distance", None, "the most biased checkpoint: use greater_is_better=Fal"),
        ("s_jsd_mine_distance", True, "the most biased checkpoint"),
        ("s_jsd_mine_distance", False, r"the least trained .*history, 's_jsd', 'mine'\) chooses"),
        ("eval_cps_mine", False, "its neutral point"),
        ("eval_lm_surprisal_mine", None, "knows the language least: use greater_is_better=False"),
        ("eval_lm_surprisal_mine", False, ""),
        ("eval_lm_accuracy_mine", None, ""),
        ("eval_lm_accuracy_mine", False, "knows the language least: use greater_is_better=True"),
        ("eval_loss", None, ""),
        (None, None, ""),
    ],
)
def test_what_would_be_kept_amiss_is_said_before_the_training(
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    best: str | None,
    greater: bool | None,
    warning: str,
) -> None:
    trainer = small_trainer(tmp_path, metric_for_best_model=best, greater_is_better=greater)
    with_curve(trainer)
    said = [r.getMessage() for r in caplog.records if r.name == "equimask.training.choosing"]
    assert len(said) == bool(warning)
    assert all(re.search(warning, text) for text in said)
