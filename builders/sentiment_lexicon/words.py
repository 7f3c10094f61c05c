"""Which entries of a lexicon are words of its language, and how they are spelled here."""

from __future__ import annotations

import re
import unicodedata

from equimask.gender.lexicon.tokens import APOSTROPHES, HYPHENS, letter_class

# English words stand in the lexica of these languages; a word has a letter of the own script.
_SCRIPTS = {
    "ar": "\u0620-\u064a\u0671-\u06d3",
    "hi": "\u0904-\u0939\u0958-\u0961",
    "ru": "\u0400-\u04ff",
    "th": "\u0e01-\u0e2e",
    "zh": "\u3400-\u4dbf\u4e00-\u9fff",
}
_WORD = re.compile(rf"[{letter_class()}{APOSTROPHES}{re.escape(HYPHENS)}]+")
SEVERAL_WORDS = "several words"
NO_WORD = "not a word"
OTHER_SCRIPT = "not in the script of the language"


def spelled(entry: str) -> str:
    """An entry as it is looked up: NFC, lower case, no space around it."""
    return unicodedata.normalize("NFC", entry).strip().lower()


def why_not(word: str, lang: str) -> str:
    """Why a spelled entry is left out; nothing when it is a word of the language."""
    if re.search(r"[\s_]", word):
        return SEVERAL_WORDS
    if not _WORD.fullmatch(word) or not any(map(str.isalpha, word)):
        return NO_WORD
    script = _SCRIPTS.get(lang)
    return OTHER_SCRIPT if script and not re.search(f"[{script}]", word) else ""
