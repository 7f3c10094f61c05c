"""`equimask study` as a person at a terminal meets it."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from equimask.cli.main import app


def _run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["study", *arguments], env={"COLUMNS": "300"})


def test_the_help_says_where_it_writes_and_how_files_are_named() -> None:
    told = _run("--help").output
    for part in ("equimask-study/PAPER.", "stereoset=", "pairs:ja=", "mt:ja=", "parallel:de="):
        assert part in told
    assert "answers=" in told


@pytest.fixture
def wrong(tmp_path: Path) -> Path:
    file = tmp_path / "wrong.csv"
    file.write_text("a,b\n1,2\n", encoding="utf-8")
    return file


def test_data_of_which_nothing_can_be_made_is_told_once_and_is_a_failure(
    wrong: Path, tmp_path: Path
) -> None:
    found = _run("s_jsd", "--data", str(wrong), "--out", str(tmp_path / "out"))
    assert found.exit_code == 1
    assert found.output.count("but got a, b") == 1
    assert "not made: as Figure 1" in found.output
    assert "0 of 6 tables and figures" in found.output
