"""The casing of a found word, carried over to its counterpart: by pattern, never by letter."""

from __future__ import annotations

import re

_PARTS = re.compile(r"([\s\-\u2010\u2011]+)")


def transfer(found: str, listed: str, counterpart: str) -> str | None:
    """`counterpart` cased as `found` is, where `listed` is how the list writes the found word.

    None for a casing that has no pattern ("hErr"), which nobody can carry over.
    """
    if found == listed:
        return counterpart
    counterpart = _with_same_sharp_s(found, listed, counterpart)
    pattern = _pattern(found)
    if pattern is not None:
        return _recased(counterpart, listed, pattern)
    ours, theirs = _PARTS.split(found), _PARTS.split(counterpart)
    patterns = [_pattern(part) for part in ours[::2]]
    if None in patterns or len(ours) == 1:
        return None
    if len(ours) != len(theirs):
        titles = set(patterns) == {"title"}
        return " ".join(map(capitalize, counterpart.split(" "))) if titles else None
    for index, pattern in enumerate(patterns):
        theirs[2 * index] = _recased(theirs[2 * index], listed, pattern or "lower")
    return "".join(theirs)


def capitalize(word: str) -> str:
    """The word with its first letter in upper case and the rest as it is."""
    return word[:1].upper() + word[1:]


def _pattern(word: str) -> str | None:
    """`lower`, `title` or `upper`; a lone capital counts as title."""
    plain = word.replace("ß", "").replace("\u1e9e", "SS")
    if plain == plain.lower():
        return "lower"
    letters = [c for c in plain if c.lower() != c.upper()]
    if len(letters) > 1 and plain == plain.upper():
        return "upper"
    if plain[:1] != plain[:1].lower() and plain[1:] == plain[1:].lower():
        return "title"
    return None


def _recased(word: str, listed: str, pattern: str) -> str:
    if pattern == "upper":
        return "ß".join(part.upper() for part in word.split("ß"))
    if pattern == "title":
        return capitalize(word)
    # the list writes both in capitals and the text does not: "bapak" for "Bapak"
    return word.lower() if listed != listed.lower() else word


def _with_same_sharp_s(found: str, listed: str, counterpart: str) -> str:
    """ß as the text writes it: ss in Swiss texts and as a rule in capitals, ẞ in some."""
    if "\u1e9e" in found:
        return counterpart.replace("ß", "\u1e9e")
    if "ß" in found:
        return counterpart
    if "ß" in listed or _pattern(found) == "upper":
        return counterpart.replace("ß", "ss")
    return counterpart
