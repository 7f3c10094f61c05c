"""`equimask rerun`: ends with 0 where a number is reproduced, 1 where not, 2 on errors."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from equimask.cli.main import app
from equimask.core.options import OPTIONS
from equimask.metrics import unsigned_options
from tests import tiny
from tests.inputs.worlds import write

runner = CliRunner()
RECORDS = [
    {"A": more, "B": less, "source": source}
    for more, less, source in zip(tiny.MORE, tiny.LESS, "xyxxy", strict=True)
]
CHOICE = ["--columns", "sent_more=A,sent_less=B", "--group", "source"]


def run(*arguments: Any) -> Any:
    return runner.invoke(app, ["rerun", *map(str, arguments)], env={"COLUMNS": "120"})


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("data") / "mine.csv", RECORDS)


@pytest.fixture(scope="module")
def scored(bert_folder: Path, data: Path) -> dict[str, Any]:
    """The printed result of one source."""
    told = ["score", "s_jsd", str(bert_folder), "--data", str(data), *CHOICE, "--json"]
    found = runner.invoke(app, [*told, "--n-resamples", "49", "--seed", "3"])
    assert found.exit_code == 0, found.output
    groups: dict[str, Any] = json.loads(found.stdout)["groups"]
    return groups["source=x"]


def test_a_reproduced_number_ends_with_0(
    scored: dict[str, Any], bert_folder: Path, data: Path
) -> None:
    given = [scored["signature"], "--model", bert_folder, "--data", data]
    found = run(*given, "--expect", f"{scored['s_jsd']:.4f}", "--expect", f"n={scored['n']}")
    assert found.exit_code == 0, found.output
    lines = found.stdout.rstrip("\n").splitlines()
    assert lines[-1] == "reproduced"
    assert sum("the same" in line for line in lines) == 3
    assert max(map(len, lines)) <= 120


def test_another_number_ends_with_1(scored: dict[str, Any], bert_folder: Path, data: Path) -> None:
    given = [scored["signature"], "--model", bert_folder, "--data", data]
    found = run(*given, "--expect", f"{1e3 * scored['s_jsd']:.2f}")
    assert found.exit_code == 1
    assert "not reproduced: another s_jsd" in found.stdout
    assert "tables show 1000 times" in " ".join(found.stdout.split())


def test_another_model_ends_with_1_and_both_hashes(
    scored: dict[str, Any], roberta_folder: Path, data: Path
) -> None:
    found = run(scored["signature"], "--model", roberta_folder, "--data", data)
    assert found.exit_code == 1
    assert "another model" in found.stdout
    assert "tiny-bert@" in found.stdout and "tiny-roberta@" in found.stdout


@pytest.mark.parametrize(
    ("left_out", "flag"), [("--model", "--model FOLDER"), ("--data", "--data FILE or FOLDER")]
)
def test_what_is_missing_ends_with_2_and_the_flag(
    scored: dict[str, Any], bert_folder: Path, data: Path, left_out: str, flag: str
) -> None:
    given = {"--model": bert_folder, "--data": data}
    del given[left_out]
    found = run(scored["signature"], *(word for pair in given.items() for word in pair))
    assert found.exit_code == 2
    assert flag in " ".join(found.stderr.split())
    assert not found.stdout


def test_json_is_one_object_on_stdout(
    scored: dict[str, Any], bert_folder: Path, data: Path
) -> None:
    given = [scored["signature"], "--model", bert_folder, "--data", data, "--json"]
    found = run(*given, "--expect", scored["s_jsd"])
    content = json.loads(found.stdout)
    assert found.exit_code == 0 and content["reproduced"] and content["same_signature"]
    assert content["outcome"] == "reproduced" and content["fields"] == []
    assert content["numbers"][0]["agrees"]
    assert {**content["result"], "rows": 0} == {**scored, "rows": 0}


def test_a_file_of_results_has_a_line_each(
    bert_folder: Path, data: Path, tmp_path: Path, scored: dict[str, Any]
) -> None:
    good, spoilt = scored, {**scored, "s_jsd": scored["s_jsd"] + 0.1}
    results = tmp_path / "results.json"
    results.write_text(json.dumps({"results": [good], "other_results": [spoilt]}))
    given = ["--results", results, "--model", bert_folder, "--data", data]
    found = run(*given)
    assert found.exit_code == 1
    assert "1 of 2 reproduced" in found.stdout
    results.write_text(json.dumps([good]))
    assert run(*given).exit_code == 0
    assert run(*given[:-2]).exit_code == 2
    as_json = run(*given, "--json")
    assert [one["reproduced"] for one in json.loads(as_json.stdout)] == [True]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "a signature, or --results FILE, but got neither"),
        (["cps|n:1", "--results", "x.json"], "but got both"),
        (["--results", "x.json", "--expect", "1"], "--expect 1"),
        (["cps|n:1", "--model", "a", "--model", "b"], "--model once for one signature"),
        (["cps|n:1", "--expect", "half"], "no `equimask` in it"),
        (["--results", "gone.json"], "a JSON file with results"),
    ],
)
def test_what_cannot_be_meant_ends_with_2(arguments: list[str], message: str) -> None:
    found = run(*arguments)
    assert found.exit_code == 2
    assert message in " ".join(found.stderr.split())


def test_every_option_that_no_signature_holds_is_a_flag() -> None:
    shown = " ".join(run("--help").stdout.split())
    for name in unsigned_options():
        option = OPTIONS[name]
        if option.terminal is not None:
            assert option.flag in shown
    assert "--unit" not in shown and "--dtype" not in shown
