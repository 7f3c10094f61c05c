"""Every folder in datasets/ keeps the contract; a new one is tested the moment it exists."""

from __future__ import annotations

import itertools
import json
import re
from pathlib import Path
from typing import Any, cast

import huggingface_hub
import pytest
import yaml

from builders.__main__ import load_builder
from equimask.build.run import Builder, build
from equimask.build.sources import read_sources
from equimask.languages import LANGUAGES
from equimask.schema import DATASET_COLUMNS, EXTRA_CONFIGS

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = sorted(path.parent for path in (ROOT / "datasets").glob("*/receipt.json"))
TEMPLATE = Path(huggingface_hub.__file__).parent / "templates" / "datasetcard_template.md"

each_folder = pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.name)


def card(folder: Path) -> tuple[dict[str, Any], str]:
    _, header, body = (folder / "README.md").read_text(encoding="utf-8").split("---\n", 2)
    return yaml.safe_load(header), body


def receipt(folder: Path) -> dict[str, Any]:
    return dict(json.loads((folder / "receipt.json").read_text(encoding="utf-8")))


def headings(text: str) -> list[str]:
    return [line for line in text.splitlines() if re.match(r"#{2,4} ", line)]


def test_there_are_datasets() -> None:
    names = {folder.name for folder in FOLDERS}
    assert {"crows_pairs_multilingual", "equimask_pairs"} <= names


def test_no_python_lies_under_datasets() -> None:
    # datasets/__init__.py would shadow the library, <name>/<name>.py would break load_dataset
    assert list((ROOT / "datasets").rglob("*.py")) == []


@each_folder
def test_the_card_has_every_heading_of_the_hub_template_in_order(folder: Path) -> None:
    wanted = headings(TEMPLATE.read_text(encoding="utf-8"))
    _, body = card(folder)
    assert [line for line in headings(body) if line in wanted] == wanted
    assert "[More Information Needed]" not in body
    assert "{%" not in body


@each_folder
def test_the_metadata_declares_what_the_receipt_counts(folder: Path) -> None:
    header, _ = card(folder)
    built = receipt(folder)
    assert header["language"] == list(built["configs"])
    extra = built.get("extra_configs", {})
    assert list(extra) == list(EXTRA_CONFIGS.get(folder.name, {}))
    facts = {**built["configs"], **extra}
    columns = dict.fromkeys(built["configs"], DATASET_COLUMNS[folder.name])
    columns |= EXTRA_CONFIGS.get(folder.name, {})
    assert [config["config_name"] for config in header["configs"]] == list(facts)
    assert [c["config_name"] for c in header["configs"] if c.get("default")] == ["en"]
    for config, info in zip(header["configs"], header["dataset_info"], strict=True):
        name = config["config_name"]
        assert info["config_name"] == name
        assert config["data_files"][0]["path"] == f"data/{name}.parquet"
        assert [f["name"] for f in info["features"]] == list(columns[name])
        (split,) = info["splits"]
        assert split["num_examples"] == facts[name]["rows"]
    assert header["license"] != "other" or header["license_link"]


@each_folder
def test_tables_have_no_holes(folder: Path) -> None:
    _, body = card(folder)
    lines = body.splitlines()
    for before, line in itertools.pairwise(lines):
        if re.fullmatch(r"\|(-+\|)+", line):
            assert before.count("|") == line.count("|"), f"no heading right above {line}"


@each_folder
def test_the_receipt_is_complete_and_of_no_machine(folder: Path) -> None:
    built = receipt(folder)
    sources = read_sources(ROOT / "builders" / folder.name / "source.toml")
    assert (built["dataset"], built["version"]) == (folder.name, sources.version)
    assert built["options"]["languages"] == [], "committed from a part of the languages"
    declared = {file.name: file for file in sources.files}
    for source in built["sources"]:
        assert re.fullmatch(r"[0-9a-f]{64}", source["sha256"])
        if source["name"].startswith("datasets/"):  # made from another dataset of the project
            assert (ROOT / source["name"]).parent.is_dir()
            continue
        file = declared[source["name"]]
        assert file.packaged or source["sha256"] == file.sha256
    assert built["rows"] == sum(config["rows"] for config in built["configs"].values())
    assert set(built["configs"]) <= set(LANGUAGES)
    text = json.dumps(built)
    assert not re.search(r'"(/|[A-Z]:\\|~)', text), "a path of a machine"
    assert not re.search(r"\b20\d\d-\d\d-\d\d", text), "a clock"


@each_folder
def test_the_card_says_so_when_it_must_not_be_published(folder: Path) -> None:
    _, body = card(folder)
    assert ("must not be published" in body) is not receipt(folder)["redistributable"]


@each_folder
def test_what_ships_in_the_package_is_committed_up_to_date(folder: Path, tmp_path: Path) -> None:
    builder = ROOT / "builders" / folder.name
    if not all(file.packaged for file in read_sources(builder / "source.toml").files):
        pytest.skip("needs its public sources")
    if not hasattr(load_builder(folder.name), "rows"):
        pytest.skip("has a command of its own")
    rebuilt = build(builder, cast(Builder, load_builder(folder.name)), tmp_path)
    assert receipt(folder)["content_hash"] == rebuilt["content_hash"], (
        f"rebuild it: python -m builders {folder.name}"
    )
