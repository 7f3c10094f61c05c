"""A sentence cut into words and marks, as the agreement rules see it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache

from equimask.core.languages import get_language
from equimask.gender.lexicon.types import Token

APOSTROPHES = "'\u2019\u02bc\u2018"
HYPHENS = "-\u2010\u2011"
# The joiners inside a Hindi word.
_JOINERS = "\u200c\u200d"
# An elided word keeps its apostrophe: l' | homme, d' | elle, dell' | uomo.
_ELIDING = frozenset({"fr", "it", "pt", "es"})
# Thai vowels that are written before and behind the consonant that they belong to.
_THAI_LEADING, _THAI_TRAILING = "เแโใไ", "ะาำๅ"
_KATAKANA = range(0x30A1, 0x30FF)


@lru_cache(maxsize=1)
def _marks() -> str:
    """Combining marks as a character class; `\\w` leaves them out, and Hindi words hold them."""
    codes = [c for c in range(0x300, 0x3100) if unicodedata.category(chr(c)) in ("Mn", "Mc")]
    ranges: list[list[int]] = []
    for code in codes:
        if ranges and code == ranges[-1][1] + 1:
            ranges[-1][1] = code
        else:
            ranges.append([code, code])
    return "".join(f"{chr(first)}-{chr(last)}" for first, last in ranges)


def letter_class() -> str:
    """The inside of a character class that holds whatever a word is written with."""
    return rf"\w{_marks()}{_JOINERS}"


@lru_cache(maxsize=32)
def _pattern(lang: str) -> re.Pattern[str]:
    letter = f"[{letter_class()}]"
    number = r"\d+(?:[.,:]\d+)*"
    if not get_language(lang).spaced:
        latin = r"[0-9A-Za-z]+"
        return re.compile(rf"{number}|{latin}|{letter}|\S")
    joint = rf"[{HYPHENS}]?{letter}"
    word = rf"{letter}+(?:[{HYPHENS}]{letter}+)*"
    if lang in _ELIDING:
        elided = rf"{letter}+[{APOSTROPHES}](?={letter})"
        return re.compile(rf"{elided}|{number}(?!{joint})|{word}|\S")
    enclitic = rf"(?<={letter})[{APOSTROPHES}]{letter}+"
    return re.compile(rf"{number}(?!{joint})|{word}|{enclitic}|\S")


@lru_cache(maxsize=8)  # a swap asks once for each of the gender words of its sentence
def tokenize(sentence: str, lang: str) -> tuple[Token, ...]:
    """Words and punctuation marks in order.

    Words joined by hyphens are one token (`32-jährige`), an elided article keeps its apostrophe
    (`l'`, `homme`), an English enclitic takes it along (`king`, `'s`). Scripts without spaces
    are cut into characters.
    """
    return tuple(
        Token(match.group(), match.start(), match.end())
        for match in _pattern(lang).finditer(sentence)
    )


def pieces_of(text: str, spaced: bool) -> Iterator[Token]:
    """Runs of letters and digits; single characters in a script without spaces.

    Unlike tokens they hold no hyphen, no apostrophe and no punctuation mark.
    """
    start = None
    for at, character in enumerate(text):
        inside = unicodedata.category(character)[0] in "LMN" or character in _JOINERS
        if inside and not spaced:
            yield Token(character, at, at + 1)
        elif inside and start is None:
            start = at
        elif not inside and start is not None:
            yield Token(text[start:at], start, at)
            start = None
    if start is not None:
        yield Token(text[start:], start, len(text))


def is_whole(text: str, start: int, end: int, lang: str) -> bool:
    """Whether what stands at [start, end) does not go on before or after, by its script."""
    before, after = text[start - 1 : start], text[end : end + 1]
    if after and unicodedata.category(after)[0] == "M":  # a mark belongs to the letter before it
        return False
    if lang == "th":
        return not (before and before in _THAI_LEADING) and not (after and after in _THAI_TRAILING)
    if lang == "ja":
        return not (_is_katakana(before) and _is_katakana(text[start])) and not (
            _is_katakana(text[end - 1]) and _is_katakana(after)
        )
    return True


def isolate(tokens: Iterable[Token], start: int, end: int) -> tuple[tuple[Token, ...], int, int]:
    """The tokens with [start, end) cut free where a hyphen joins it; its first and last index.

    What is written together without a hyphen (an Arabic proclitic) stays one token.
    """
    pieces: list[Token] = []
    first, last = -1, -1
    for token in tokens:
        if token.end <= start or token.start >= end:
            pieces.append(token)
            continue
        before, inside, after = _cut(token, start, end)
        pieces += before
        first = len(pieces) if first < 0 else first
        pieces.append(inside)
        last = len(pieces) - 1
        pieces += after
    return tuple(pieces), first, last


def merge(tokens: Iterable[Token], sentence: str, start: int, end: int) -> Iterator[Token]:
    """The tokens with all those inside [start, end) as one, for scripts without spaces."""
    done = False
    for token in tokens:
        if token.end <= start or token.start >= end:
            yield token
        elif not done:
            done = True
            yield Token(sentence[start:end], start, end)


def _cut(token: Token, start: int, end: int) -> tuple[list[Token], Token, list[Token]]:
    left, right = max(start, token.start), min(end, token.end)
    before: list[Token] = []
    after: list[Token] = []
    if left > token.start and token.text[left - token.start - 1] in HYPHENS:
        head = token.text[: left - token.start]
        before = [
            Token(head[:-1], token.start, left - 1),
            Token(head[-1], left - 1, left),
        ]
    else:
        left = token.start
    if right < token.end and token.text[right - token.start] in HYPHENS:
        tail = token.text[right - token.start :]
        after = [Token(tail[0], right, right + 1), Token(tail[1:], right + 1, token.end)]
    else:
        right = token.end
    text = token.text[left - token.start : right - token.start]
    return before, Token(text, left, right), after


def _is_katakana(character: str) -> bool:
    """A loan word that stands inside a longer one is no word: スミス holds no ミス."""
    return bool(character) and ord(character) in _KATAKANA and character != "・"
