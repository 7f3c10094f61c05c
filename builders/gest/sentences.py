"""The file of GEST: a sentence and the number of its stereotype in every row."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import NamedTuple

from equimask.core.errors import DataError, shorten

EDITIONS = {"1.0": "pairs/gest/gest.csv", "1.1": "pairs/gest/gest_1.1.csv"}

# The authors' names of the stereotypes: the first seven are about women, the others about men.
_ABOUT_WOMEN = (
    "emotional and irrational",
    "gentle, kind, and submissive",
    "empathetic and caring",
    "neat and diligent",
    "social",
    "weak",
    "beautiful",
)
_ABOUT_MEN = (
    "tough and rough",
    "self-confident",
    "professional",
    "rational",
    "providers",
    "leaders",
    "childish",
    "sexual",
    "strong",
)
CATEGORIES = {
    number: f"{number} {name}" for number, name in enumerate((*_ABOUT_WOMEN, *_ABOUT_MEN), 1)
}
_COLUMNS = ["sentence", "stereotype"]


class Sentence(NamedTuple):
    """A sentence by the number of its row, which both editions share."""

    id: str
    text: str
    stereotype: int

    @property
    def category(self) -> str:
        """The stereotype by number and name."""
        return CATEGORIES[self.stereotype]


def gender_of(stereotype: int) -> str:
    """Whom it is about."""
    return "female" if stereotype <= len(_ABOUT_WOMEN) else "male"


def read_sentences(path: Path) -> list[Sentence]:
    """All sentences in their order, as they are."""
    with path.open(encoding="utf-8", newline="") as stream:
        reader = csv.DictReader(stream)
        if reader.fieldnames != _COLUMNS:
            raise DataError(
                expected=f"the columns {', '.join(_COLUMNS)} in {path.name}",
                got=", ".join(reader.fieldnames or ()) or "none",
                fix="Take the file of the authors.",
            )
        return [_sentence(row, record, path.name) for row, record in enumerate(reader, 1)]


def _sentence(row: int, record: dict[str, str], name: str) -> Sentence:
    text, stereotype = record["sentence"], record["stereotype"]
    known = {str(number): number for number in CATEGORIES}
    if not text or stereotype not in known:
        raise DataError(
            expected=f"a sentence and a stereotype from 1 to {len(CATEGORIES)} in {name}",
            got=f"row {row}: {shorten(record, 200)}",
            fix="Take the file of the authors.",
        )
    return Sentence(f"{row:04}", text, known[stereotype])
