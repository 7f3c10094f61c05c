"""`python -m builders`: what it refuses before any work is done, and what it proves after."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from builders.__main__ import main
from builders.politician_completions.options import ModelChoice


def test_a_file_as_output_folder_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "taken"
    file.write_text("mine")
    assert main(["equimask_pairs", "--out", str(file)]) == 2
    assert "a folder for --out" in capsys.readouterr().err
    assert file.read_text() == "mine"


def test_a_shortened_option_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["equimask_pairs", "--lang", "de"])
    assert stop.value.code == 2
    assert "--lang" in capsys.readouterr().err


def test_a_model_for_an_unknown_language_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["politician_completions", "--politicians", "x", "--model", "no-tag=org/name"]
    with pytest.raises(SystemExit):
        main(arguments)
    assert "language codes before '=', got 'no-tag'" in capsys.readouterr().err
    assert ModelChoice("runs/lr=3/model").languages == ()
    assert ModelChoice("en,fr=org/name").languages == ("en", "fr")


def test_verify_builds_elsewhere_and_compares_with_the_receipt(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = ["--out", str(tmp_path), "--language", "fi", "--language", "hi"]
    assert main(["gender_lexicon", *out]) == 0
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    assert main(["gender_lexicon", "--verify", *out]) == 0
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before

    receipt = json.loads((tmp_path / "receipt.json").read_text(encoding="utf-8"))
    receipt["configs"]["fi"]["content_hash"] = "0" * 64
    (tmp_path / "receipt.json").write_text(json.dumps(receipt), encoding="utf-8")
    assert main(["gender_lexicon", "--verify", *out]) == 2
    assert "got other content in fi." in capsys.readouterr().err
