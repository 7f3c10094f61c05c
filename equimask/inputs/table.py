"""Rows from anywhere under the names of their columns, and what was chosen of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from equimask.core.errors import DataError, InputError, near_matches, shorten
from equimask.core.schema import AS_PUBLISHED
from equimask.core.signature import columns_hash
from equimask.inputs.specification import ANY, Choice, text_of
from equimask.inputs.templates import parse_template

_SHOWN_VALUES = 12


@dataclass(frozen=True)
class Table:
    """Columns of equal length, in the order of their source.

    `group` tells the part of the source that this is, such as `source=crows`.
    `there` are all columns of the source, for messages; only those that something reads are kept.
    `chosen` says which rows and columns were asked for, for the signature.
    `known_by` are the columns whose content is its version; those that a metric reads if empty.
    """

    name: str
    columns: Mapping[str, list[Any]]
    language: str | None = None
    group: str = ""
    there: tuple[str, ...] = ()
    chosen: Mapping[str, str] = field(default_factory=dict)
    known_by: tuple[str, ...] = ()

    def __len__(self) -> int:
        return max((len(cells) for cells in self.columns.values()), default=0)

    def label(self, columns: Mapping[str, Sequence[Any]]) -> str:
        """`name@hash` for the signature: of what is scored, after all choices."""
        own = {name: self.columns[name] for name in self.known_by} or columns
        return f"{self.name}@{columns_hash([list(map(text_of, one)) for one in own.values()])}"

    def rows(self, places: Sequence[int]) -> Table:
        """Some of the rows."""
        some = {name: [cells[i] for i in places] for name, cells in self.columns.items()}
        return replace(self, columns=some)

    def values(self, name: str) -> Counter[str]:
        """How often each value stands in a column, the commonest first."""
        return Counter(map(text_of, self.columns[name]))

    def by(self, name: str) -> dict[str, Table]:
        """The rows of each value of a column, in the order in which the values come."""
        places: dict[str, list[int]] = {}
        for row, cell in enumerate(self.columns[name]):
            places.setdefault(text_of(cell), []).append(row)
        return {value: self.rows(rows) for value, rows in places.items()}


def select(table: Table, choice: Choice, readable: Iterable[str]) -> Table:
    """The rows that fulfil the conditions, under the names that were asked for, in the template."""
    for new, old in choice.columns.items():
        if new not in set(readable):
            raise InputError(
                expected="a column that a metric reads on the left of `columns`",
                got=f"{new}={old}",
                fix=near_matches(new, readable),
            )
        if old not in table.columns:
            raise _no_column(table, old)
    found = _filtered(table, choice)
    renamed = {new: found.columns[old] for new, old in choice.columns.items()}
    kept = {
        name: cells
        for name, cells in found.columns.items()
        if name.removesuffix(AS_PUBLISHED) not in renamed  # which is another text now
    }
    signed = dict(found.chosen)
    if choice.columns:
        signed["columns"] = ";".join(f"{new}={old}" for new, old in sorted(choice.columns.items()))
    made = {}
    if choice.template:
        made = parse_template(choice.template).fill(found.columns)
        signed["template"] = choice.template
    return replace(found, columns={**kept, **renamed, **made}, chosen=signed)


def _filtered(table: Table, choice: Choice) -> Table:
    for name, wanted in choice.where.items():
        if name not in table.columns:
            raise _no_column(table, name)
        if ANY in wanted:
            continue
        _check_lengths(table)
        before = table
        cells = before.columns[name]
        table = before.rows([row for row, cell in enumerate(cells) if text_of(cell) in wanted])
        if not len(table):
            raise DataError(
                expected=f"rows with {name}={' or '.join(map(shorten, wanted))} in {before.name}",
                got=f"none: {name} is {listed(before.values(name))}",
                fix="Correct the condition; values are compared as they are written.",
            )
    told = {
        name: "|".join(sorted(wanted)) for name, wanted in choice.where.items() if ANY not in wanted
    }
    if not told:
        return table
    return replace(
        table,
        chosen={**table.chosen, "where": ";".join(f"{k}={v}" for k, v in sorted(told.items()))},
    )


def _check_lengths(table: Table) -> None:
    lengths = {name: len(cells) for name, cells in table.columns.items()}
    if len(set(lengths.values())) > 1:
        raise InputError(
            expected="columns of the same length",
            got=" and ".join(f"{count} in `{name}`" for name, count in lengths.items()),
            fix=f"Row {min(lengths.values())} is the first without a partner.",
        )


def apart(table: Table, names: Sequence[str]) -> list[Table]:
    """A table for every combination of values that these columns have."""
    for name in names:
        if name not in table.columns:
            raise _no_column(table, name)
    _check_lengths(table)
    parts = [table]
    for name in names:
        parts = [
            replace(
                one,
                group=", ".join(filter(None, (part.group, f"{name}={value}"))),
                chosen={**part.chosen, "where": _and(part.chosen.get("where", ""), name, value)},
            )
            for part in parts
            for value, one in part.by(name).items()
        ]
    return parts


def _and(conditions: str, name: str, value: str) -> str:
    """The conditions with one more, which goes before a wider one of the same column."""
    others = [one for one in conditions.split(";") if one and one.partition("=")[0] != name]
    return ";".join(sorted([*others, f"{name}={value}"]))


def listed(values: Counter[str]) -> str:
    """Values with their counts, the commonest first."""
    shown = [f"{value or '(empty)'} ({n:,})" for value, n in values.most_common(_SHOWN_VALUES)]
    more = len(values) - len(shown)
    return ", ".join(shown) + (f" and {more} more" if more else "")


def _no_column(table: Table, name: str) -> DataError:
    return DataError(
        expected=f"a column {name!r} in {shorten(table.name)}",
        got=f"{', '.join(map(repr, table.there)) or 'no columns'}",
        fix=near_matches(name, table.there),
    )
