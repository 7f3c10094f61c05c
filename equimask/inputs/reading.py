"""The one door: anything that is data becomes tables, and nothing is pooled that nobody pooled.

Data are a file, a folder, a dataset of the Hub, a frame, a dataset, a mapping of columns or a list
of records. Configs, splits, languages, sources and corpora are chosen by somebody, scored apart, or
listed in an error; the first one is never taken because it is the first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from shlex import quote
from typing import Any

from equimask.core.errors import DataError, shorten
from equimask.core.languages import get_language, nearest
from equimask.core.schema import BIAS_TYPE, GROUP_COLUMNS, LANGUAGE_COLUMN
from equimask.inputs.forms import readable_columns
from equimask.inputs.parts import in_language, part_in, parts_of, shown, tag_of
from equimask.inputs.specification import ANY, Choice, text_of
from equimask.inputs.table import Table, apart, listed, refuse_missing, select

GENDER = "gender"


_NOT_POOLED = (BIAS_TYPE, *GROUP_COLUMNS, LANGUAGE_COLUMN)
_Beside = Mapping[str, list[Any]]


def read_one(
    data: Any, choice: Choice, language: str | None = None, beside: _Beside | None = None
) -> Table:
    """The table that is meant; what is left open is an error that lists what could be chosen.

    `beside` are columns that come with the data, a cell for each of its rows.
    """
    table = _read(data, choice, language, beside or {})
    refuse_missing(table, choice.group)
    for name in _NOT_POOLED:
        if name in choice.where or name in choice.group or name not in table.columns:
            continue
        if name in GROUP_COLUMNS and name in choice.clusters:
            continue
        values = table.values(name)
        if len(values) > 1:
            raise _unchosen(table.name, name, values)
    return table


def read_groups(
    data: Any, choice: Choice, language: str | None = None, beside: _Beside | None = None
) -> list[Table]:
    """A table for each of the values that `choice.group` tells apart."""
    tables = apart(read_one(data, choice, language, beside), choice.group)
    if LANGUAGE_COLUMN not in choice.group:
        return tables
    return [one for table in tables for one in _by_language(table, table.language, Choice())]


def read_apart(
    data: Any, choice: Choice, languages: Sequence[str] = ()
) -> tuple[list[Table], list[str]]:
    """All there is, every language, source and corpus a table of its own; and what is to be said.

    Where several data are read, a choice holds for those that have its columns.
    Whoever scores everything asks for gender: pairs about other groups beside them are left out.
    """
    found: list[Table] = []
    notes: list[str] = []
    left_out: dict[str, Counter[str]] = {}
    for whole in _read_all(data, choice, languages, notes):
        table, others = _about_gender(whole, choice)
        if others:
            left_out.setdefault(table.language or "", Counter()).update(others)
        asked = [name for name in choice.group if name in table.columns]
        several = [
            name
            for name in (*GROUP_COLUMNS, LANGUAGE_COLUMN)
            if name in table.columns
            and name not in (*choice.where, *choice.group)
            and not (name in GROUP_COLUMNS and name in choice.clusters)
            and len(table.values(name)) > 1
        ]
        found += apart(table, (*asked, *several))
    if left_out:
        where = ", ".join(filter(None, left_out))
        notes.append(
            f"{shown(data)}{where and f' ({where})'}: only pairs about gender are scored; left "
            f"out: {listed(sum(left_out.values(), Counter[str]()))}. --where {BIAS_TYPE}=… takes "
            "others"
        )
    return found, notes


def read_whole(data: Any, choice: Choice, language: str | None = None) -> Table:
    """The part that is meant, before any of its rows is chosen."""
    part = part_in(parts_of(data, readable_columns() | choice.wanted), language, data)
    return replace(part.read(), language=part.language)


def pooled(table: Table, choice: Choice, *, languages: bool) -> Choice:
    """With all as one that the choice leaves open, for whoever knows that nobody chose more."""
    left_open = [
        name
        for name in _NOT_POOLED
        if name in table.columns
        and name not in (*choice.where, *choice.group, *choice.clusters)
        and (languages or name != LANGUAGE_COLUMN)
    ]
    return replace(choice, where={**choice.where, **dict.fromkeys(left_open, (ANY,))})


def read_columns(
    data: Any, names: Sequence[str], language: str | None = None
) -> Mapping[str, list[Any]]:
    """Columns that are no metric's, of a file, a folder or a dataset of the Hub."""
    table = part_in(parts_of(data, set(names)), language, data).read()
    refuse_missing(table, names)
    return table.columns


def _read(data: Any, choice: Choice, language: str | None, beside: _Beside) -> Table:
    part = part_in(parts_of(data, readable_columns() | choice.wanted), language, data)
    whole = part.read()
    table = select(replace(whole, columns={**whole.columns, **beside}), choice, readable_columns())
    if LANGUAGE_COLUMN in choice.group and language is None:
        return replace(_spelled(table), language=part.language or table.language)
    by_language = {str(one.language): one for one in _by_language(table, part.language, choice)}
    if len(by_language) == 1:
        return _agreed(next(iter(by_language.values())), language)
    values = table.values(LANGUAGE_COLUMN)
    if language is None:
        raise _unchosen(table.name, LANGUAGE_COLUMN, values)
    spoken = in_language(language, by_language)
    if len(spoken) != 1:
        raise DataError(
            expected=f"rows in {language!r} in {shorten(table.name)}",
            got=f"{LANGUAGE_COLUMN}: {listed(values)}",
            fix="Choose one of these languages.",
        )
    return _agreed(by_language[spoken[0]], language)


