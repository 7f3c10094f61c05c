"""The real sources, where they are at hand, and the receipts of the committed builds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest


def real_sources(shared: Path, part: str) -> Path:
    """The folder of all sources, if it has this part."""
    folder = shared / "sources"
    if not (folder / part).is_dir():
        pytest.skip(f"no {part} among the shared sources")
    return folder


def committed_receipt(root: Path, dataset: str) -> dict[str, Any]:
    path = root / "datasets" / dataset / "receipt.json"
    return dict(json.loads(path.read_text(encoding="utf-8")))
