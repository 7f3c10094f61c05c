"""The pair-quality audit over all pairs of a language, as counts for receipt and card."""

from __future__ import annotations

from collections import Counter
from typing import Any

from equimask.gender.finder import GenderWords
from equimask.gender.pair_audit import FLAGS, audit_pair


class AuditCounts:
    """Audits gender pairs as they pass; it keeps counts, no pairs.

    Only flags that a pair earns by itself: repetitions and labels are not looked at.
    """

    def __init__(self, lang: str) -> None:
        self._words = GenderWords.load(lang)
        self._flags: Counter[str] = Counter()
        self._pairs = self._clean = 0

    def add(self, male: str, female: str) -> None:
        """Audit one pair."""
        flags = audit_pair(male, female, self._words)
        self._pairs += 1
        self._clean += not flags
        self._flags.update(flags)

    def summary(self) -> dict[str, Any]:
        """How many pairs there are, how many have no flag, and how often each flag occurs."""
        flags = {flag: self._flags[flag] for flag in FLAGS if self._flags[flag]}
        return {"pairs": self._pairs, "clean": self._clean, "flags": flags}
