"""The people who are asked about: rows of the dataset `politicians`, or a sample of them."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from builders.kit.fetch import LocatedFile
from builders.kit.sources import SourceFile
from equimask.core.errors import DataError
from equimask.core.languages import LANGUAGES
from equimask.core.rows import content_hash
from equimask.core.sampling import sentence_hash, smallest
from equimask.core.schema import DATASET_COLUMNS

SOURCE = "datasets/politicians/"
_STAND_INS = 2


class Person(NamedTuple):
    """Whom a completion is about."""

    qid: str
    name: str
    gender: str


def languages_in(folder: Path) -> list[str]:
    """The languages that the dataset has names in."""
    return sorted(path.stem for path in _parquet_files(folder) if path.stem in LANGUAGES)


def locate_people(folder: Path, languages: Sequence[str]) -> list[LocatedFile]:
    """The dataset's files for these languages, checked against its receipt where there is one."""
    receipt = _receipt(folder)
    located = []
    for path in _parquet_files(folder):
        if path.stem not in languages:
            continue
        actual = content_hash(_rows(path))
        wanted = receipt.get("configs", {}).get(path.stem, {}).get("content_hash", actual)
        if actual != wanted:
            raise DataError(
                expected=f"content hash {wanted[:12]} in {path.name}, as its receipt.json says",
                got=actual[:12],
                fix="The file is of another build than the receipt: build politicians anew.",
            )
        free = bool(receipt.get("redistributable"))
        file = SourceFile(
            name=f"{SOURCE}{path.stem}",
            licence="CC0-1.0" if free else "not stated",
            redistributable=free,
            note="rows of a dataset, known by their content hash",
        )
        located.append(LocatedFile(file, path, actual))
    return located


def read_people(path: Path) -> list[Person]:
    """Everybody in one file, in its order."""
    return [Person(row["qid"], row["name"], row["gender"]) for row in _rows(path)]


def sample(people: Sequence[Person], size: int, seed: int) -> list[Person]:
    """At most `size` people of each gender, by a seeded hash of their ids; 0 takes everybody.

    The hash is of the person, so all languages get the same people where they have their names.
    """
    if not size:
        return list(people)
    by_gender = defaultdict[str, list[int]](list)
    for place, person in enumerate(people):
        by_gender[person.gender].append(place)
    chosen: list[int] = []
    for places in by_gender.values():
        hashes = np.array([sentence_hash(people[place].qid) for place in places], dtype=np.uint64)
        chosen += [places[i] for i in smallest(hashes, size, seed)]
    return [people[place] for place in sorted(chosen)]


def stand_ins(people: Sequence[Person]) -> list[str]:
    """The names beside which words are tagged: two women and two men, those with the lowest ids.

    These are long known items, and mostly full names, which a tagger takes for names.
    """
    return [
        person.name
        for gender in ("female", "male")
        for person in sorted(
            (person for person in people if person.gender == gender),
            key=lambda person: (len(person.qid), person.qid),
        )[:_STAND_INS]
    ]


def _parquet_files(folder: Path) -> list[Path]:
    data = folder / "data" if (folder / "data").is_dir() else folder
    found = [data] if data.suffix == ".parquet" else sorted(data.glob("*.parquet"))
    if not found:
        raise DataError(
            expected="the folder of the dataset politicians, with data/<language>.parquet",
            got=repr(folder.name),
            fix="Build it first: python -m builders politicians --help.",
        )
    return found


def _receipt(folder: Path) -> dict[str, Any]:
    path = folder / "receipt.json"
    return dict(json.loads(path.read_text(encoding="utf-8"))) if path.is_file() else {}


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    import pyarrow.parquet as pq

    file = pq.ParquetFile(path)
    wanted = DATASET_COLUMNS["politicians"]
    if tuple(file.schema_arrow.names) != wanted:
        raise DataError(
            expected=f"the columns {', '.join(wanted)} in {path.name}",
            got=", ".join(file.schema_arrow.names),
            fix="Name the folder of the dataset politicians.",
        )
    for batch in file.iter_batches():
        yield from batch.to_pylist()
