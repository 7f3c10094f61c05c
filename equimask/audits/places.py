"""What an audit scores: the packaged pairs of languages, or data of any kind, each by itself."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from equimask.core.errors import DataError, OptionError, near_matches, shorten
from equimask.core.languages import get_language
from equimask.core.schema import AS_PUBLISHED
from equimask.inputs.forms import as_published, can_read, readable_columns
from equimask.inputs.live import OWN, is_split_by_name
from equimask.inputs.packaged import packaged_table
from equimask.inputs.pairs import DATASET
from equimask.inputs.reading import read_apart
from equimask.inputs.specification import Choice
from equimask.inputs.table import Table
from equimask.metrics import MetricSpec

PAPERS = "papers"
_BUILT = "datasets"
_OF_PAPERS = ("crows_pairs_multilingual", "parallel_gender_sentences", "ted_gender_pairs")


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
    there: set[str] = set()
    for name, one in _specifications(data, notes):
        tables, told = read_apart(one, choice, languages)
        notes += told
        for table in tables:
            there |= {*table.there, *table.columns}
            named = replace(table, name=name) if name and table.name == OWN else table
            if published:
                named = replace(named, columns=_published_alone(named.columns))
            found[_place(named, name, found)] = named
    found = _named(found)
    if not found:
        raise DataError(
            expected=f"data in {' or '.join(languages)}",
            got="none in what was given",
            fix="Name languages that the data have, or leave them out.",
        )
    for name in sorted(choice.named - there):
        raise DataError(
            expected=f"a column {name!r} in the data",
            got=", ".join(sorted(there)) or "no columns",
            fix=near_matches(name, there),
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


def _place(table: Table, name: str, taken: Mapping[Place, Table]) -> Place:
    values = [one.partition("=")[2] for one in table.group.split(", ") if one]
    words = (name or table.name, table.language or "", *values)
    key = shown = " ".join(filter(None, words))
    keys = {place.key for place in taken}
    count = 2
    while key in keys:
        key = f"{shown} ({count})"
        count += 1
    return Place(key, key, table.language, table.name, table.group)


def _named(found: Mapping[Place, Table]) -> dict[Place, Table]:
    """As people read them: where all is of one dataset, its name need not be said."""
    several = len({place.data for place in found}) != 1 or len(found) == 1

    def name(place: Place) -> str:
        language = get_language(place.language).name if place.language else ""
        values = [one.partition("=")[2] for one in place.group.split(", ") if one]
        told = [place.data if several else "", language, *values]
        return ", ".join(filter(None, told)) or place.data

    names = {place: name(place) for place in found}
    return {
        replace(place, name=own if list(names.values()).count(own) == 1 else place.key): found[
            place
        ]
        for place, own in names.items()
    }


def _specifications(data: Any, notes: list[str]) -> list[tuple[str, Any]]:
    """One specification or several, each under the name that its user gives it, if any."""
    if isinstance(data, (str, Path)):
        return [("", one) for one in _papers(str(data), notes) or [str(data)]]
    if isinstance(data, Mapping) and not is_split_by_name(data) and not _is_table(data):
        for name in data:
            if not isinstance(name, str) or not name.strip():
                raise OptionError(
                    expected="data under names: {'mine': 'pairs.csv'}",
                    got=shorten(name),
                    fix="Give every part a name of its own.",
                )
        return list(data.items())
    if isinstance(data, (list, tuple)) and not all(isinstance(one, Mapping) for one in data):
        return [pair for one in data for pair in _specifications(one, notes)]
    return [("", data)]


def _is_table(data: Mapping[Any, Any]) -> bool:
    """Whether it maps names to columns, and not names to data."""
    return any(name in readable_columns() for name in data) or all(
        isinstance(one, (list, tuple)) and not any(isinstance(cell, Mapping) for cell in one)
        for one in data.values()
    )


def _papers(text: str, notes: list[str]) -> list[str]:
    """The datasets of the papers: built in a folder (`papers:DIR`), or of an organisation."""
    preset, _, where = text.partition(":")
    if preset != PAPERS or Path(text).exists():
        return []
    root = Path(where or _BUILT)
    if not root.is_dir() and re.fullmatch(r"[\w.-]+", where):
        return [f"{where}/{name}" for name in _OF_PAPERS]
    built = [name for name in _OF_PAPERS if list((root / name).glob("data/*.parquet"))]
    if not built:
        raise DataError(
            expected=f"the built datasets {', '.join(_OF_PAPERS)} in a folder, or an organisation "
            "of the Hub that has them",
            got=f"none in {shorten(root.name)}",
            fix="Build them: `make datasets-all SOURCE=DIR`; then papers:FOLDER or papers:ORG.",
        )
    notes += [f"{name} is not built, left out" for name in _OF_PAPERS if name not in built]
    notes.append(
        "politician_completions holds what models have said: equimask score latent_pmi reads it"
    )
    return [str(root / name) for name in built]
