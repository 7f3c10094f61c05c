"""Sentences put into a template that names a man or a woman: `[He|She] said: "{sentence}"`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from equimask.core.errors import InputError, OptionError, near_matches, shorten
from equimask.core.schema import GENDERS, MASK, WORDS

_SLOT = re.compile(r"\[([^\[\]|]+)\|([^\[\]|]+)\]")
_FIELD = re.compile(r"\{([^{}]+)\}")


class Template(NamedTuple):
    """The text around the word that differs, and the two words."""

    before: str
    words: tuple[str, str]
    after: str

    @property
    def columns(self) -> set[str]:
        """The columns that it takes text from."""
        return {name for text in (self.before, self.after) for name in _FIELD.findall(text)}

    def fill(self, columns: Mapping[str, list[Any]]) -> dict[str, list[str]]:
        """Both sides, the words, and the sentence masked at them."""
        for name in sorted(self.columns - set(columns)):
            raise InputError(
                expected=f"a column {name!r} for the template",
                got=", ".join(columns) or "no columns",
                fix=near_matches(name, columns),
            )
        n = len(next(columns[name] for name in self.columns))
        around = [
            tuple(_filled(text, columns, row) for text in (self.before, self.after))
            for row in range(n)
        ]
        sides = {
            gender: [f"{before}{word}{after}" for before, after in around]
            for gender, word in zip(GENDERS, self.words, strict=True)
        }
        return {
            **sides,
            **{name: [word] * n for name, word in zip(WORDS, self.words, strict=True)},
            "masked_sentence": [f"{before}{MASK}{after}" for before, after in around],
        }


def parse_template(text: Any) -> Template:
    """One slot for the two words, and at least one column."""
    slots = list(_SLOT.finditer(text)) if isinstance(text, str) else []
    if len(slots) != 1 or not _FIELD.search(text):
        raise OptionError(
            expected="a template with one [male word|female word] and a {column}, such as [He|She] "
            'said: "{sentence}"',
            got=shorten(text),
            fix="Write the two words in brackets, and the column in braces.",
        )
    (slot,) = slots
    return Template(text[: slot.start()], (slot[1], slot[2]), text[slot.end() :])


def _filled(text: str, columns: Mapping[str, list[Any]], row: int) -> str:
    def cell(found: re.Match[str]) -> str:
        value = columns[found[1]][row]
        if not isinstance(value, str) or not value.strip():
            raise InputError(
                expected=f"a non-empty string in every row of `{found[1]}`",
                got=f"{shorten(value)} in row {row}",
                fix="Mend or drop this row.",
            )
        return value

    return _FIELD.sub(cell, text)
