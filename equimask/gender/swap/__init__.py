"""The swap: a sentence with one gender word becomes a minimal pair that stays correct."""

from equimask.gender.lexicon.types import Edit, GenderWord, Refusal, Swap, WordPair
from equimask.gender.swap.edits import apply, revert
from equimask.gender.swap.lexicon import GenderLexicon

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
