"""Without a network every command says what it could not get, from where, and what to do."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from builders.__main__ import main as build
from equimask.core.errors import ModelError
from equimask.models import load_mlm
from tests.hardening.test_wild_commands import run

# The suite runs with the Hub's client switched off (tests/conftest.py).
OFFLINE = (
    (("score", "cps", "lab/no-such-model", "-l", "de"), "'lab/no-such-model'", "a local folder"),
    (("score", "cps", "no-such-model", "-l", "de"), "'no-such-model'", "a local folder"),
    (("score", "cps", "m", "--data", "lab/pairs"), "'lab/pairs'", "offline, give a file"),
    (("score", "cps", "m", "--data", "lab/pairs", "-l", "de"), "'lab/pairs'", "give a file"),
    (("audit", "lab/no-such-model", "-l", "de"), "'lab/no-such-model'", "a local folder"),
)


@pytest.mark.parametrize(("arguments", "missing", "remedy"), OFFLINE)
def test_a_command_names_what_is_missing_and_what_to_do(
    arguments: tuple[str, ...],
    missing: str,
    remedy: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run(*arguments)
    message = " ".join(result.stderr.split())
    assert result.exit_code == 2
    assert message.startswith("error: Expected")
    assert missing in message
    assert remedy in message


@pytest.fixture
def deaf_address() -> str:
    """An address of this machine at which nobody listens."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{taken.getsockname()[1]}"


def test_a_hub_that_does_not_answer_is_told_in_the_same_words(
    deaf_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = f"{deaf_address}/{{repo_id}}/resolve/{{revision}}/{{filename}}"
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", False)
    monkeypatch.setattr("huggingface_hub.constants.ENDPOINT", deaf_address)
    monkeypatch.setattr("huggingface_hub.constants.HUGGINGFACE_CO_URL_TEMPLATE", files)
    monkeypatch.setattr("time.sleep", lambda seconds: None)  # between the client's tries
    with pytest.raises(ModelError, match=r"'lab/model' .*connect to.*offline, give a local folder"):
        load_mlm("lab/model")


@pytest.mark.parametrize(
    ("builder", "options", "missing"),
    [
        ("crows_pairs_multilingual", (), "cps_translated"),
        ("parallel_gender_sentences", ("--language", "de"), "TED2020"),
        ("ted_gender_pairs", ("--language", "de"), "TED2020"),
        ("sentiment_lexicon", ("--language", "de"), "unisent"),
    ],
)
def test_a_builder_names_the_file_its_address_and_the_way_around(
    builder: str,
    options: tuple[str, ...],
    missing: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    places = ["--out", str(tmp_path / "out"), "--cache", str(tmp_path / "cache")]
    assert build([builder, *options, *places]) == 2
    message = capsys.readouterr().err
    assert missing in message
    assert "https://" in message
    assert "--source" in message


def test_an_endpoint_that_does_not_answer_is_named(
    deaf_address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = build(["politicians", "--endpoint", deaf_address, "--out", str(tmp_path / "out")])
    assert code == 2
    assert deaf_address in capsys.readouterr().err
