"""Every folder in metrics/ keeps the contract; a new one is tested the moment it exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml
from datasets.naming import camelcase_to_snakecase

from equimask.schema import METRIC_COLUMNS
from equimask.version import __version__

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = sorted(path for path in (ROOT / "metrics").iterdir() if path.is_dir())
HEADINGS = (
    "Metric description",
    "How to use",
    "Inputs",
    "Output values",
    "Published values",
    "Published and corrected protocol",
    "Limitations and bias",
    "Citation",
    "Further references",
)


@pytest.fixture(params=FOLDERS, ids=lambda folder: folder.name)
def folder(request: pytest.FixtureRequest) -> Path:
    return request.param


def test_there_are_metrics() -> None:
    assert {"s_jsd", "cps"} <= {folder.name for folder in FOLDERS}


def test_folder_file_class_and_schema_share_one_name(folder: Path) -> None:
    source = (folder / f"{folder.name}.py").read_text(encoding="utf-8")
    classes = re.findall(r"^class (\w+)\(equimask\.metric\.BiasMetric\)", source, re.MULTILINE)
    assert [camelcase_to_snakecase(name) for name in classes] == [folder.name]
    assert f'metric = "{folder.name}"' in source
    assert folder.name in METRIC_COLUMNS


def test_the_module_is_a_shell_without_arithmetic(folder: Path) -> None:
    source = (folder / f"{folder.name}.py").read_text(encoding="utf-8")
    assert len(source.splitlines()) <= 80
    assert re.findall(r"^import (\w+)", source, re.MULTILINE) == ["equimask"]
    assert "def " not in source


def test_the_card_has_the_fixed_headings_and_space_metadata(folder: Path) -> None:
    card = (folder / "README.md").read_text(encoding="utf-8")
    _, front, body = card.split("---\n", 2)
    metadata = yaml.safe_load(front)
    assert {"evaluate", "metric"} <= set(metadata["tags"])
    assert metadata["sdk"] == "gradio"
    assert metadata["title"]
    found = re.findall(r"^## (.+)$", body, re.MULTILINE)
    assert [heading for heading in HEADINGS if heading not in found] == []


def test_the_card_names_range_neutral_point_and_every_column(folder: Path) -> None:
    card = (folder / "README.md").read_text(encoding="utf-8")
    assert "neutral" in card.lower()
    assert "range" in card.lower()
    for column in METRIC_COLUMNS[folder.name]:
        assert f"`{column}`" in card


def test_the_space_is_pinned_to_the_package_version(folder: Path) -> None:
    requirements = (folder / "requirements.txt").read_text(encoding="utf-8").split()
    assert f"equimask=={__version__}" in requirements
