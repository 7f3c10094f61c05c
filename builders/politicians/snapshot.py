"""Politicians from a table of names that was made from Wikidata earlier."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from builders.politicians.dates import from_text
from builders.politicians.genders import qid_of_label
from builders.politicians.people import Person, is_qid, make_person, why_not_gathered
from equimask.core.errors import DataError
from equimask.core.languages import LANGUAGES
from equimask.core.lines import open_file, text_lines

COLUMNS = ("qid", "name", "lang", "gender", "birth", "country")

MALFORMED = "a line without an id and six columns"
OTHER_LANGUAGE = "a language that the project does not know"
REPEATED = "a second name in the same language"


class _Line(NamedTuple):
    qid: str
    name: str
    lang: str
    gender: str
    birth: str
    country: str


class Snapshot(NamedTuple):
    """The people of the table, who was left out of it, and which lines were."""

    people: list[Person]
    left_out: Counter[str]
    lines_left_out: Counter[str]


def read_snapshot(path: Path) -> Snapshot:
    """The table as people, by the same rule as people from Wikidata itself."""
    lines_left_out: Counter[str] = Counter()
    by_person: dict[str, list[_Line]] = {}
    for line in _lines(path, lines_left_out):
        by_person.setdefault(line.qid, []).append(line)
    people, left_out = [], Counter[str]()
    for qid, lines in by_person.items():
        genders = {qid_of_label(line.gender) for line in lines if line.gender}
        dates = {line.birth for line in lines if line.birth}
        births = [birth for date in dates if (birth := from_text(date)) is not None]
        reason = why_not_gathered(genders, births, any_birth=bool(dates))
        if reason is not None:
            left_out[reason] += 1
            continue
        labels: dict[str, str] = {}
        for line in lines:
            if line.lang in labels:
                lines_left_out[REPEATED] += 1
            labels.setdefault(line.lang, line.name)
        people.append(
            make_person(
                qid=qid,
                genders=genders,
                births=births,
                countries=(line.country for line in lines if line.country),
                sitelinks=None,
                labels=labels,
            )
        )
    people.sort(key=lambda person: person.number)
    return Snapshot(people, left_out, lines_left_out)


def _lines(path: Path, left_out: Counter[str]) -> Iterator[_Line]:
    with open_file(path) as stream:
        lines = text_lines(stream, path.name)
        header = next(lines, None)
        if header is None or tuple(header.split("\t")) != COLUMNS:
            raise DataError(
                expected=f"the columns {', '.join(COLUMNS)} in {path.name}",
                got=repr(header),
                fix="Point --source at the folder of the snapshot that source.toml declares.",
            )
        for text in lines:
            cells = (text or "").split("\t")
            if len(cells) != len(COLUMNS) or not is_qid(cells[0]):
                left_out[MALFORMED] += 1
            elif cells[2] not in LANGUAGES:
                left_out[OTHER_LANGUAGE] += 1
            else:
                yield _Line(*cells)
