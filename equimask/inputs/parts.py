"""Parts of data that can be read for themselves: a config and a split of it, or the whole."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence, Set
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from equimask.core.errors import DataError, EquimaskError, near_matches
from equimask.core.languages import get_language, nearest
from equimask.inputs.files import read_file
from equimask.inputs.live import is_split_by_name, of_live
from equimask.inputs.repositories import Repository, open_repository
from equimask.inputs.specification import Address, parse_address
from equimask.inputs.table import Table

_NO_LANGUAGES = frozenset({"all", "dev", "raw", "val"})  # by which nobody means Allar or Domung


class Part(NamedTuple):
    """A config, which may be named after a language, or the whole.

    What is not built is only named by a card; reading it says so.
    """

    config: str
    language: str | None
    read: Callable[[], Table]
    is_built: bool = True


def parts_of(data: Any, names: Set[str]) -> list[Part]:
    """All parts of the data; of their columns those of these names are read."""
    wanted = names.__contains__
    if isinstance(data, Table):
        return [Part("", data.language, lambda: data)]
    if isinstance(data, (str, os.PathLike)):
        address = parse_address(data)
        if address.kind == "file":
            return [Part("", None, lambda: read_file(Path(address.name), wanted))]
        opened = open_repository(address)
        configs = (*opened.configs, *opened.missing)

        def part(config: str) -> Part:
            def read() -> Table:
                split = _split(opened, config, address.split)
                told = {
                    "config": config if _is_one_of_several(config, configs, address) else None,
                    "revision": address.revision,
                    "split": split if len(opened.splits_of(config)) > 1 else None,
                }
                table = opened.read(config, split, wanted)
                return replace(table, part={k: v for k, v in told.items() if v is not None})

            return Part(config, tag_of(config), read, config in opened.configs)

        if address.config is None:
            return list(map(part, configs))
        if address.config not in configs:
            raise _unknown("config", address.config, opened.name, configs)
        return [part(address.config)]
    if is_split_by_name(data):
        if len(data) > 1:
            raise _several("split", "the given datasets", data, "Pass one: data[SPLIT].")
        (data,) = data.values()
    return [Part("", None, lambda: of_live(data, wanted))]


def _is_one_of_several(config: str, configs: Sequence[str], address: Address) -> bool:
    """Whether its name must be told to find it again; that of a language is told by the rows'.

    Of a dataset on the Hub, the others are not listed for whoever names one.
    """
    is_named = address.kind == "hub" and address.config is not None
    return tag_of(config) is None and (len(configs) > 1 or is_named)


def part_in(parts: Sequence[Part], language: str | None, data: Any) -> Part:
    """The part in a language, or the only one."""
    if len(parts) == 1:
        return parts[0]
    configs = [part.config for part in parts]
    spoken = [] if language is None else in_language(language, configs)
    if len(spoken) == 1:
        return parts[configs.index(spoken[0])]
    built = [part for part in parts if part.is_built]
    if len(built) == 1:
        return built[0]
    name = shown(data)
    how = f"Name one: {name}:CONFIG."
    if any(part.language for part in built):
        how = f"Name one, {name}:CONFIG, or a language that is among them."
    there = [part.config for part in built]
    if language is None or spoken:
        raise _several("config", name, spoken or there, how)
    raise DataError(
        expected=f"data in {language!r} in {name}",
        got=f"the configs {', '.join(sorted(there))}",
        fix=how,
    )


def _split(opened: Repository, config: str, split: str | None) -> str:
    splits = opened.splits_of(config)
    if split is not None:
        if split not in splits:
            raise _unknown("split", split, opened.name, splits)
        return split
    if len(splits) != 1:
        name = opened.name if len(opened.configs) == 1 else f"{opened.name}:{config}"
        raise _several("split", name, splits, f"Name one: {name}/SPLIT.")
    return splits[0]


def tag_of(name: str) -> str | None:
    """The language that a config or a cell names."""
    try:
        return None if name in _NO_LANGUAGES else get_language(name).code
    except EquimaskError:
        return None


def in_language(language: str, names: Iterable[str]) -> list[str]:
    """The names of this very language, else of what it is a region of, else of all its regions."""
    wanted = get_language(language).code
    tags = {name: tag for name in names if (tag := tag_of(name)) and nearest(wanted, [tag])}
    for meant in (wanted, wanted.partition("-")[0]):
        if own := [name for name, tag in tags.items() if tag == meant]:
            return own
    return list(tags)


def shown(data: Any) -> str:
    """What people call the data."""
    if not isinstance(data, (str, os.PathLike)):
        return "the data"
    address = parse_address(data)
    return address.name if address.kind == "hub" else Path(address.name).resolve().name


def _several(what: str, where: str, names: Iterable[str], how: str) -> DataError:
    listed = sorted(names)
    return DataError(
        expected=f"one {what} of {where}",
        got=f"{len(listed)}: {', '.join(listed)}" if listed else "none",
        fix=how,
    )


def _unknown(what: str, name: str, where: str, names: Iterable[str]) -> DataError:
    return DataError(expected=f"a {what} of {where}", got=repr(name), fix=near_matches(name, names))
