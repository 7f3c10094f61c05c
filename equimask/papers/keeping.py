"""Finished work on disk: read again as long as nothing that it came from has moved.

For what is no score: cells of audits are kept by the audit itself (`audit(out=...)`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from equimask.core.files import sha256, write_atomically
from equimask.core.signature import content_hash
from equimask.version import __version__


class Kept:
    """Values that JSON has, a file for each; without a folder nothing is kept."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    def once(self, name: str, comes_from: Mapping[str, object], compute: Callable[[], Any]) -> Any:
        """The value as JSON gives it back: kept, or else computed and kept.

        `comes_from` is all that could change it: model identity, content of the data, options.
        """
        if self._folder is None:
            return _plain(compute())
        parts = {**comes_from, "equimask": __version__}
        digest = content_hash(f"{key}={parts[key]}" for key in sorted(parts))
        file = self._folder / f"{re.sub(r'[^A-Za-z0-9_.-]+', '_', name)[:80]}-{digest}.json"
        found = _read(file)
        if found is None:
            found = {"value": _plain(compute())}
            self._folder.mkdir(parents=True, exist_ok=True)
            write_atomically(self._folder / ".gitignore", b"*\n")
            text = json.dumps(found["value"], ensure_ascii=False)
            content = {"sha256": sha256(text.encode()), "value": found["value"]}
            write_atomically(file, json.dumps(content, ensure_ascii=False).encode() + b"\n")
        return found["value"]


def _plain(value: Any) -> Any:
    """The same whether it comes from a file or not: lists for tuples, texts for keys."""
    return json.loads(json.dumps(value, ensure_ascii=False))


def _read(file: Path) -> dict[str, Any] | None:
    """None where it is not there, or not as it was written."""
    try:
        content = json.loads(file.read_text(encoding="utf-8"))
        text = json.dumps(content["value"], ensure_ascii=False)
        return content if content["sha256"] == sha256(text.encode()) else None
    except (OSError, ValueError, LookupError, TypeError):
        return None