def _read_all(
    data: Any, choice: Choice, languages: Sequence[str], notes: list[str]
) -> Iterable[Table]:
    parts = parts_of(data, readable_columns() | choice.wanted)
    named = any(part.language is not None for part in parts)
    missing = [part.config for part in parts if not part.is_built]
    spoken = _asked(languages, filter(None, (part.language for part in parts)))
    for part in parts:
        if named and part.language is None:
            notes.append(f"{shown(data)}: the config {part.config!r} is no language, left out")
            continue
        if part.language and languages and part.language not in spoken:
            continue
        if not part.is_built and len(parts) > 1:
            continue
        read = part.read()
        whole = select(read, choice.within(read.columns), readable_columns())
        if len(parts) > 1 and not named:  # files of a folder, for example
            whole = replace(whole, group=f"config={part.config}")
        tables = _by_language(whole, part.language, choice)
        told = _asked(languages, filter(None, (table.language for table in tables)))
        for table in tables:
            if table.language is None and len(languages) == 1:
                yield replace(table, language=languages[0])
            elif not languages or table.language is None or table.language in told:
                yield table
    if missing and len(parts) > 1:
        verb = "is" if len(missing) == 1 else "are"
        notes.append(
            f"{shown(data)}: the card names {', '.join(missing)} too, which {verb} not built"
        )


def _by_language(table: Table, language: str | None, choice: Choice) -> list[Table]:
    """A table for every language that a column names, where it names any and nobody pooled them."""
    known = replace(table, language=language or table.language)
    spelled = _spelled(table)
    if spelled is table or ANY in choice.where.get(LANGUAGE_COLUMN, ()):
        return [known]
    if len(spelled.values(LANGUAGE_COLUMN)) == 1:
        return [replace(spelled, language=spelled.columns[LANGUAGE_COLUMN][0])]
    return [replace(one, language=tag) for tag, one in spelled.by(LANGUAGE_COLUMN).items()]


def _spelled(table: Table) -> Table:
    """With one tag for each of the languages that a column names; as it is where it names none."""
    if LANGUAGE_COLUMN not in table.columns:
        return table
    tags = {value: tag_of(value) for value in table.values(LANGUAGE_COLUMN)}
    if not tags or not all(tags.values()):  # the column says something else
        return table
    cells = [tags[text_of(cell)] for cell in table.columns[LANGUAGE_COLUMN]]
    return replace(table, columns={**table.columns, LANGUAGE_COLUMN: cells})


def _asked(languages: Sequence[str], there: Iterable[str]) -> set[str]:
    """The languages among those that are there that somebody has asked for."""
    names = tuple(there)
    return {tag for language in languages for tag in in_language(language, names)}


def _agreed(table: Table, language: str | None) -> Table:
    """The table in the language that was asked for, which must not be another than its own."""
    if language is None:
        return table
    if table.language is not None and nearest(table.language, [language]) is None:
        raise DataError(
            expected=f"rows in {language!r} in {shorten(table.name)}",
            got=f"rows in {table.language!r}",
            fix="Name the language of the data, or leave it out.",
        )
    return replace(table, language=get_language(language).code)


def _about_gender(table: Table, choice: Choice) -> tuple[Table, Counter[str]]:
    """The pairs about gender, and how many there are about others."""
    others = Counter[str]()
    if BIAS_TYPE in (*choice.where, *choice.group) or BIAS_TYPE not in table.columns:
        return table, others
    values = table.values(BIAS_TYPE)
    if set(values) in ({GENDER}, {""}, set()):
        return table, others
    if GENDER not in values:  # nobody has said that these are meant
        raise _unchosen(table.name, BIAS_TYPE, values)
    others = Counter({value: n for value, n in values.items() if value != GENDER})
    return select(table, Choice(where={BIAS_TYPE: (GENDER,)}), ()), others


def _unchosen(name: str, column: str, values: Counter[str]) -> DataError:
    first = GENDER if GENDER in values else next(filter(None, values))
    is_language = column == LANGUAGE_COLUMN and all(map(tag_of, values))
    one = (
        f"language={first!r} (--language {first})"
        if is_language
        else f"where={{{column!r}: {first!r}}} (--where {quote(f'{column}={first}')})"
    )
    return DataError(
        expected=f"one `{column}` in {shorten(name)}",
        got=f"{len(values)}: {listed(values)}",
        fix=f"Choose one by {one}, take them apart by group={column!r} (--group {column}), or "
        f"score all as one by where={{{column!r}: {ANY!r}}} (--where '{column}={ANY}').",
    )
