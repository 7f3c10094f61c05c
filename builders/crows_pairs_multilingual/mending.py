"""Texts with mixed encodings and with the escapes of a tokenizer, mended and counted."""

from __future__ import annotations

import html
import re

# One UTF-8 character of two to four bytes.
_UTF8_CHARACTER = re.compile(
    rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}"
)
_MOSES_HYPHEN = re.compile(r" ?@-@ ?")
_ENTITY = re.compile(r"&(?:quot|apos|amp|lt|gt|#\d+);")


def decode_mixed(data: bytes, fallback: str) -> tuple[str, int]:
    """Decode bytes in which UTF-8 and the one-byte encoding `fallback` are mixed.

    Whatever is a whole UTF-8 character is read as one; every other high byte is `fallback`.
    Returns the text and the number of characters that needed the fallback.
    """
    text, mended, at = [], 0, 0
    while at < len(data):
        character = _UTF8_CHARACTER.match(data, at)
        if character:
            try:
                text.append(character.group().decode("utf-8"))
                at = character.end()
                continue
            except UnicodeDecodeError:  # a surrogate or an overlong form: no character at all
                pass
        byte = data[at : at + 1]
        text.append(byte.decode(fallback))
        mended += byte >= b"\x80"
        at += 1
    return "".join(text), mended


def undo_moses_escapes(text: str) -> tuple[str, int]:
    """Entities and `@-@` of the Moses tokenizer back to characters, and how many there were."""
    plain, entities = _ENTITY.subn(lambda found: html.unescape(found.group()), text)
    plain, hyphens = _MOSES_HYPHEN.subn("-", plain)
    return plain, entities + hyphens
