"""JSON in which every key stands once: of two, nobody knows which is meant."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from equimask.core.errors import shorten


class RepeatedKeyError(ValueError):
    """An object has a key more than once."""


def parse_json(text: str | bytes) -> Any:
    """What a JSON text says; ValueError or RecursionError where it says nothing."""
    return json.loads(text, object_pairs_hook=_once)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        (twice, _), *_ = Counter(key for key, _ in pairs).most_common(1)
        raise RepeatedKeyError(f"the key {shorten(twice)} stands more than once in an object")
    return found
