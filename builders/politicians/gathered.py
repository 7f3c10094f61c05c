"""What was gathered in pieces, as one file of people by their numbers."""

from __future__ import annotations

import gzip
import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from builders.politicians.people import Person, qid_number
from equimask.core.files import atomic_file
from equimask.core.lines import open_file


class Merged(NamedTuple):
    """How many people the file has, and how many came a second time and were left out."""

    people: int
    repeated: int


def write_people(rows: Iterable[Mapping[str, Any]], path: Path) -> Merged:
    """Write each person once, the first if there are several; sorted on disk, not in memory.

    People come twice when somebody's date of birth is edited between two windows.
    """
    database = path.with_suffix(".sqlite")
    database.unlink(missing_ok=True)
    with closing(sqlite3.connect(database)) as table:
        table.execute("PRAGMA journal_mode = OFF")
        table.execute("PRAGMA synchronous = OFF")
        table.execute("CREATE TABLE people (number INTEGER PRIMARY KEY, person TEXT)")
        seen = kept = 0
        for row in rows:
            seen += 1
            entry = (qid_number(row["qid"]), json.dumps(row))
            table.execute("INSERT OR IGNORE INTO people VALUES (?, ?)", entry)
        with (
            atomic_file(path) as stream,
            gzip.GzipFile(fileobj=stream, mode="wb", filename="", mtime=0) as packed,
        ):
            for (person,) in table.execute("SELECT person FROM people ORDER BY number"):
                packed.write(person.encode("ascii") + b"\n")
                kept += 1
    database.unlink()
    return Merged(kept, seen - kept)


def read_people(path: Path) -> Iterator[Person]:
    """The people of the file, one at a time."""
    with open_file(path) as lines:
        for line in lines:
            yield Person.from_json(json.loads(line))
