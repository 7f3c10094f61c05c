"""Small changes that should not move a score."""

from __future__ import annotations

from collections.abc import Sequence


def perturb(sentences: Sequence[str], kind: str | None) -> list[str]:
    """`last_character` removes each sentence's last character, as Steinborn et al. (Table 3) do."""
    if kind == "last_character":
        return [sentence[:-1] for sentence in sentences]
    return list(sentences)
