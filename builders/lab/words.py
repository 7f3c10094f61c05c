"""What a word is, in scripts with and without spaces."""

from __future__ import annotations

import re

NAME = "{name}"

# Vowel signs and tone marks are part of a word, though Python's \w does not match them.
_MARKS = (
    r"\u0300-\u036f\u064b-\u065f\u0670\u0900-\u0903\u093a-\u094f\u0951-\u0957\u0962\u0963"
    r"\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u200c\u200d"
)
_LETTER = rf"[\w{_MARKS}]"
_SPACED = re.compile(rf"\{{name\}}|{_LETTER}+(?:[-’']{_LETTER}{{2,}})*")
# Without spaces two letters, each with its marks, stand for a word.
_UNSPACED = re.compile(rf"\{{name\}}|(?:\w[{_MARKS}]*){{1,2}}")


def find_words(text: str, spaced: bool) -> list[re.Match[str]]:
    """The words of a sentence, a `{name}` slot among them."""
    return list((_SPACED if spaced else _UNSPACED).finditer(text))


def replace_word(text: str, word: str, by: str, spaced: bool) -> str | None:
    """The text with `by` for `word`; None if the word does not stand there exactly once."""
    pattern = re.escape(word)
    if spaced:
        pattern = rf"(?<!{_LETTER}){pattern}(?!{_LETTER})"
    replaced, count = re.subn(pattern, lambda _: by, text)
    return replaced if count == 1 else None
