"""Every folder in builders/ keeps the contract; a new one is tested the moment it exists."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from builders.__main__ import builder_names, load_builder, main
from builders.kit.sources import read_sources
from equimask.core.schema import DATASET_COLUMNS

ROOT = Path(__file__).resolve().parents[2]
BUILDERS = ROOT / "builders"
# What builds a table of rows; others, such as a model, have their own command.
TABLES = [
    name
    for name in builder_names()
    if hasattr(load_builder(name), "rows") or hasattr(load_builder(name), "stream")
]
IMPURE = {"datetime", "httpx", "os", "random", "requests", "socket", "subprocess", "time", "urllib"}


def test_there_are_builders() -> None:
    assert {"crows_pairs_multilingual", "equimask_pairs", "parallel_gender_sentences"} <= set(
        TABLES
    )


@pytest.mark.parametrize("name", builder_names())
def test_a_builder_has_rows_or_its_own_run(name: str) -> None:
    module = load_builder(name)
    streams = hasattr(module, "choose") and hasattr(module, "stream")
    assert hasattr(module, "rows") or streams or hasattr(module, "run")


@pytest.mark.parametrize("name", TABLES)
def test_the_declared_sources_are_complete(name: str) -> None:
    sources = read_sources(BUILDERS / name / "source.toml")
    assert sources.dataset == name
    assert name in DATASET_COLUMNS
    assert sources.files
    for file in sources.files:
        assert file.licence
        assert file.packaged or file.citation, f"{file.name} is cited nowhere"
        assert file.redistributable or file.note, f"say why {file.name} may not be passed on"


@pytest.mark.parametrize("name", TABLES)
def test_the_card_has_metadata_for_the_hub(name: str) -> None:
    card = read_sources(BUILDERS / name / "source.toml").card
    for key in ("pretty_name", "license", "tags", "task_categories", "source_datasets"):
        assert card.get(key), f"[card] of {name} lacks {key}"
    assert "fill-mask" in card["task_categories"]


@pytest.mark.parametrize("name", TABLES)
def test_the_transform_is_pure(name: str) -> None:
    for path in (BUILDERS / name).glob("*.py"):
        imported = set()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                imported |= {alias.name.split(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                imported.add((node.module or "").split(".")[0])
        assert not imported & IMPURE, f"{path.name} imports {imported & IMPURE}"


def test_help_lists_every_builder() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "builders", "--help"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    text = " ".join(done.stdout.split())
    assert all(name in text for name in builder_names())
    for option in ("--source", "--out", "--language", "--cache", "--redistributable-only"):
        assert option in text
    assert "--card-only" in text


def test_an_unknown_builder_is_refused_with_near_matches(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["equimask_pear"]) == 2
    assert "equimask_pairs" in capsys.readouterr().err


def test_the_command_builds_a_folder(tmp_path: Path) -> None:
    assert main(["equimask_pairs", "--out", str(tmp_path), "--language", "en"]) == 0
    made = {path.name for path in tmp_path.iterdir()}
    assert made - {"figures"} == {"README.md", "data", "receipt.json"}
    assert [path.name for path in (tmp_path / "data").iterdir()] == ["en.parquet"]
