"""The gender lexicon under the name by which users know it; it lives in `equimask.gender`."""

from equimask.gender.swap import (
    Edit,
    GenderLexicon,
    GenderWord,
    Refusal,
    Swap,
    WordPair,
    apply,
    revert,
)

__all__ = [
    "Edit",
    "GenderLexicon",
    "GenderWord",
    "Refusal",
    "Swap",
    "WordPair",
    "apply",
    "revert",
]
