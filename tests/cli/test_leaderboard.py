"""`equimask leaderboard`: what it writes, and what it says."""

from __future__ import annotations

from pathlib import Path

from typer.testing import CliRunner

from equimask.cli.main import app
from tests.leaderboard.samples import audit_file, flat, signed_audit, written

runner = CliRunner()


def test_results_become_a_dataset_and_a_space(tmp_path: Path) -> None:
    board = tmp_path / "board"
    alone = [flat(), flat("cps", "fr")]
    files = [audit_file(tmp_path), written(tmp_path, alone, "a.json")]
    files.append(written(tmp_path, flat(), "b.json"))
    done = runner.invoke(app, ["leaderboard", *map(str, files), "--out", str(board)])
    assert done.exit_code == 0, done.output
    told = " ".join(done.output.split())
    assert "32 numbers of 4 models." in told
    assert "1 were given more than once, with the same value." in told
    assert "2 are not calibrated: marked so." in told
    assert (board / "dataset" / "data" / "results.parquet").is_file()
    assert "lab/tiny" in (board / "space" / "index.html").read_text(encoding="utf-8")


def test_an_invalid_signature_is_an_error_and_nothing_is_written(tmp_path: Path) -> None:
    path = audit_file(tmp_path, lambda content: content["results"][3].pop("signature"))
    done = runner.invoke(app, ["leaderboard", str(path), "--out", str(tmp_path / "board")])
    assert done.exit_code == 2
    told = " ".join(done.output.split())
    assert "Expected a signature, but got None in results[3] of results.json." in told
    assert "No number is listed without a valid signature" in told
    assert not (tmp_path / "board").exists()


def test_the_title_and_the_dataset_stand_on_the_page(tmp_path: Path) -> None:
    path = written(tmp_path, signed_audit(models=("lab/tiny@1a2b",)).as_dict())
    options = ["--title", "Ours", "--dataset", "lab/results", "--version", "2.0.0"]
    done = runner.invoke(app, ["leaderboard", str(path), "--out", str(tmp_path), *options])
    assert done.exit_code == 0, done.output
    page = (tmp_path / "space" / "index.html").read_text(encoding="utf-8")
    assert "<h1>Ours</h1>" in page and "datasets/lab/results" in page
    assert '"version": "2.0.0"' in (tmp_path / "space" / "receipt.json").read_text()
