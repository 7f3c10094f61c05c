"""What a word is, in scripts with and without spaces."""

from __future__ import annotations

import re
import unicodedata
from itertools import takewhile

NAME = "{name}"

# Vowel signs and tone marks are part of a word, though Python's \w does not match them.
_MARKS = (
    r"\u0300-\u036f\u064b-\u065f\u0670\u0900-\u0903\u093a-\u094f\u0951-\u0957\u0962\u0963"
    r"\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u200c\u200d"
)
_LETTER = rf"[\w{_MARKS}]"
_WORD = re.compile(rf"\{{name\}}|{_LETTER}+(?:[-’']{_LETTER}{{2,}})*")


def find_words(text: str) -> list[re.Match[str]]:
    """The words of a sentence in a script with spaces, a `{name}` slot among them."""
    return list(_WORD.finditer(text))


def replace_word(text: str, word: str, by: str, spaced: bool) -> str | None:
    """The text with `by` for `word`; None if the word does not stand there exactly once."""
    pattern = re.escape(word)
    if spaced:
        pattern = rf"(?<!{_LETTER}){pattern}(?!{_LETTER})"
    replaced, count = re.subn(pattern, lambda _: by, text)
    return replaced if count == 1 else None


def difference(one: str, other: str, spaced: bool) -> set[str]:
    """The words that only one of two sentences has; without spaces, what lies between the shared
    beginning and the shared end.
    """
    if spaced:
        return {m.group() for m in find_words(one)} ^ {m.group() for m in find_words(other)}
    start = _shared_beginning(one, other)
    while any(_is_mark(text[start : start + 1]) for text in (one, other)):
        start -= 1  # a vowel sign or tone mark stays with its letter
    end = _shared_beginning(one[start:][::-1], other[start:][::-1])
    return {text[start : len(text) - end] for text in (one, other)} - {""}


def _is_mark(letter: str) -> bool:
    return letter != "" and unicodedata.category(letter).startswith("M")


def _shared_beginning(one: str, other: str) -> int:
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
