"""Many words as one pattern that shares their common beginnings."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

_END = ""


def trie_pattern(words: Iterable[str]) -> str:
    """A regular expression for any of the words; longer ones are tried before shorter ones."""
    root: dict[str, Any] = {}
    for word in words:
        node = root
        for letter in word:
            node = node.setdefault(letter, {})
        node[_END] = {}
    return _render(root) or r"(?!)"


def _render(node: dict[str, Any]) -> str:
    branches: list[str] = []
    last_letters: list[str] = []
    for letter, rest in sorted(node.items()):
        if letter == _END:
            continue
        tail = _render(rest)
        if tail:
            branches.append(re.escape(letter) + tail)
        else:
            last_letters.append(re.escape(letter))
    if last_letters:
        branches.append(last_letters[0] if len(last_letters) == 1 else f"[{''.join(last_letters)}]")
    if not branches:
        return ""
    if _END in node:
        return f"(?:{'|'.join(branches)})?"
    return branches[0] if len(branches) == 1 else f"(?:{'|'.join(branches)})"
