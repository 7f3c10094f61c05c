"""The forms of a word that agrees: which features a form may have, which form features have."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import repeat
from typing import NamedTuple

Features = tuple[str, ...]  # gender, number, and case where a language has cases
# A form and the condition under which it is written; one with "!" is written and never read, since
# it looks like another gender ("el ama").
Variants = tuple[tuple[str, str], ...]

Conditions = Mapping[str, re.Pattern[str]]


class Forms(NamedTuple):
    """All forms of one word; the first variant is the one that needs no condition."""

    cells: Mapping[Features, Variants]

    def readings(self, form: str) -> frozenset[Features]:
        """The features that the form may stand for."""
        return frozenset(
            features
            for features, variants in self.cells.items()
            if any(
                form == variant and not condition.endswith("!") for variant, condition in variants
            )
        )

    def form(self, features: Features, following: str, conditions: Conditions) -> str:
        """The form with those features before that word; empty where there is none."""
        variants = self.cells.get(features, ())
        for form, condition in variants[1:]:
            if following and conditions[condition.rstrip("!")].match(following):
                return form
        return variants[0][0] if variants else ""

    def basic(self, *features: str) -> str:
        """The form with those features before nothing in particular."""
        return self.form(features, "", {})

    @property
    def varies(self) -> bool:
        """Whether gender changes the word at all."""
        return any(
            variants != self.cells.get(("female", *features[1:]))
            for features, variants in self.cells.items()
            if features[0] == "male"
        )


def read_cell(text: str, stem: str = "") -> Variants:
    """`le|l':vowel` is `le`, but `l'` under the condition `vowel`."""
    parts = (part.partition(":") for part in text.split("|") if part)
    return tuple((stem + form.removeprefix("-"), condition) for form, _, condition in parts)


def row_forms(columns: Sequence[str], cells: Iterable[str], stem: str = "") -> Forms:
    """The forms of a table's row, whose columns are named by features."""
    named = zip(columns, cells, strict=False)
    return Forms({tuple(name.split()): read_cell(cell, stem) for name, cell in named if cell})


class Endings:
    """How the words of a language change: by the longest ending that is listed, or by the word."""

    def __init__(self, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
        self._columns = columns
        self._words: dict[str, Sequence[str]] = {}
        self._endings: dict[str, Sequence[str]] = {}
        for row in rows:
            table = self._endings if row[0].startswith("-") else self._words
            table[row[0].removeprefix("-").partition("|")[0]] = row
        self._longest = max(map(len, self._endings), default=0)

    def forms(self, base: str) -> Forms:
        """The forms of the word whose first form is `base`."""
        if base in self._words:
            return row_forms(self._columns, self._words[base])
        for size in range(min(self._longest, len(base)), -1, -1):
            stem, ending = base[: len(base) - size], base[len(base) - size :]
            if ending in self._endings:
                return row_forms(self._columns, self._endings[ending], stem)
        return row_forms(self._columns, repeat(base))


def by_form(every: Iterable[Forms]) -> dict[str, Forms]:
    """Every form with the word that it belongs to; the first one wins."""
    found: dict[str, Forms] = {}
    for forms in every:
        for variants in forms.cells.values():
            for form, condition in variants:
                if not condition.endswith("!"):
                    found.setdefault(form, forms)
    return found
