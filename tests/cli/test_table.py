"""`equimask table`: from files of results to a table, on stdout or in a file."""

from __future__ import annotations

import json
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pandas as pd
import pytest
from typer.testing import CliRunner

from equimask.cli.main import app
from equimask.reports.tables import FORMATS, LAYOUTS
from tests.reports.html.fake_audit import fake_audit
from tests.results import CPS

runner = CliRunner()
SIGNED = "model:lab/alone@1f|tok:0|data:equimask_pairs@99887766aabb|lang:de|unit:token|n:212"


@pytest.fixture
def audited(tmp_path: Path) -> Path:
    audit = fake_audit(("de", "fi"), ("s_jsd", "cps"), models=("a/one@11", "b/two@22"))
    path = tmp_path / "results.json"
    path.write_text(json.dumps(audit.as_dict()), encoding="utf-8")
    return path


@pytest.fixture
def scored(tmp_path: Path) -> Path:
    path = tmp_path / "cps.json"
    result = replace(CPS, signature=f"cps|equimask:0.2.0|{SIGNED}")
    path.write_text(json.dumps(result.as_dict(rows=False)), encoding="utf-8")
    return path


def told(*words: str | Path) -> str:
    result = runner.invoke(app, ["table", *map(str, words)])
    assert result.exit_code == 0, result.output
    return result.stdout


def test_without_options_it_is_latex_on_stdout(audited: Path) -> None:
    text = told(audited)
    assert text.startswith("% Equimask") and text.rstrip().endswith(r"\end{table}")
    assert "a/one" in text and "b/two" in text and "lab/other-bert" in text


def test_a_file_holds_what_stdout_would(audited: Path, tmp_path: Path) -> None:
    out = tmp_path / "table.md"
    assert told(audited, "--format", "markdown", "--out", out) == ""
    assert out.read_text(encoding="utf-8") == told(audited, "-f", "markdown")


@pytest.mark.parametrize("format", ["latex", "csv", "markdown"])
def test_a_terminal_gets_text_whatever_a_model_is_called(tmp_path: Path, format: str) -> None:
    path = tmp_path / "wild.json"
    signature = f"cps|equimask:0.2.0|{SIGNED}".replace("model:", "model:a\x1b]0;b\x07\u202e")
    content = replace(CPS, signature=signature).as_dict(rows=False)
    path.write_text(json.dumps(content), encoding="utf-8")
    text = told(path, "-f", format)
    assert "alone" in text and not {"\x1b", "\x07", "\u202e"}.intersection(text)


@pytest.mark.parametrize(
    ("name", "format"), [("t.md", "markdown"), ("t.csv", "csv"), ("t.tex", "latex"), ("t", "latex")]
)
def test_a_file_has_the_format_that_its_name_promises(
    audited: Path, tmp_path: Path, name: str, format: str
) -> None:
    told(audited, "--out", tmp_path / name)
    assert (tmp_path / name).read_bytes().decode() == told(audited, "-f", format)


def test_several_files_become_one_table(audited: Path, scored: Path) -> None:
    frame = pd.read_csv(StringIO(told(audited, scored, "-f", "csv")))
    assert set(frame["model"]) == {"a/one", "b/two", "lab/other-bert", "lab/alone"}
    assert frame["signature"].str.contains("equimask:").all()
    text = told(audited, scored, "-m", "cps", "-l", "de", "-f", "markdown")
    assert "lab/alone" in text and "rank" not in text.lower()


def test_what_is_chosen_is_all_that_is_shown(audited: Path) -> None:
    text = told(audited, "--model", "a/one", "--place", "German", "-m", "cps", "-f", "markdown")
    assert "Finnish" not in text and "S\\_JSD" not in text and "b/two" not in text


def test_the_help_names_every_format_and_layout() -> None:
    told_by_help = runner.invoke(app, ["table", "--help"], env={"COLUMNS": "200"}).stdout
    assert all(f"`{name}`" in told_by_help or name in told_by_help for name in (*FORMATS, *LAYOUTS))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--format", "tex"], "Did you mean 'latex'"),
        (["--layout", "rows"], "a layout of tables"),
        (["--layout", "models", "-f", "csv"], "one line per number"),
        (["-m", "weat"], "a measure of these results"),
        (["--model", "c"], "a model of these results"),
    ],
)
def test_what_is_not_there_is_said_in_three_parts(
    audited: Path, words: list[str], message: str
) -> None:
    result = runner.invoke(app, ["table", str(audited), *words])
    assert result.exit_code == 2 and message in result.stderr and "Expected" in result.stderr


def test_a_foreign_file_is_refused_by_its_name(tmp_path: Path) -> None:
    path = tmp_path / "package.json"
    path.write_text('{"name": "x", "results": 3}', encoding="utf-8")
    result = runner.invoke(app, ["table", str(path)])
    assert result.exit_code == 2 and "package.json" in result.stderr
