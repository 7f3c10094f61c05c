"""The exception family: every message says what was expected, what came, and what to do."""

from __future__ import annotations

import difflib
import importlib
from collections.abc import Collection, Iterable
from typing import Any


class EquimaskError(Exception):
    """Base of all errors that a user can cause and mend."""

    def __init__(self, *, expected: str, got: str, fix: str) -> None:
        self.expected, self.got, self.fix = expected, got, fix
        super().__init__(printable(f"Expected {expected}, but got {got}. {fix}"))

    def __reduce__(self) -> tuple[Any, ...]:
        """So that it comes whole out of a worker process."""
        return _made_again, (type(self), self.expected, self.got, self.fix)


def _made_again(kind: type[EquimaskError], expected: str, got: str, fix: str) -> EquimaskError:
    return kind(expected=expected, got=got, fix=fix)


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


IN_LINES = "\n\u00a0\u202f\u3000\u200c\u200d"
"""Ends of lines, spaces of other kinds, and what joins or parts letters within a word."""


def printable(text: str, keep: str = "") -> str:
    """`text` with escapes for what would move a cursor, turn the writing round, or has no bytes."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c in keep else repr(c)[1:-1] for c in text)


def shorten(value: object, limit: int = 80) -> str:
    """`value` as it may stand in a message: quoted, on one line, not longer than `limit`."""
    text = repr(value)
    return text if len(text) <= limit else text[: limit - 1] + "…"


def check_characters(text: str, where: str) -> None:
    """Refuse half a character of UTF-16: a Python string can hold it, no tokenizer can read it."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise InputError(
            expected=f"whole Unicode characters in {where}",
            got=f"half a surrogate pair, {text[error.start]!r}, at character {error.start} of "
            f"{shorten(text)}",
            fix="Read the text as UTF-8, or mend it: text.encode('utf-16', 'surrogatepass')"
            ".decode('utf-16', 'replace').",
        ) from error


LONGEST_TEXT = 100_000
"""Characters of a sentence: no model reads so many, and to split more into tokens takes minutes."""


def check_length(text: str, where: str) -> None:
    """Refuse what no tokenizer should be asked to read: a file in a cell, a forgotten quote."""
    if len(text) > LONGEST_TEXT:
        raise InputError(
            expected=f"at most {LONGEST_TEXT:,} characters in {where}",
            got=f"{len(text):,} characters, {shorten(text[:LONGEST_TEXT])}",
            fix="Split it into sentences, or look for a quotation mark that is never closed.",
        )


def check_special_tokens(text: str, tokens: Iterable[str], where: str) -> None:
    """Refuse what a tokenizer would read as a special token and not as text."""
    found = next((token for token in tokens if token in text), None)
    if found is not None:
        raise special_token_in_text(found, text, where)


def special_token_in_text(token: str, text: str, where: str) -> InputError:
    """The refusal of a text that holds such a token."""
    return InputError(
        expected=f"text without special tokens of the model's tokenizer in {where}",
        got=f"{token!r} in {shorten(text)}",
        fix="Take it out, write it in other characters, or leave the row out.",
    )


def check_choice(name: str, valid: Collection[str], expected: str) -> None:
    """Refuse a name that is not among the valid ones, with the closest of them."""
    if name not in valid:
        raise OptionError(expected=expected, got=repr(name), fix=near_matches(name, valid))


def near_matches(name: str, valid: Iterable[str]) -> str:
    """A sentence that offers the closest valid names, then all of them, or the first hundred."""
    names = sorted(filter(None, valid))  # the column of an index has no name
    close = difflib.get_close_matches(name, names, n=3, cutoff=0.6)
    hint = f"Did you mean {' or '.join(map(repr, close))}? " if close else ""
    shown = [name if len(name) <= 60 else f"{name[:59]}…" for name in names[:100]]
    more = f" and {len(names) - len(shown)} more" if len(names) > len(shown) else ""
    return f"{hint}Valid: {', '.join(shown)}{more}."


def optional_library(module: str, extra: str) -> Any:
    """The module `module`, which comes with the extra `extra` of this package."""
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        library = module.partition(".")[0]
        if error.name is None or error.name.partition(".")[0] != library:
            raise  # the library is there, and something of its own is missing
        raise DataError(
            expected=f"the library {library} for this task",
            got="an environment without it",
            fix=f"Run `pip install 'equimask[{extra}]'`.",
        ) from error
