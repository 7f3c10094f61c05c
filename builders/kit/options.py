"""What a build is asked for, and where a builder says what it changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any


@dataclass(frozen=True)
class BuildOptions:
    """Choices of one build; `note` counts repairs and drops for the receipt.

    `extra` has the builder's own options, first as the command line gave them, then as the
    receipt tells them; `own` is what the builder's `read_options` made of them.
    """

    languages: tuple[str, ...] = ()
    redistributable_only: bool = False
    source: Path | None = None
    cache: Path | None = None
    extra: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    own: Any = None
    notes: Counter[tuple[str, str, str]] = field(default_factory=Counter)

    def wants(self, language: str) -> bool:
        """Whether this build includes `language`; no choice means every language."""
        return not self.languages or language in self.languages

    def note(self, kind: str, subject: str, what: str, count: int = 1) -> None:
        """Count something for the receipt: kind `repaired` or `dropped`, of which source, what."""
        if count:
            self.notes[kind, subject, what] += count
