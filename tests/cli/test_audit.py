"""`equimask audit`: tables that fit, two files, and errors that can be mended."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from equimask.audits.results import Audit
from equimask.cli.main import app

runner = CliRunner()


@pytest.mark.slow
def test_an_audit_prints_tables_and_writes_two_files(tmp_path: Path, bert_folder: Path) -> None:
    arguments = ["audit", "embedded", "-l", "de", "-m", "cps", "-m", "aul", "--out", str(tmp_path)]
    arguments += ["--baseline", str(bert_folder), "--figures", str(tmp_path / "pictures")]
    result = runner.invoke(app, [*arguments, "--reliability"])
    assert result.exit_code == 0, result.output
    found = Audit.from_dict(json.loads((tmp_path / "results.json").read_text(encoding="utf-8")))
    assert found.measures == ("cps", "aula", "aul")
    assert len(found.comparisons) == 3
    assert {one.perturbation for one in found.reliability} == {
        "last_character",
        "casing",
        "name_swap",
    }
    assert (tmp_path / "report.html").read_text(encoding="utf-8").startswith("<!")
    pictures = sorted(path.name for path in (tmp_path / "pictures").iterdir())
    assert "forest.svg" in pictures and "reliability-figure.svg" in pictures
    assert f"pictures: {len(pictures)} pictures" in result.stdout.replace("\n", "")
    lines = result.stdout.splitlines()
    assert max(len(line) for line in lines if str(tmp_path) not in line) <= 80
    for text in ("mde", "baseline", "Agreement", "Small changes", str(tmp_path)):
        assert text in result.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["audit", "embedded", "-m", "cpz"], "Did you mean 'cps'"),
        (["audit", "embedded", "-l", "xx"], "'xx'"),
        (["audit", "embedded", "-l", "de", "--figure-format", "gif"], "Valid: png, svg"),
        (["audit", "embedded", "-l", "de", "--figure-format", "png"], "Add --figures DIR"),
        (["audit", "/no/such/folder", "-l", "de"], "no folder"),
    ],
)
def test_what_a_user_can_mend_is_a_message_and_exit_code_2(
    arguments: list[str], message: str, tmp_path: Path
) -> None:
    result = runner.invoke(app, [*arguments, "--out", str(tmp_path)])
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.split())
    assert not (tmp_path / "results.json").exists()


def test_help_teaches() -> None:
    text = " ".join(runner.invoke(app, ["audit", "--help"]).stdout.split())
    for word in (
        "embedded",
        "--baseline",
        "--figures",
        "--reliability",
        "accelerate launch",
        "torchrun",
    ):
        assert word in text
    # On processors it starts one process only unless it is told that there are several devices.
    assert "accelerate launch --multi_gpu --num_processes 2 -m equimask audit" in text


def test_an_interrupted_audit_says_how_to_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("equimask.audits.run.audit", interrupt)
    result = runner.invoke(app, ["audit", "embedded", "--out", str(tmp_path)])
    assert result.exit_code == 130
    assert "the same command goes on" in result.stderr
