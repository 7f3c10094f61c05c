"""The files of Winogender: templates, the sentences made from them, shares of women."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from equimask.core.errors import DataError, shorten
from equimask.core.schema import HIDDEN, MASK


class Words(NamedTuple):
    """A pronoun in one case."""

    male: str
    female: str
    neutral: str


CASES = {
    "nominative": Words("he", "she", "they"),
    "accusative": Words("him", "her", "them"),
    "possessive": Words("his", "her", "their"),
}
_SLOTS = {
    "$NOM_PRONOUN": "nominative",
    "$ACC_PRONOUN": "accusative",
    "$POSS_PRONOUN": "possessive",
}
SOMEONE = "someone"  # the other participant in every second form
_FORMS = Words("male", "female", "neutral")  # as the ids of the sentences end
_WORD = re.compile(r"\w+|\W+")
_TAKE = "Take the files of the authors, all of one version."


class Stats(NamedTuple):
    """Per cent of women in an occupation: of people at work, and of mentions in text."""

    bls: float
    bergsma: float


class Schema(NamedTuple):
    """A template with one form of the other participant, in the three forms of the pronoun."""

    occupation: str
    participant: str
    answer: int
    case: str
    male: str
    female: str
    neutral: str

    def masked(self) -> str:
        """The pronoun masked, and what agrees with it hidden: "was" would tell that no "they" is.

        The same text for all three, so that any two of them can be compared.
        """
        pieces = [_WORD.findall(text) for text in (self.male, self.female, self.neutral)]
        words, shown = CASES[self.case], []
        for forms in zip(*pieces, strict=True):
            if forms == words:
                shown.append(MASK)
            else:
                shown.append(forms[0] if len(set(forms)) == 1 else HIDDEN)
        return "".join(shown)


def read_schemas(templates: Path, sentences: Path) -> list[Schema]:
    """Every template twice: with its own participant, and with someone."""
    texts = {record["sentid"]: record["sentence"] for record in _records(sentences)}
    schemas = []
    for record in _records(templates):
        occupation, other = record["occupation(0)"], record["other-participant(1)"]
        cases = [case for slot, case in _SLOTS.items() if slot in record["sentence"]]
        if len(cases) != 1 or record["answer"] not in ("0", "1"):
            raise DataError(
                expected=f"one pronoun, and 0 or 1 as answer, in every row of {templates.name}",
                got=shorten(record, 200),
                fix=_TAKE,
            )
        for participant in (other, SOMEONE):
            begin = f"{occupation}.{participant}.{record['answer']}"
            forms = [texts.get(f"{begin}.{form}.txt", "") for form in _FORMS]
            schema = Schema(occupation, participant, int(record["answer"]), cases[0], *forms)
            _check(schema, begin)
            schemas.append(schema)
    return schemas


def read_stats(path: Path) -> dict[str, Stats]:
    """The shares of women by occupation."""
    return {
        record["occupation"]: Stats(
            float(record["bls_pct_female"]), float(record["bergsma_pct_female"])
        )
        for record in _records(path)
    }


def _check(schema: Schema, name: str) -> None:
    """Refuse sentences that are not one but for the pronoun and what agrees with it."""
    texts = (schema.male, schema.female, schema.neutral)
    same_length = len({len(_WORD.findall(text)) for text in texts}) == 1
    if not all(texts) or not same_length or schema.masked().count(MASK) != 1:
        raise DataError(
            expected=f"{name} with he, with she and with they, word by word the same else",
            got=shorten(texts, 300),
            fix=_TAKE,
        )


def _records(path: Path) -> Iterator[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as stream:
        yield from csv.DictReader(stream, delimiter="\t", quoting=csv.QUOTE_NONE)
