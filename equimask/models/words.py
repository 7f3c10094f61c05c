"""Which tokens belong to one word, from character offsets or from the pieces' own marks."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Sequence

from equimask.core.scripts import unspaced


def words_by_offsets(
    text: str, offsets: Sequence[tuple[int, int]], special: Sequence[bool]
) -> tuple[int, ...]:
    """A running word number per token; a word is an unbroken run of letters, marks and digits.

    A piece that is only the space before a word (a bare `▁` or `Ġ`) belongs to that word.
    """
    words: list[int] = []
    previous: tuple[int, int] | None = None
    for (start, end), is_special in zip(offsets, special, strict=True):
        joined = (
            previous is not None
            and not is_special
            and start < end
            and start <= previous[1]
            and (
                start < previous[1]  # two pieces of one character
                or not text[slice(*previous)].strip()
                or _joins(text[start - 1], text[start])
            )
        )
        words.append(words[-1] if joined else len(words))
        previous = None if is_special else (start, end)
    return _renumber(words)


def words_by_marks(pieces: Sequence[str], alone: Sequence[bool], style: str) -> tuple[int, ...]:
    """For tokenizers without offsets: read `##x`, `x@@`, `x</w>`, `▁x`, or single letters.

    `alone` marks the tokens that are never part of a word, such as special tokens.
    """
    words: list[int] = []
    for i, piece in enumerate(pieces):
        joined = i > 0 and not alone[i - 1] and not alone[i]
        joined = joined and _continues(pieces[i - 1], piece, style)
        words.append(words[-1] if joined else len(words))
    return _renumber(words)


def _continues(previous: str, piece: str, style: str) -> bool:
    if style == "##":
        return piece.startswith("##")
    if style == "@@":
        return previous.endswith("@@")
    if style == "</w>":
        return not previous.endswith("</w>")
    if style == "▁":
        return previous == "▁" or _joins(previous[-1:], piece[:1])
    if style == " ":  # bytes as Latin-1 characters: from 0x80 on they are parts of letters
        return all(c.isalnum() or c >= "\x80" for c in (previous, piece))
    return False


def mark_style(vocabulary: Collection[str]) -> str:
    """Which of the marks a vocabulary uses; a space for bytes, an empty string for none."""
    counts = {
        "##": sum(token.startswith("##") for token in vocabulary),
        "@@": sum(token.endswith("@@") for token in vocabulary),
        "</w>": sum(token.endswith("</w>") for token in vocabulary),
        "▁": sum(token.startswith("▁") for token in vocabulary),
    }
    style, count = max(counts.items(), key=lambda item: item[1])
    if count:
        return style
    return " " if " " in vocabulary else ""


def _joins(left: str, right: str) -> bool:
    return all(unicodedata.category(c)[0] in "LMN" and not unspaced(c) for c in (left, right))


def _renumber(words: Sequence[int]) -> tuple[int, ...]:
    numbers: dict[int, int] = {}
    return tuple(numbers.setdefault(word, len(numbers)) for word in words)
