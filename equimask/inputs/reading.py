"""The one door: anything that is data becomes tables, and nothing is pooled that nobody pooled.

Data are a file, a folder, a dataset of the Hub, a frame, a dataset, a mapping of columns or a list
of records. Configs, splits, languages, sources and corpora are chosen by somebody, scored apart, or
listed in an error; the first one is never taken because it is the first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from equimask.core.errors import DataError, EquimaskError, near_matches, shorten
from equimask.core.languages import get_language, nearest
from equimask.core.schema import BIAS_TYPE, GROUP_COLUMNS, LANGUAGE_COLUMN
from equimask.inputs.files import read_file
from equimask.inputs.forms import readable_columns
from equimask.inputs.live import is_split_by_name, of_live
from equimask.inputs.repositories import Repository, open_repository
from equimask.inputs.specification import ANY, Choice, parse_address
from equimask.inputs.table import Table, apart, listed, select

GENDER = "gender"


class _Part(NamedTuple):
    """What can be read for itself: a config, which may be named after a language, or the whole."""

    config: str
    language: str | None
    read: Callable[[], Table]


def read_one(data: Any, choice: Choice, language: str | None = None) -> Table:
    """The table that is meant; what is left open is an error that lists what could be chosen."""
    table = _read(data, choice, language)
    for name in (BIAS_TYPE, *GROUP_COLUMNS):
        if name in choice.where or name in choice.group or name not in table.columns:
            continue
        values = table.values(name)
        if len(values) > 1:
            raise _unchosen(table.name, name, values)
    return table


def read_groups(data: Any, choice: Choice, language: str | None = None) -> list[Table]:
    """A table for each of the values that `choice.group` tells apart."""
    return apart(read_one(data, choice, language), choice.group)


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
            left_out[table.language or ""] = others
        asked = [name for name in choice.group if name in table.columns]
        several = [
            name
            for name in GROUP_COLUMNS
            if name in table.columns
            and name not in (*choice.where, *choice.group)
            and len(table.values(name)) > 1
        ]
        found += apart(table, (*asked, *several))
    if left_out:
        where = ", ".join(filter(None, left_out))
        notes.append(
            f"{_shown(data)}{where and f' ({where})'}: only pairs about gender are scored; left "
            f"out: {listed(sum(left_out.values(), Counter[str]()))}. --where {BIAS_TYPE}=… takes "
            "others"
        )
    return found, notes


def read_columns(
    data: Any, names: Sequence[str], language: str | None = None
) -> Mapping[str, list[Any]]:
    """Columns that are no metric's, of a file, a folder or a dataset of the Hub."""
    table = _part_in(_parts(data, set(names)), language, data).read()
    missing = [name for name in names if name not in table.columns]
    if missing:
        raise DataError(
            expected=f"the columns {', '.join(names)} in {shorten(table.name)}",
            got=f"no column {missing[0]!r}" if table.there else "no rows",
            fix=near_matches(missing[0], table.there),
        )
    return table.columns


def _read(data: Any, choice: Choice, language: str | None) -> Table:
    part = _part_in(_parts(data, readable_columns() | choice.named), language, data)
    table = select(part.read(), choice, readable_columns())
    by_language = _by_language(table, part.language, choice)
    if len(by_language) == 1:
        return _agreed(by_language[0], language)
    if language is None:
        raise _unchosen(table.name, LANGUAGE_COLUMN, table.values(LANGUAGE_COLUMN))
    fitting = [one for one in by_language if one.language and _same(one.language, language)]
    if len(fitting) != 1:
        raise DataError(
            expected=f"rows in {language!r} in {shorten(table.name)}",
            got=f"{LANGUAGE_COLUMN}: {listed(table.values(LANGUAGE_COLUMN))}",
            fix="Choose one of these languages.",
        )
    return fitting[0]


def _read_all(
    data: Any, choice: Choice, languages: Sequence[str], notes: list[str]
) -> Iterable[Table]:
    parts = _parts(data, readable_columns() | choice.named)
    named = [part for part in parts if part.language is not None]
    for part in parts:
        if named and part.language is None:
            notes.append(f"{_shown(data)}: the config {part.config!r} is no language, left out")
            continue
        if part.language and languages and not any(_same(part.language, tag) for tag in languages):
            continue
        read = part.read()
        whole = select(read, choice.within(read.columns), readable_columns())
        if len(parts) > 1 and not named:  # files of a folder, for example
            whole = replace(whole, group=f"config={part.config}")
        for table in _by_language(whole, part.language, choice):
            if table.language is None and len(languages) == 1:
                yield replace(table, language=languages[0])
            elif (
                not languages
                or table.language is None
                or any(_same(table.language, tag) for tag in languages)
            ):
                yield table


