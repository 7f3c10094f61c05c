"""Rows straight from a builder, without a dataset folder."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from builders.kit.builder import Builder, BuildOptions


class Made(NamedTuple):
    """What a builder gives and says."""

    rows: list[dict[str, Any]]
    summary: dict[str, Any]
    options: BuildOptions


def made(builder: Builder, files: Mapping[str, Path], *languages: str, **extra: Any) -> Made:
    """All rows from these files."""
    options = builder.ready(BuildOptions(languages=languages, extra=extra))
    summary: dict[str, Any] = {}
    rows = [dict(row) for row in builder.rows(files, options, summary)]
    return Made(rows, summary, options)


def written(folder: Path, files: Mapping[str, str | bytes]) -> dict[str, Path]:
    """Source files by name, with this content."""
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    return {name: folder / name for name in files}
