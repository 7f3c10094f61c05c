"""Where the data lie that were written for this project and ship with the package."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path


def packaged(*parts: str) -> Path:
    """A file or folder below `equimask/data`, whether it is there or not."""
    return Path(str(files("equimask"))).joinpath("data", *parts)


def packaged_text(*parts: str) -> str:
    """The text of a packaged file; empty where there is none."""
    path = packaged(*parts)
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def packaged_languages(folder: str) -> list[str]:
    """The languages that have a table in a packaged folder."""
    return sorted(path.stem for path in packaged(folder).glob("*.tsv"))
