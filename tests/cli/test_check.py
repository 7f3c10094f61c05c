"""`equimask check`: the proof of a model as a table."""

from __future__ import annotations

import json
from pathlib import Path

from typer.testing import CliRunner

from equimask.cli.main import app
from tests import tiny

RUN = CliRunner()


def test_a_good_model_is_told_line_by_line() -> None:
    result = RUN.invoke(app, ["check", "embedded"], env={"COLUMNS": "100"})
    assert result.exit_code == 0
    for told in ("can be scored", "safetensors", "every token sees", "at its own place"):
        assert told in result.stdout


def test_a_refused_model_ends_with_1_and_what_to_do(tmp_path: Path) -> None:
    tokenizer = tiny.wordpiece_tokenizer()
    model = tiny.tiny_bert(len(tokenizer))
    model.config.is_decoder = True
    folder = tiny.save(tmp_path / "decoder", model, tokenizer)
    result = RUN.invoke(app, ["check", str(folder), "--json"])
    assert result.exit_code == 1
    refused = [row for row in json.loads(result.stdout) if row["verdict"] == "refused"]
    assert [row["what"] for row in refused] == ["direction"]
    assert "is_decoder" in refused[0]["fix"]


def test_code_of_its_own_is_asked_for_by_name(tmp_path: Path) -> None:
    tokenizer = tiny.wordpiece_tokenizer()
    folder = tiny.save(tmp_path / "own", tiny.tiny_bert(len(tokenizer)), tokenizer)
    path = folder / "config.json"
    own = {"model_type": "own", "auto_map": {"AutoModelForMaskedLM": "modeling_own.Own"}}
    path.write_text(json.dumps({**json.loads(path.read_text()), **own}))
    result = RUN.invoke(app, ["check", str(folder), "--json"])
    assert result.exit_code == 1
    assert "--trust-remote-code" in json.loads(result.stdout)[0]["fix"]