def _parts(data: Any, names: Set[str]) -> list[_Part]:
    wanted = names.__contains__
    if isinstance(data, Table):
        return [_Part("", data.language, lambda: data)]
    if isinstance(data, (str, Path)):
        address = parse_address(data)
        if address.kind == "file":
            return [_Part("", None, lambda: read_file(Path(address.name), wanted))]
        opened = open_repository(address)
        configs = opened.configs if address.config is None else (_known(opened, address.config),)

        def reader(config: str) -> Callable[[], Table]:
            return lambda: opened.read(config, _split(opened, config, address.split), wanted)

        return [_Part(config, _tag(config), reader(config)) for config in configs]
    if is_split_by_name(data):
        splits = list(data)
        if len(splits) > 1:
            raise _several("split", "the given datasets", splits, "Pass one: data[SPLIT].")
        return [_Part("", None, lambda: of_live(data[splits[0]], wanted))]
    return [_Part("", None, lambda: of_live(data, wanted))]


def _part_in(parts: Sequence[_Part], language: str | None, data: Any) -> _Part:
    if len(parts) == 1:
        return parts[0]
    configs = [part.config for part in parts]
    if language is not None and (near := nearest(language, configs)):
        return parts[configs.index(near)]
    how = f"Name one: {_shown(data)}:CONFIG, or give a language that is among them."
    raise _several("config", _shown(data), configs, how)


def _known(opened: Repository, config: str) -> str:
    if config not in opened.configs:
        raise _several(f"config {config!r}", opened.name, opened.configs, "Name one of them.")
    return config


def _split(opened: Repository, config: str, split: str | None) -> str:
    splits = opened.splits_of(config)
    if split is not None and split in splits:
        return split
    if split is None and len(splits) == 1:
        return splits[0]
    what = "split" if split is None else f"split {split!r}"
    how = f"Name one: {opened.name}:{config}/SPLIT."
    raise _several(what, f"{opened.name}:{config}", splits, how)


def _by_language(table: Table, language: str | None, choice: Choice) -> list[Table]:
    """A table for every language that a column names, where it names any and nobody pooled them."""
    pooled = ANY in choice.where.get(LANGUAGE_COLUMN, ()) or LANGUAGE_COLUMN in choice.group
    if LANGUAGE_COLUMN not in table.columns or pooled:
        return [replace(table, language=language or table.language)]
    tags = {value: _tag(value) for value in table.values(LANGUAGE_COLUMN)}
    if not tags or not all(tags.values()):  # the column says nothing, or something else
        return [replace(table, language=language or table.language)]
    if len(tags) == 1:
        return [replace(table, language=next(iter(tags.values())))]
    return [replace(one, language=tags[value]) for value, one in table.by(LANGUAGE_COLUMN).items()]


def _agreed(table: Table, language: str | None) -> Table:
    """The table in the language that was asked for, which must not be another than its own."""
    if language is None:
        return table
    if table.language is not None and not _same(table.language, language):
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
    if len(values) < 2:
        return table, others
    if GENDER not in values:
        raise _unchosen(table.name, BIAS_TYPE, values)
    others = Counter({value: n for value, n in values.items() if value != GENDER})
    return select(table, Choice(where={BIAS_TYPE: (GENDER,)}), ()), others


def _tag(name: str) -> str | None:
    """The language that a config or a cell names."""
    try:
        return get_language(name).code
    except EquimaskError:
        return None


def _same(one: str, other: str) -> bool:
    """Whether two tags name one language, whatever the region."""
    return nearest(one, [other]) is not None


def _shown(data: Any) -> str:
    return Path(data).name if isinstance(data, (str, Path)) else "the data"


def _several(what: str, where: str, names: Iterable[str], how: str) -> DataError:
    shown = sorted(names)
    return DataError(
        expected=f"one {what} of {where}" if " " not in what else f"a {what} in {where}",
        got=f"{len(shown)}: {', '.join(shown)}" if shown else "none",
        fix=how,
    )


def _unchosen(name: str, column: str, values: Counter[str]) -> DataError:
    first = GENDER if GENDER in values else next(iter(values))
    by_language = column == LANGUAGE_COLUMN
    one = (
        "--language"
        if by_language
        else f"where={{{column!r}: {first!r}}} (--where {column}={first})"
    )
    return DataError(
        expected=f"one `{column}` in {shorten(name)}",
        got=f"{len(values)}: {listed(values)}",
        fix=f"Choose one by {one}, take them apart by group={column!r} (--group {column}), or "
        f"score all as one by where={{{column!r}: {ANY!r}}} (--where '{column}={ANY}').",
    )
