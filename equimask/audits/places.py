"""What an audit scores: the packaged pairs of languages, or data of any kind, each by itself."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from equimask.core.errors import DataError
from equimask.core.languages import get_language
from equimask.core.schema import AS_PUBLISHED
from equimask.inputs.forms import as_published, can_read
from equimask.inputs.packaged import packaged_table
from equimask.inputs.pairs import DATASET
from equimask.inputs.several import read_several
from equimask.inputs.specification import Choice
from equimask.inputs.table import Table
from equimask.metrics import MetricSpec


@dataclass(frozen=True)
class Place:
    """Which rows a cell is about; `key` is unique in an audit, `name` is for people."""

    key: str
    name: str
    language: str | None
    data: str
    group: str = ""

    @property
    def is_packaged(self) -> bool:
        """Whether a language says all of it."""
        return self.data == DATASET and self.key == self.language


Material = Mapping[Place, Table]


def packaged_place(language: str) -> Place:
    """The packaged pairs of a language."""
    return Place(language, get_language(language).name, language, DATASET)


def packaged_material(languages: Sequence[str]) -> dict[Place, Table]:
    """The packaged pairs of every language."""
    return {packaged_place(language): packaged_table(language) for language in languages}


def own_material(
    data: Any, choice: Choice, languages: Sequence[str], published: bool
) -> tuple[dict[Place, Table], list[str]]:
    """Every part of the given data under a name that tells it apart, and what is to be said.

    Columns and conditions hold for those of the data that have them.
    """
    found: dict[Place, Table] = {}
    notes: list[str] = []
    for name, tables in read_several(data, choice, languages, notes):
        for table in tables:
            columns = _published_alone(table.columns) if published else table.columns
            found[_place(table, name, found)] = replace(table, columns=columns)
    found = _named(found)
    if not found:
        raise DataError(
            expected=f"data in {' or '.join(languages)}",
            got="none in what was given",
            fix="Name languages that the data have, or leave them out.",
        )
    return found, notes


def _published_alone(columns: Mapping[str, list[Any]]) -> dict[str, list[Any]]:
    """The text as its authors scored it in place of the mended one, also where it is changed."""
    return {
        name: cells
        for name, cells in as_published(columns).items()
        if not name.endswith(AS_PUBLISHED)
    }


def refuse_unread(material: Material, specs: Sequence[MetricSpec]) -> None:
    """Data that none of the metrics can read were not meant so."""
    for place, table in material.items():
        if not any(can_read(spec, table) for spec in specs):
            wanted = "; ".join(f"{spec.name}: {', '.join(spec.columns)}" for spec in specs)
            raise DataError(
                expected=f"the columns of a metric in {place.key} ({wanted})",
                got=", ".join(table.there) or "no columns",
                fix="Name them by columns={'sent_more': NAME, …} (--columns sent_more=NAME,…), or "
                "choose other metrics.",
            )


def idle(material: Material, specs: Sequence[MetricSpec]) -> list[str]:
    """What is to be said of metrics that find nothing to read."""
    return [
        f"{spec.name}: left out, none of the data have its columns ({', '.join(spec.columns)})"
        for spec in specs
        if not any(can_read(spec, table) for table in material.values())
    ]


def _place(table: Table, name: str, taken: Mapping[Place, Table]) -> Place:
    title = name or table.name
    key = shown = " ".join(filter(None, (title, table.language or "", *_values(table.group))))
    keys = {place.key for place in taken}
    count = 2
    while key in keys:
        key = f"{shown} ({count})"
        count += 1
    return Place(key, title, table.language, table.name, table.group)


def _values(group: str) -> list[str]:
    """Of `source=crows, corpus=`: what tells the part from others, also where it is nothing."""
    parts = re.split(r", (?=[^,=]+=)", group) if group else []
    return [part.partition("=")[2] or "(empty)" for part in parts]


def _named(found: Mapping[Place, Table]) -> dict[Place, Table]:
    """As people read them: where all is of one dataset, its name need not be said."""
    several = len({place.name for place in found}) != 1 or len(found) == 1

    def name(place: Place) -> str:
        language = get_language(place.language).name if place.language else ""
        told = [place.name if several else "", language, *_values(place.group)]
        return ", ".join(filter(None, told)) or place.name

    names = {place: name(place) for place in found}
    times = Counter(names.values())
    return {
        replace(place, name=own if times[own] == 1 else place.key): found[place]
        for place, own in names.items()
    }
