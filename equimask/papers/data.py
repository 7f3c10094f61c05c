"""Which of the given data a paper reads, and how much of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from equimask.core.schema import BIAS_TYPE
from equimask.inputs.pairs import DATASET
from equimask.inputs.reading import read_apart
from equimask.inputs.several import dataset_in, is_preset
from equimask.inputs.specification import ANY, Choice
from equimask.inputs.table import Table
from equimask.papers.request import Request


def places_of(request: Request, name: str, others: Sequence[str] = ()) -> list[Any]:
    """Where a dataset was given: `papers:DIR` that has it, or data that are none of the others."""
    found = []
    for one in request.data:
        if is_preset(one):
            place = dataset_in(one, name)
            if place is not None:
                found.append(place)
        elif _called(one) not in {*others} - {name}:
            found.append(one)
    return found


def tables_of(
    request: Request, places: Sequence[Any], languages: Sequence[str] = (), **where: str
) -> list[Table]:
    """All rows in these languages, a table for each, whatever bias and corpus they are of.

    `where` chooses the sources: `source="crows"`; data without such a column are taken whole.
    """
    found = []
    for place in places:
        choice = Choice(where=dict.fromkeys((BIAS_TYPE, "corpus"), (ANY,)), group=tuple(where))
        tables, _ = read_apart(place, choice, languages or request.languages)
        found += [one for one in tables if _is_meant(one, where)]
    return found


def some_rows(table: Table, request: Request) -> Table:
    """As many as are scored, a seeded sample in the order of the table; or all."""
    rows = request.rows
    if rows is None or len(table) <= rows:
        return table
    drawn = np.random.default_rng(request.options.seed).choice(len(table), rows, replace=False)
    return table.rows(sorted(map(int, drawn)))


def said_of_data(request: Request, tables: Sequence[Table], theirs: str) -> Iterator[str]:
    """What a reader must know before ours is compared with the published figures."""
    if not request.data:
        yield f"Ours: the packaged sentences ({DATASET}), not {theirs}."
    elif request.rows is not None and any(len(table) > request.rows for table in tables):
        yield f"Ours: {request.rows} rows of each language, drawn by seed; --full takes all."


def _is_meant(table: Table, where: dict[str, str]) -> bool:
    return all(
        name not in table.columns or set(table.values(name)) == {value}
        for name, value in where.items()
    )


def _called(data: Any) -> str:
    """The last part of a path or an address, without its config and revision."""
    if not isinstance(data, (str, Path)):
        return ""
    return Path(str(data)).name.partition("@")[0].partition(":")[0]
