"""Which tokens belong to one word, from character offsets or from the pieces' own marks."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

# Scripts without spaces: a tokenizer's piece is the only word boundary there is.
_UNSPACED = (
    (0x0E00, 0x0EFF),  # Thai, Lao
    (0x1000, 0x109F),  # Myanmar
    (0x1780, 0x17FF),  # Khmer
    (0x3040, 0x30FF),  # Hiragana, Katakana
    (0x31F0, 0x31FF),
    (0x3400, 0x4DBF),  # Han
    (0x4E00, 0x9FFF),
    (0xF900, 0xFAFF),
    (0x20000, 0x3134F),
)


def words_by_offsets(
    text: str, offsets: Sequence[tuple[int, int]], special: Sequence[bool]
) -> tuple[int, ...]:
    """A running word number per token; a word is an unbroken run of letters, marks and digits."""
    words: list[int] = []
    previous_end = -1
    for (start, end), is_special in zip(offsets, special, strict=True):
        joined = (
            not is_special
            and bool(words)
            and 0 <= start <= previous_end
            and end > start
            and (start < previous_end or _joins(text[previous_end - 1], text[start]))
        )
        words.append(words[-1] if joined else len(words))
        previous_end = -1 if is_special or end <= start else end
    return _renumber(words)


def words_by_marks(pieces: Sequence[str], special: Sequence[bool], style: str) -> tuple[int, ...]:
    """For tokenizers without offsets: read `##x`, `x@@`, `x</w>` or `▁x`."""
    words: list[int] = []
    for i, piece in enumerate(pieces):
        previous = pieces[i - 1] if i and not special[i - 1] else None
        continues = (
            previous is not None
            and not special[i]
            and {
                "##": piece.startswith("##"),
                "@@": previous.endswith("@@"),
                "</w>": not previous.endswith("</w>"),
                "▁": not piece.startswith("▁"),
                "": False,
            }[style]
        )
        words.append(words[-1] if continues else len(words))
    return _renumber(words)


def mark_style(vocabulary: Sequence[str]) -> str:
    """Which of the marks a vocabulary uses; an empty string when it uses none."""
    counts = {
        "##": sum(token.startswith("##") for token in vocabulary),
        "@@": sum(token.endswith("@@") for token in vocabulary),
        "</w>": sum(token.endswith("</w>") for token in vocabulary),
        "▁": sum(token.startswith("▁") for token in vocabulary),
    }
    style, count = max(counts.items(), key=lambda item: item[1])
    return style if count else ""


def _joins(left: str, right: str) -> bool:
    return all(
        unicodedata.category(c)[0] in "LMN"
        and not any(low <= ord(c) <= high for low, high in _UNSPACED)
        for c in (left, right)
    )


def _renumber(words: Sequence[int]) -> tuple[int, ...]:
    numbers: dict[int, int] = {}
    return tuple(numbers.setdefault(word, len(numbers)) for word in words)
