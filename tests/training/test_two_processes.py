"""Two processes that train one model: they share the questions and draw the same curve."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from equimask import BiasCallback
from tests.training.small_trainers import small_trainer
from tests.training.train_in_two import FAILING_STEP

pytestmark = pytest.mark.slow  # second processes


@pytest.fixture(scope="module")
def reports(root: Path, tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    folder = tmp_path_factory.mktemp("two")
    # What `accelerate launch --multi_gpu` calls too; its `--cpu` starts one process only.
    launch = "torch.distributed.run --standalone --nproc-per-node 2 -m tests.training.train_in_two"
    finished = subprocess.run(
        [sys.executable, "-m", *launch.split(), str(folder)],
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root)},
        capture_output=True,
        text=True,
        timeout=500,
        check=False,
    )
    assert finished.returncode == 0, finished.stderr[-3000:]
    reports = [json.loads((folder / f"{rank}.json").read_text()) for rank in range(2)]
    reports[0]["stderr"] = finished.stderr
    return reports


def test_the_numbers_are_those_of_one_process(
    reports: list[dict[str, Any]], tmp_path: Path
) -> None:
    trainer = small_trainer(tmp_path)
    callback = BiasCallback(trainer, ("s_jsd", "mbe"), max_pairs=9)
    trainer.add_callback(callback)
    alone = trainer.evaluate()
    expected = {key: alone[key] for key in reports[0]["before"]}
    assert len(expected) == 7
    assert reports[0]["before"] == reports[1]["before"] == pytest.approx(expected, abs=1e-6)
    shared = callback.results["s_jsd_en"].row_values["n_shared"].compressed()
    questions = 2 * int(shared.sum())  # some are the same
    assert all(0 < report["rows"] <= (questions + 1) // 2 for report in reports)


def test_both_draw_one_curve_and_keep_one_checkpoint(reports: list[dict[str, Any]]) -> None:
    first, second = reports
    steps = [point["step"] for point in first["curve"]]
    assert steps == [point["step"] for point in second["curve"]] == [1, 3, 4]
    for mine, other in zip(first["curve"], second["curve"], strict=True):
        assert mine["eval_s_jsd_en"] == other["eval_s_jsd_en"]
    best = min(first["curve"], key=lambda point: point["eval_s_jsd_en_distance"])
    assert first["best"].endswith(f"checkpoint-{best['step']}")
    assert first["best"] == second["best"]
    assert first["weights"] == second["weights"]


def test_a_failure_in_one_is_told_to_the_other(reports: list[dict[str, Any]]) -> None:
    warning = f"No bias scores at step {FAILING_STEP}. process 1: RuntimeError: 'only here'"
    assert warning in reports[0]["stderr"]
