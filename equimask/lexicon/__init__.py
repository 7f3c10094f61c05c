"""The gender lexicon: word pairs in many languages and the swap that keeps a sentence correct."""

from equimask.lexicon.edits import apply, revert
from equimask.lexicon.swap import GenderLexicon
from equimask.lexicon.types import Edit, GenderWord, Refusal, Swap, WordPair

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
