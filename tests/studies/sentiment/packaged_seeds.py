"""The seed words that ship with the package."""

from __future__ import annotations

from equimask.core.packaged import packaged_text
from equimask.studies.sentiment.observations import parse_seeds


def packaged_seeds(lang: str) -> dict[str, int]:
    return parse_seeds(packaged_text("sentiment_seeds", f"{lang}.tsv"))
