"""The entries of one lexicon to one value per word; what is left out or joined is counted."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from pathlib import Path

from builders.kit.builder import BuildOptions
from builders.sentiment_lexicon.lexica import Lexicon
from equimask.gender.lexicon.tokens import APOSTROPHES, HYPHENS, letter_class
from equimask.studies.sentiment.observations import Kind, SourceLexicon, Value

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


MALFORMED = "malformed line or unknown value"
BOTH_SIDES = "on both sides of the lexicon"
JOINED = "entries of one word joined"


def read_lexicon(
    lexicon: Lexicon, files: Mapping[str, Path], options: BuildOptions
) -> SourceLexicon | None:
    """The lexicon, or None when not all of its files are at hand."""
    if not all(name in files for name in lexicon.files):
        return None
    subject = f"{lexicon.name} {lexicon.lang}"
    found: dict[str, list[list[Value]]] = {}
    for place, (name, read) in enumerate(lexicon.files.items()):
        for entry, value in read(files[name].read_bytes()):
            word = spelled(entry)
            reason = why_not(word, lexicon.lang) if value is not None else MALFORMED
            if reason or value is None:
                options.note("dropped", subject, reason)
                continue
            found.setdefault(word, [[] for _ in lexicon.files])[place].append(value)
    values: dict[str, Value] = {}
    for word, by_file in found.items():
        value = _joined(lexicon.kind, by_file)
        options.note("repaired", subject, JOINED, sum(map(len, by_file)) > 1)
        if value is None:
            options.note("dropped", subject, BOTH_SIDES)
        else:
            values[word] = value
    return SourceLexicon(lexicon.name, lexicon.kind, values, lexicon.levels)


def _joined(kind: Kind, by_file: list[list[Value]]) -> Value | None:
    """Sides must agree; votes are added; numbers are averaged.

    The two lists of InSet are the two sides of a pair: averaged each, then put together.
    """
    every = [value for group in by_file for value in group]
    if kind is Kind.BINARY:
        return every[0] if len(set(every)) == 1 else None
    if kind is Kind.COUNTS:
        return tuple(map(sum, zip(*every, strict=True)))
    means = [_mean(group) for group in by_file if group]
    return tuple(map(sum, zip(*means, strict=True)))


def _mean(values: list[Value]) -> Value:
    return tuple(sum(column) / len(values) for column in zip(*values, strict=True))
