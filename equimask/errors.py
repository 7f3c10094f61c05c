"""The exception family: every message says what was expected, what came, and what to do."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class EquimaskError(Exception):
    """Base of all errors that a user can cause and mend."""

    def __init__(self, *, expected: str, got: str, fix: str) -> None:
        self.expected, self.got, self.fix = expected, got, fix
        super().__init__(f"Expected {expected}, but got {got}. {fix}")


class InputError(EquimaskError, ValueError):
    """A sentence, column or row that cannot be scored as it is."""


class OptionError(EquimaskError, ValueError):
    """An option that nobody knows, or a value it does not take."""


class ModelError(EquimaskError, ValueError):
    """A model or tokenizer that cannot give the numbers asked for."""


class DataError(EquimaskError, ValueError):
    """A source file, dataset or word list that is missing or not what it claims to be."""


class HubError(EquimaskError, RuntimeError):
    """A hub repository that cannot be read or written as asked."""


def shorten(value: object, limit: int = 80) -> str:
    """`value` as it may stand in a message: quoted, on one line, not longer than `limit`."""
    text = repr(value)
    return text if len(text) <= limit else text[: limit - 1] + "…"


def near_matches(name: str, valid: Iterable[str]) -> str:
    """A sentence that offers the closest valid names, then all of them."""
    names = sorted(valid)
    close = difflib.get_close_matches(name, names, n=3, cutoff=0.6)
    hint = f"Did you mean {' or '.join(map(repr, close))}? " if close else ""
    return f"{hint}Valid: {', '.join(names)}."
