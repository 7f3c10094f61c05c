"""Scripts that write words without spaces between them."""

from __future__ import annotations

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


def unspaced(text: str) -> bool:
    """Whether all of the text is in scripts that write words without spaces between them."""
    return all(any(low <= ord(c) <= high for low, high in _UNSPACED) for c in text)
