"""Rows from anywhere under the names of their columns, and what was chosen of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any
from urllib.parse import unquote

from equimask.core.errors import DataError, InputError, near_matches, shorten
from equimask.core.schema import AS_PUBLISHED, CLUSTER
from equimask.core.signature import columns_hash
from equimask.inputs.specification import ANY, Choice, Crossed, text_of
from equimask.inputs.templates import parse_template

_SHOWN_VALUES, _SHOWN_LENGTH = 12, 40


@dataclass(frozen=True)
class Table:
    """Columns of equal length, in the order of their source.

    `group` tells the part of the source that this is, such as `source=crows`.
    `there` are all columns of the source, for messages; only those that something reads are kept.
    `named`, `crossed`, `where` and `template` are what was asked for.
    `known_by` are the columns whose content is its version; those that a metric reads if empty.
    `part` is its config, revision and split, where the name of the source does not tell it.
    """

    name: str
    columns: Mapping[str, list[Any]]
    language: str | None = None
    group: str = ""
    there: tuple[str, ...] = ()
    named: Mapping[str, str] = field(default_factory=dict)
    where: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    template: str = ""
    known_by: tuple[str, ...] = ()
    crossed: tuple[str, ...] = ()
    part: Mapping[str, str] = field(default_factory=dict)

    def __len__(self) -> int:
        return max((len(cells) for cells in self.columns.values()), default=0)

    def label(self, columns: Mapping[str, Sequence[Any]]) -> str:
        """`name@hash` for the signature: of what is scored, after all choices."""
        own = {name: self.columns[name] for name in self.known_by} or columns
        return f"{self.name}@{columns_hash([list(map(text_of, one)) for one in own.values()])}"

    @cached_property
    def content(self) -> str:
        """A hash of every cell under the name of its column."""
        names = sorted(self.columns)
        return columns_hash([names, *(list(map(text_of, self.columns[name])) for name in names)])

    @property
    def chosen(self) -> dict[str, str]:
        """Which part, rows and columns were asked for, for the signature; see `chosen_in`."""
        told = {
            "where": {name: "|".join(map(_plain, values)) for name, values in self.where.items()},
            "columns": {new: _plain(old) for new, old in self.named.items()},
        }
        if self.crossed:
            told["columns"] |= {CLUSTER: "|".join(map(_plain, self.crossed))}
        chosen = {
            field: ";".join(f"{_name(name)}={text}" for name, text in sorted(texts.items()))
            for field, texts in told.items()
            if texts
        }
        template = {"template": self.template} if self.template else {}
        return {**self.part, **chosen, **template}

    def rows(self, places: Sequence[int]) -> Table:
        """Some of the rows."""
        some = {name: [cells[i] for i in places] for name, cells in self.columns.items()}
        return replace(self, columns=some)

    def values(self, name: str) -> Counter[str]:
        """How often each value stands in a column, the commonest first."""
        return Counter(map(text_of, self.columns[name]))

    def by(self, name: str) -> dict[str, Table]:
        """The rows of each value of a column, in the order in which the values come."""
        check_lengths(self)
        places: dict[str, list[int]] = {}
        for row, cell in enumerate(self.columns[name]):
            places.setdefault(text_of(cell), []).append(row)
        return {value: self.rows(rows) for value, rows in places.items()}


def chosen_in(signed: Mapping[str, str]) -> Choice:
    """Which rows and columns the fields of a signature tell: the inverse of `Table.chosen`."""
    where, columns = (
        {
            unquote(name): tuple(map(unquote, text.split("|")))
            for name, _, text in (one.partition("=") for one in signed[field].split(";"))
        }
        if field in signed
        else {}
        for field in ("where", "columns")
    )
    crossed = columns.pop(CLUSTER) if len(columns.get(CLUSTER, ())) > 1 else ()
    named = {new: names[0] for new, names in columns.items()}
    return Choice(named, where, (), signed.get("template", ""), crossed)


def select(table: Table, choice: Choice, readable: Iterable[str]) -> Table:
    """The rows that fulfil the conditions, under the names that were asked for, in the template."""
    crossed = {CLUSTER: " and ".join(choice.crossed)} if choice.crossed else {}
    for new, old in {**choice.columns, **crossed}.items():
        if new not in readable:
            raise InputError(
                expected="a column that a metric reads on the left of `columns`",
                got=f"{new}={old}",
                fix=near_matches(new, [one for one in readable if not one.endswith(AS_PUBLISHED)]),
            )
    refuse_missing(table, (*choice.columns.values(), *choice.crossed, *choice.where))
    check_lengths(table)
    found = _filtered(table, choice)
    sources = {
        f"{new}{AS_PUBLISHED}": f"{old}{AS_PUBLISHED}"
        for new, old in choice.columns.items()
        if f"{old}{AS_PUBLISHED}" in table.columns
    }
    sources |= choice.columns
    renamed = {new: found.columns[old] for new, old in sources.items()}
    if choice.crossed:
        labels = ([text_of(cell) for cell in found.columns[name]] for name in choice.crossed)
        renamed[CLUSTER] = crossed_cells(*labels)
    made = parse_template(choice.template).fill(found.columns) if choice.template else {}
    others = {f"{name}{AS_PUBLISHED}" for name in (*choice.columns, *made)}
    kept = {name: cells for name, cells in found.columns.items() if name not in others}
    return replace(
        found,
        columns={**kept, **renamed, **made},
        named={**found.named, **choice.columns},
        template=choice.template or found.template,
        crossed=choice.crossed or found.crossed,
    )


def crossed_cells(*columns: Sequence[str]) -> list[Any]:
    """Several columns as one, a cell for each row."""
    return [Crossed(labels) for labels in zip(*columns, strict=True)]


def _filtered(table: Table, choice: Choice) -> Table:
    for name, values in choice.where.items():
        if ANY in values:
            continue
        places = [row for row, cell in enumerate(table.columns[name]) if text_of(cell) in values]
        if not places:
            several = " A list has several (--where again)." if "," in "".join(values) else ""
            raise DataError(
                expected=f"rows with {name}={' or '.join(map(shorten, values))} in "
                f"{shorten(table.name)}",
                got=f"none: {name} is {listed(table.values(name))}" if len(table) else "no rows",
                fix=f"Correct the condition; values are compared as they are written.{several}",
            )
        asked = {**table.where, name: tuple(sorted({*values}))}
        table = replace(table.rows(places), where=asked)
    return table


def check_lengths(table: Table) -> None:
    """Refuse columns of which nobody knows which cells belong together."""
    lengths: dict[int, str] = {}
    for name, cells in table.columns.items():
        lengths.setdefault(len(cells), name)
    if len(lengths) > 1:
        raise InputError(
            expected="columns of the same length",
            got=" and ".join(f"{count} in `{name}`" for count, name in lengths.items()),
            fix=f"Row {min(lengths)} is the first without a partner.",
        )


def apart(table: Table, names: Sequence[str]) -> list[Table]:
    """A table for every combination of values that these columns have."""
    refuse_missing(table, names)
    parts = [table]
    for name in names:
        parts = [
            replace(
                one,
                group=", ".join(filter(None, (part.group, f"{name}={value}"))),
                where={**part.where, name: (value,)},
            )
            for part in parts
            for value, one in part.by(name).items()
        ]
    return parts


def _plain(text: str) -> str:
    """Without the signs that part conditions."""
    return text.replace("%", "%25").replace(";", "%3B").replace("|", "%7C")


def _name(text: str) -> str:
    """Nor with the sign that ends a name."""
    return _plain(text).replace("=", "%3D")


def listed(values: Counter[str]) -> str:
    """Values with their counts, the commonest first."""
    shown = [f"{_cut(value)} ({n:,})" for value, n in values.most_common(_SHOWN_VALUES)]
    more = len(values) - len(shown)
    return ", ".join(shown) + (f" and {more} more" if more else "")


def _cut(value: str) -> str:
    return (value if len(value) <= _SHOWN_LENGTH else f"{value[:_SHOWN_LENGTH]}…") or "(empty)"


def refuse_missing(table: Table, names: Iterable[str]) -> None:
    """Refuse names that no column of the table has."""
    for name in names:
        if name not in table.columns:
            raise DataError(
                expected=f"a column {name!r} in {shorten(table.name)}",
                got="none of that name" if table.there else "no columns",
                fix=separated_otherwise(table.there)
                or (near_matches(name, table.there) if table.there else "Add rows with it."),
            )


def separated_otherwise(there: Sequence[str]) -> str:
    """What to do with a file whose line of names was read as one name."""
    if len(there) == 1 and ";" in there[0]:
        return "The file is separated by semicolons: save it with commas."
    return ""
