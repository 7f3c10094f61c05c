"""One spelling for what may be written in several, with the way back to the original offsets."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from equimask.gender.lexicon.tokens import APOSTROPHES, HYPHENS

_VARIANTS = re.compile(f"[{APOSTROPHES[1:]}{HYPHENS[1:]}]")
_ONE_TO_ONE = str.maketrans({**dict.fromkeys(APOSTROPHES, "'"), **dict.fromkeys(HYPHENS, "-")})
# Short vowels, doubling and the stretching stroke, which Arabic texts may add to any word.
ARABIC_MARKS = frozenset(map(chr, [*range(0x64B, 0x653), 0x670, 0x640]))
_SPELLINGS = str.maketrans({"œ": "oe", "æ": "ae", "ё": "е", "ँ": "ं", **dict.fromkeys(ARABIC_MARKS)})
# Jamo that melt into the syllable before them although they are no combining marks.
_JAMO = range(0x1160, 0x1200)


@dataclass(frozen=True)
class View:
    """A text and, where lengths differ, for each of its offsets the one in the original."""

    text: str
    offsets: tuple[int, ...] | None = None

    def original(self, offset: int) -> int:
        """The offset in the original text."""
        return offset if self.offsets is None else self.offsets[offset]


def composed(text: str) -> View:
    """The text in NFC."""
    if unicodedata.is_normalized("NFC", text):
        return View(text)
    pieces: list[str] = []
    offsets: list[int] = []
    start = 0
    for end in range(1, len(text) + 1):
        if end < len(text) and _continues(text[end]):
            continue
        piece = unicodedata.normalize("NFC", text[start:end])
        pieces.append(piece)
        offsets += [start] * len(piece)
        start = end
    return View("".join(pieces), (*offsets, len(text)))


def lowered(text: str) -> str:
    """The text in lower case, with one apostrophe and one hyphen, as long as before."""
    lower = text.lower()
    if len(lower) != len(text):  # İ is the one letter that grows in lower case
        lower = "".join(c.lower() if len(c.lower()) == 1 else c for c in text)
    return lower.translate(_ONE_TO_ONE) if _VARIANTS.search(lower) else lower


def fold(text: str) -> str:
    """The text in lower case and NFC, with one spelling where a script allows several.

    Its length may differ: words are compared by it, not found.
    """
    return unicodedata.normalize("NFC", text.lower()).translate(_SPELLINGS)


def without_arabic_marks(text: str) -> View:
    """Arabic text without short vowels and stretching."""
    if ARABIC_MARKS.isdisjoint(text):
        return View(text)
    kept = [index for index, c in enumerate(text) if c not in ARABIC_MARKS]
    return View("".join(text[index] for index in kept), (*kept, len(text)))


def _continues(character: str) -> bool:
    return unicodedata.category(character)[0] == "M" or ord(character) in _JAMO
