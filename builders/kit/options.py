"""What a builder's `rows` is told, and where it says what it changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType


@dataclass(frozen=True)
class BuildOptions:
    """Choices of one build; `note` counts repairs and drops for the receipt."""

    languages: tuple[str, ...] = ()
    redistributable_only: bool = False
    extra: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))
    notes: Counter[tuple[str, str, str]] = field(default_factory=Counter)

    def wants(self, language: str) -> bool:
        """Whether this build includes `language`; no choice means every language."""
        return not self.languages or language in self.languages

    def note(self, kind: str, subject: str, what: str, count: int = 1) -> None:
        """Count something for the receipt: kind `repaired` or `dropped`, of which source, what."""
        if count:
            self.notes[kind, subject, what] += count
