"""`equimask score`: one number, as a table or as clean JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from equimask.cli.main import app
from tests import tiny

runner = CliRunner()


@pytest.fixture
def pairs_file(tmp_path: Path) -> Path:
    path = tmp_path / "pairs.tsv"
    lines = ["sent_more\tsent_less", *map("\t".join, zip(tiny.MORE, tiny.LESS, strict=True))]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_score_prints_json_and_nothing_else_on_stdout(bert_folder: Path, pairs_file: Path) -> None:
    result = runner.invoke(
        app, ["score", "cps", str(bert_folder), "--data", str(pairs_file), "--json", "--rows"]
    )
    assert result.exit_code == 0, result.output
    parsed = json.loads(result.stdout)
    assert parsed["n"] == len(tiny.MORE) == len(parsed["rows"]["cps"])
    assert "|data:pairs@" in parsed["signature"]


def test_score_prints_a_table_that_fits_a_terminal(bert_folder: Path, pairs_file: Path) -> None:
    result = runner.invoke(app, ["score", "s_jsd", str(bert_folder), "--data", str(pairs_file)])
    assert result.exit_code == 0, result.output
    table, signature = result.stdout.rstrip("\n").rsplit("\n", 1)
    assert max(map(len, table.splitlines())) <= 80
    assert signature.startswith("s_jsd|equimask:")


def test_help_teaches_by_example() -> None:
    result = runner.invoke(app, ["score", "--help"])
    assert "equimask score s_jsd bert-base-multilingual-cased --language de" in result.output


def test_score_knows_the_embedded_model_and_says_which_language_it_took() -> None:
    result = runner.invoke(app, ["score", "cps", "embedded"])
    assert result.exit_code == 0, result.output
    assert "\n en " in result.stdout
    assert "model:lab_model@" in result.stdout and "lang:en" in result.stdout
