"""What the tests of cards share: the folders that have one, its headings, links and pictures."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from huggingface_hub import DatasetCard, SpaceCard

from builders.kit.receipt import HOME

ROOT = Path(__file__).resolve().parents[2]
DATASETS = sorted(path.parent for path in (ROOT / "datasets").glob("*/receipt.json"))
METRICS = sorted(path for path in (ROOT / "metrics").iterdir() if path.is_dir())
PAPER = re.compile(r"https://(doi\.org|aclanthology\.org|arxiv\.org/abs)/\S+")

each_dataset = pytest.mark.parametrize("folder", DATASETS, ids=lambda path: path.name)
each_metric = pytest.mark.parametrize("folder", METRICS, ids=lambda path: path.name)
each_card = pytest.mark.parametrize("folder", [*DATASETS, *METRICS], ids=lambda path: path.name)

CODE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)")


def dataset_card(folder: Path) -> DatasetCard:
    return DatasetCard.load(folder / "README.md")


def metric_card(folder: Path) -> SpaceCard:
    return SpaceCard.load(folder / "README.md")


def receipt(folder: Path) -> dict[str, Any]:
    return dict(json.loads((folder / "receipt.json").read_text(encoding="utf-8")))


def words(folder: Path) -> str:
    """The text of a card without its metadata and its code."""
    _, _, body = (folder / "README.md").read_text(encoding="utf-8").split("---\n", 2)
    return CODE.sub("", body)


def headings(text: str) -> list[str]:
    return re.findall(r"^#{2,4} .+$", text, re.MULTILINE)


def section(text: str, heading: str) -> str:
    """What stands below a heading, up to the next one."""
    return re.split(r"^#{2,4} ", text.partition(f"{heading}\n")[2], maxsplit=1, flags=re.MULTILINE)[
        0
    ]


def links(text: str) -> list[str]:
    """The targets of links, pictures left out."""
    return [target for picture, _, target in _LINK.findall(text) if not picture]


def pictures(text: str) -> dict[str, str]:
    """The words that stand for a picture, by its address."""
    return {target: alt for picture, alt, target in _LINK.findall(text) if picture}


def linked(text: str, room: str) -> set[str]:
    """The folders of `room` (metrics, datasets or builders) that a card links to."""
    begin = f"{HOME}/{room}/"
    return {target.removeprefix(begin) for target in links(text) if target.startswith(begin)}
