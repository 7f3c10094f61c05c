"""The files beside this one: written sentences with their right swaps, and judgements on real ones.

`written/<lang>.tsv` holds sentences of our own (CC0-1.0). `real/<lang>.tsv` holds what a reader
said of a swap of somebody else's sentence: the sentence's sha256, the verdict (`counts.py` defines
it), the edits that were read and, where they are wrong, the class of what went wrong; never the
text.
"""

from __future__ import annotations

import csv
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Literal, NamedTuple, get_args

from equimask.core.errors import InputError
from equimask.gender.swap import Edit, apply

HERE = Path(__file__).parent
LANGUAGES = ("ar", "de", "en", "es", "fr", "hi", "it", "pt", "ru", "zh")
CANNOT = "cannot"
BETWEEN = " || "
WRITTEN_COLUMNS = ["id", "class", "sentence", "right", "note"]
REAL_COLUMNS = ["sha256", "verdict", "edits", "class"]
CLASSES = {
    "simple": "one gender word and what agrees with it",
    "plural": "a group",
    "pronouns": "one person, pronouns only",
    "noun_pronouns": "one person, a noun and pronouns",
    "several_one": "several gender nouns of one person",
    "several_two": "two persons",
    "profession": "a predicate noun, an office or a profession",
    "unlisted": "another person noun for the same person",
    "participle": "a participle or an adjective away from its noun",
    "one_other": "one of them, the other",
    "gender_adjective": "male, female, masculine, feminine",
    "lookalike": "a word that looks like a gender word, an idiom",
    "case_relative": "case, relative and object pronouns",
    "name": "a name beside or before",
    "title": "a title",
    "thing": "animals and things with grammatical gender",
    "fixed": "what cannot be said of the other gender, or would be false",
}

Verdict = Literal["right", "lenient", "wrong"]
Direction = Literal["m", "f", "any"]  # the gender that is in the sentence; any: nobody knows


class Written(NamedTuple):
    """A sentence of our own; `right` is empty where it cannot be swapped."""

    id: str
    kind: str
    sentence: str
    right: tuple[str, ...]
    note: str

    @property
    def direction(self) -> Direction:
        """The gender of the one who is swapped, as the id says: `es-m012`."""
        return "m" if self.id.split("-")[1].startswith("m") else "f"


class Judgement(NamedTuple):
    """What a reader said of the sentence after these edits."""

    verdict: Verdict
    edits: tuple[Edit, ...]
    kind: str


def sha(sentence: str) -> str:
    """The key of a sentence that is not ours to keep."""
    return sha256(sentence.encode()).hexdigest()


def written_path(lang: str) -> Path:
    """Our sentences of a language."""
    return HERE / "written" / f"{lang}.tsv"


def real_path(lang: str) -> Path:
    """The judgements on real sentences of a language."""
    return HERE / "real" / f"{lang}.tsv"


def read_written(lang: str) -> list[Written]:
    """All sentences of a language, in order; none where the file is missing."""
    return [
        Written(id, kind, sentence, _alternatives(right), note)
        for id, kind, sentence, right, note in _rows(written_path(lang), WRITTEN_COLUMNS)
    ]


def read_judgements(lang: str) -> dict[str, list[Judgement]]:
    """By the sentence's sha256."""
    found: dict[str, list[Judgement]] = defaultdict(list)
    path = real_path(lang)
    for key, verdict, edits, kind in _rows(path, REAL_COLUMNS):
        if verdict not in get_args(Verdict):
            raise InputError(
                expected=f"a verdict among {', '.join(get_args(Verdict))}",
                got=f"{verdict!r} for {key[:12]} in {path.name}",
                fix="Write one of them in the second column.",
            )
        found[key].append(Judgement(verdict, edits_from(edits), kind))  # type: ignore[arg-type]
    return found


def verdict_on(swapped: str, sentence: str, judgements: Iterable[Judgement]) -> Verdict | None:
    """What was said of exactly this swap, if anybody read it."""
    for judgement in judgements:
        if apply(sentence, judgement.edits) == swapped:
            return judgement.verdict
    return None


def edits_from(text: str) -> tuple[Edit, ...]:
    """Edits from `[[offset, old, new], ...]`."""
    return tuple(Edit(at, at + len(old), old, new, "") for at, old, new in json.loads(text))


def edits_to(edits: Iterable[Edit]) -> str:
    """Edits as `[[offset, old, new], ...]`: nothing of the sentence but the words that change."""
    return json.dumps([[e.start, e.old, e.new] for e in edits], ensure_ascii=False)


def _alternatives(right: str) -> tuple[str, ...]:
    return () if right == CANNOT else tuple(right.split(BETWEEN))


def _rows(path: Path, columns: list[str]) -> Iterator[list[str]]:
    if not path.is_file():
        return
    with path.open(encoding="utf-8", newline="") as file:
        rows = csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        if (header := next(rows, [])) != columns:
            raise InputError(
                expected=f"the columns {' '.join(columns)}",
                got=f"{' '.join(header)} in {path.name}",
                fix="Give the file this first line.",
            )
        for row in rows:
            if len(row) != len(columns):
                raise InputError(
                    expected=f"{len(columns)} fields, tabs between them",
                    got=f"{len(row)} in line {rows.line_num} of {path.name}",
                    fix="Leave a field empty rather than out.",
                )
            yield row
