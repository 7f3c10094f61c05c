"""Finished work on disk: read again as long as nothing that it came from has moved.

For what is no score: cells of audits are kept by the audit itself (`audit(out=...)`).
"""

from __future__ import annotations

import json
import re
import warnings
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from equimask.core.errors import printable
from equimask.core.files import sealed, unsealed, write_atomically
from equimask.core.signature import content_hash
from equimask.version import __version__


class Kept:
    """Values that JSON has, a file for each; without a folder nothing is kept."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._told = False

    def once(self, name: str, comes_from: Mapping[str, object], compute: Callable[[], Any]) -> Any:
        """The value as JSON gives it back: kept, or else computed and kept.

        `comes_from` is all that could change it: model identity, content of the data, options.
        """
        if self._folder is None:
            return _plain(compute())
        parts = {**comes_from, "equimask": __version__}
        digest = content_hash(f"{key}={parts[key]}" for key in sorted(parts))
        file = self._folder / f"{re.sub(r'[^A-Za-z0-9_.-]+', '_', name)[:80]}-{digest}.json"
        there = file.is_file()
        text = unsealed(digest, file.read_bytes()) if there else None
        if text is None:
            if there:
                self._tell_damaged(file)
            text = json.dumps(compute(), ensure_ascii=False).encode()
            self._folder.mkdir(parents=True, exist_ok=True)
            write_atomically(self._folder / ".gitignore", b"*\n")
            write_atomically(file, sealed(digest, text))
        return json.loads(text)

    def _tell_damaged(self, file: Path) -> None:
        if not self._told:
            self._told = True
            name = printable(str(file))
            warnings.warn(
                f"{name} is damaged: whatever is kept and not as it was written is made anew",
                stacklevel=3,
            )


def _plain(value: Any) -> Any:
    """The same whether it comes from a file or not: lists for tuples, texts for keys."""
    return json.loads(json.dumps(value, ensure_ascii=False))
