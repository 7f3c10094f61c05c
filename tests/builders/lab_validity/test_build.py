"""The whole build in a world without training: rows, card, figures, and a run that is killed."""

from __future__ import annotations

import itertools
import json
import multiprocessing
import re
import signal
import time
from dataclasses import replace
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any
from unittest import mock

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from builders.__main__ import main
from builders.lab_validity.build import BUILDER
from builders.lab_validity.design import SCORES
from builders.lab_validity.options import full_design
from equimask.core.languages import get_language
from equimask.core.schema import DATASET_COLUMNS
from tests.builders.lab_validity import worlds

FIGURES = ["agreement", "dose_response", "false_alarms", "following", "power"]


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All languages, one small dose, fewer null cells."""
    folder = tmp_path_factory.mktemp("full")
    design = ["--small-doses", "0.4", "--null-cells", "5"]
    places = ["--out", str(folder / "out"), "--shards", str(folder / "shards")]
    assert worlds.build_with_figures([*design, *places]) == 0
    return folder / "out"


def receipt(folder: Path) -> dict[str, Any]:
    return dict(json.loads((folder / "receipt.json").read_text(encoding="utf-8")))


def rows(folder: Path) -> list[dict[str, Any]]:
    paths = sorted((folder / "data").glob("*.parquet"))
    return [row for path in paths for row in pq.read_table(path).to_pylist()]


def test_the_full_design_has_a_hundred_null_cells_in_four_scripts() -> None:
    cells = list(full_design().cells())
    assert len(cells) == 4 * (27 + 8 + 24)
    assert sum(cell.is_null for cell in cells) == 100
    assert len({get_language(lang).script for lang in full_design().languages}) == 4


@pytest.mark.slow
def test_the_folder_has_rows_card_receipt_and_figures(full: Path) -> None:
    contrasts = sum(bool(variant.unit) for variant in SCORES)
    assert len(rows(full)) == 4 * (27 + 4 + 4) * (len(SCORES) + contrasts)
    assert tuple(rows(full)[0]) == DATASET_COLUMNS["lab_validity"]
    assert sorted(p.name for p in (full / "figures").iterdir()) == [f"{n}.svg" for n in FIGURES]
    options = receipt(full)["options"]
    assert options["languages"] == [] and options["steps"] == 900 and options["null_cells"] == 5
    assert str(full.parent) not in (full / "receipt.json").read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_card_says_who_fails_and_where(full: Path) -> None:
    card = (full / "README.md").read_text(encoding="utf-8")
    verdicts = dict(re.findall(r"^\| ([a-z_ ]+?) \| (?:.*) \| (passes|fails) \|$", card, re.M))
    assert {str(variant) for variant in SCORES} < set(verdicts)
    for name, verdict in verdicts.items():
        measure = name.split()[0]
        assert verdict == ("fails" if measure in (worlds.BLIND, worlds.LEAKING) else "passes")
    assert verdicts["cps token stereotype_contrast"] == "passes"
    assert f"- {worlds.BLIND} aula: follows its own dose" in card
    assert "leaves stereotype alone (rank correlation within ±0.3) in only 0 of 4" in card
    assert "laboratory animals" in card and "does not carry over to real ones" in card
    alarmed = receipt(full)["summary"]["variants"][worlds.ALARMED]
    assert alarmed["false_alarms"]["labels"]["rate"] == 1.0
    assert alarmed["false_alarms"]["twins"]["cells"] == 20


@pytest.mark.slow
def test_rows_of_the_first_experiment_are_carried_over(full: Path, tmp_path: Path) -> None:
    """As version 1.0.0 of the dataset had them: two doses, no clusters, one number."""
    before = tmp_path / "before"
    (before / "data").mkdir(parents=True)
    since = (
        *("experiment", "name_frequency", "number", "p_strangers", "n_clusters"),
        *("p_among_twins", "p_from_mean_twin"),
    )
    old = [
        {name: value for name, value in row.items() if name not in since}
        | {"lang": "en", "p_calibrated": row["p_among_twins"]}
        for row in rows(full)
        if row["lang"] == "de" and row["number"] == "score" and row["name_frequency"] == 0
    ]
    pq.write_table(pa.Table.from_pylist(old), before / "data" / "en.parquet")
    design = ["--small", "--earlier", str(before)]
    places = ["--out", str(tmp_path / "out"), "--shards", str(tmp_path / "shards")]
    assert worlds.build([*design, *places]) == 0
    carried = [row for row in rows(tmp_path / "out") if row["experiment"] == 1]
    assert [
        {k: v for k, v in row.items() if k not in since} | {"p_calibrated": row["p_among_twins"]}
        for row in carried
    ] == old
    card = (tmp_path / "out" / "README.md").read_text(encoding="utf-8")
    assert "### The first experiment" in card and "1 languages" in card


@pytest.mark.slow
def test_every_failing_measure_has_an_explanation_or_a_word_that_there_is_none(full: Path) -> None:
    card = (full / "README.md").read_text(encoding="utf-8")
    why = receipt(full)["summary"]["why"]
    for measure in (worlds.BLIND, worlds.LEAKING):
        after = card.split(f"**{measure}**\n", 1)[1]
        assert why.get(measure, "Why has not been explained yet.") in after.split("\n**", 1)[0]


@pytest.mark.slow
def test_the_card_has_no_holes(full: Path) -> None:
    card = (full / "README.md").read_text(encoding="utf-8")
    body = card.split("---\n", 2)[2].replace("{equimask,", "")
    assert not re.search(r"\{%|\{\{|\| None|nan\b", body)
    for before, line in itertools.pairwise(card.splitlines()):
        if re.fullmatch(r"\|(-+\|)+", line):
            assert before.count("|") == line.count("|")
        elif line.startswith("|") and before.startswith("|"):
            assert line.count("|") == before.count("|")
    for name in re.findall(r"\]\(figures/(.*?)\)", card):
        assert (full / "figures" / name).is_file()


@pytest.mark.slow
def test_card_and_figures_come_again_from_the_rows_alone(full: Path, tmp_path: Path) -> None:
    drawn = {path.name: path.read_bytes() for path in (full / "figures").iterdir()}
    draw_all = mock.Mock(return_value=drawn)
    with mock.patch("builders.lab_validity.build.BUILDER", replace(BUILDER, figures=draw_all)):
        assert main(["lab_validity", "--measured", str(full), "--out", str(tmp_path)]) == 0
    draw_all.assert_called_once_with(receipt(full)["summary"])
    for name in ("README.md", "receipt.json", *(f"figures/{n}.svg" for n in FIGURES)):
        assert (tmp_path / name).read_bytes() == (full / name).read_bytes()


def test_a_folder_that_is_no_build_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["lab_validity", "--measured", str(tmp_path)]) == 2
    assert "receipt.json" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--steps", "0"], "--steps"),
        (["--processes", "0"], "--processes"),
        (["--null-cells", "-1"], "--null-cells"),
        (["--doses", "0.5", "1.5"], "from -1 to 1"),
        (["--language", "xx"], "xx"),
    ],
)
def test_options_that_cannot_be_are_refused(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["lab_validity", *arguments]) == 2
    assert said in capsys.readouterr().err


def start(arguments: list[str], log: Path) -> BaseProcess:
    # Children of a server that has the libraries loaded: they are at work within milliseconds.
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(
        ["builders.lab_validity.build", "tests.builders.lab_validity.worlds"]
    )
    process = context.Process(target=worlds.build_and_exit, args=(arguments, log))
    process.start()
    return process


@pytest.mark.slow
def test_a_killed_run_goes_on_and_measures_no_cell_twice(tmp_path: Path) -> None:
    whole, out, log = tmp_path / "whole", tmp_path / "out", tmp_path / "log"
    design = ["--small", "--null-cells", "9"]
    cells = 2 * (8 + 8)
    assert worlds.build([*design, "--out", str(whole), "--shards", str(tmp_path / "other")]) == 0
    killed = [*design, "--out", str(out), "--shards", str(tmp_path / "shards")]
    log.touch()
    for moment in (3, 9):
        process = start(killed, log)
        deadline = time.monotonic() + 60
        while len(log.read_text().splitlines()) < moment:
            assert process.is_alive() and time.monotonic() < deadline
            time.sleep(0.001)
        process.kill()
        process.join()
        assert process.exitcode == -signal.SIGKILL
        assert not (out / "receipt.json").exists()
    process = start(killed, log)
    process.join(60)
    assert process.exitcode == 0
    told = log.read_text().splitlines()
    assert len(set(told)) == cells
    assert len(told) <= cells + 2  # once more the one that was being measured at each kill
    assert rows(out) == rows(whole)
    assert receipt(out) == receipt(whole)


@pytest.mark.slow
def test_several_processes_give_what_one_gives(tmp_path: Path) -> None:
    design = ["--small", "--language", "en"]
    for name, processes in (("one", "1"), ("two", "2")):
        places = ["--out", str(tmp_path / name), "--shards", str(tmp_path / f"shards-{name}")]
        assert worlds.build([*design, *places, "--processes", processes]) == 0
    assert receipt(tmp_path / "one") == receipt(tmp_path / "two")
