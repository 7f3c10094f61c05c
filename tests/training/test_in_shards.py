"""Two processes that hold half of a model each: the curve and the training of the whole one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import torch

from equimask import BiasCallback
from tests.training.small_trainers import small_trainer
from tests.training.train_in_shards import (
    FAILS_IN_A_FORWARD,
    FAILS_IN_ONE,
    MAX_PAIRS,
    METRICS,
    plain,
)

pytestmark = pytest.mark.slow  # second processes


@pytest.fixture(scope="module")
def folder(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("shards")
    launch = "torch.distributed.run --standalone --nproc-per-node 2 -m"
    finished = subprocess.run(
        [sys.executable, "-m", *launch.split(), "tests.training.train_in_shards", str(folder)],
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root)},
        capture_output=True,
        text=True,
        timeout=500,
        check=False,
    )
    assert finished.returncode == 0, finished.stderr[-3000:]
    (folder / "stderr").write_text(finished.stderr, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def reports(folder: Path) -> list[dict[str, Any]]:
    return [json.loads((folder / f"{rank}.json").read_text()) for rank in range(2)]


def scores(log: dict[str, float]) -> dict[str, float]:
    return {key: value for key, value in log.items() if "_en" in key}


@pytest.mark.parametrize(
    ("whole", "shards"), [("whole", "shards"), ("adapter", "adapter_in_shards")]
)
def test_the_curve_is_that_of_the_whole_model(
    reports: list[dict[str, Any]], whole: str, shards: str
) -> None:
    expected = reports[0][whole]["curve"]
    assert list(expected) == ["1", "2", "3", "4", "5"]
    for report in reports:
        found = report[shards]["curve"]
        for step in expected:
            assert len(scores(expected[step])) >= 3 * len(METRICS)
            assert scores(found[step]) == pytest.approx(scores(expected[step]), rel=1e-5, abs=1e-8)


def test_no_process_judges_by_its_own_shards(reports: list[dict[str, Any]]) -> None:
    assert [report["learned"] for report in reports] == [[True, True], [True, True]]


def test_each_process_asks_everything(reports: list[dict[str, Any]]) -> None:
    for report in reports:
        assert report["shards"]["rows"] == reports[0]["adapter_in_shards"]["rows"]
    for in_shards, *shared in zip(
        reports[0]["shards"]["rows"], *(report["whole"]["rows"] for report in reports), strict=True
    ):
        assert in_shards == sum(shared) > 0


def test_numbers_and_signature_are_those_of_one_process_with_these_weights(
    reports: list[dict[str, Any]], folder: Path, tmp_path: Path
) -> None:
    model = plain()
    model.load_state_dict(torch.load(folder / "1.pt"))
    trainer = small_trainer(tmp_path, model=model)
    callback = BiasCallback(trainer, METRICS, max_pairs=MAX_PAIRS)
    trainer.add_callback(callback)
    expected = scores(trainer.evaluate())
    for report in reports:
        last = scores(report["shards"]["curve"]["5"])
        assert last == pytest.approx(expected, rel=1e-6, abs=1e-8)
        assert report["shards"]["signature"] == str(callback.results["s_jsd_en"].signature)


@pytest.mark.parametrize(
    ("without", "names"),
    [("without_curve", ("shards", "disturbed")), ("half_without_curve", ("half",))],
)
def test_the_training_goes_on_as_if_nobody_had_asked(
    reports: list[dict[str, Any]], without: str, names: tuple[str, ...]
) -> None:
    for report in reports:
        for name in names:
            assert report[name]["weights"] == report[without]["weights"]


def test_a_failure_costs_its_point_and_neither_the_others_nor_the_training(
    reports: list[dict[str, Any]], folder: Path
) -> None:
    for report in reports:
        found, expected = report["disturbed"]["curve"], report["shards"]["curve"]
        assert list(found) == ["1", "4", "5"]
        for step in found:
            assert scores(found[step]) == scores(expected[step])
    told = (folder / "stderr").read_text()
    assert f"No bias scores at step {FAILS_IN_ONE}. process 1: RuntimeError: 'only here'" in told
    broken_off = told.partition(f"No bias scores at step {FAILS_IN_A_FORWARD}.")[2]
    assert "RuntimeError in its own code: 'in the middle'" in broken_off.partition("\n")[0]


def test_the_precision_that_weights_are_gathered_in_is_signed(
    reports: list[dict[str, Any]],
) -> None:
    for report in reports:
        assert "|dtype:float32|" in report["shards"]["signature"]
        assert "|dtype:bfloat16|" in report["half"]["signature"]
