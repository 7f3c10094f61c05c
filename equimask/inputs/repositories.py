"""Datasets in folders and on the Hub: which configs and splits they have, and their columns."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from yaml import YAMLError

from equimask.core.errors import DataError, shorten
from equimask.inputs.files import Wanted, read_file
from equimask.inputs.live import of_dataset
from equimask.inputs.specification import CARD, SUFFIXES, Address, files_in
from equimask.inputs.table import Table, check_lengths

Files = Mapping[str, Sequence[Path]]
"""What lies here for each path or pattern; nothing where it is missing."""

SPLIT = "test"
"""The only one of a file that no card names."""


@dataclass(frozen=True)
class Repository:
    """A dataset: its configs by name, each with its splits, and how one of them is read.

    `missing` are the configs that its card names and nobody has built.
    """

    name: str
    splits_of: Callable[[str], list[str]]
    configs: tuple[str, ...]
    read: Callable[[str, str, Wanted], Table]
    missing: tuple[str, ...] = ()


def open_repository(address: Address) -> Repository:
    """A folder as it was built or filled by hand, or a dataset of the Hub."""
    return _folder(Path(address.name)) if address.kind == "folder" else _hub(address)


def _folder(folder: Path) -> Repository:
    """By its card, as the Hub reads it; without one, every file is a config of its own."""
    name = folder.resolve().name
    patterns = _declared(folder)
    files = {
        config: {
            split: _matching(folder, split_patterns) for split, split_patterns in splits.items()
        }
        for config, splits in patterns.items()
    } or _found(folder)
    built = tuple(
        config for config, splits in files.items() if any(map(_is_there, splits.values()))
    )
    if not built:
        raise _nothing_built(name) if patterns else _no_data(name)

    def read(config: str, split: str, wanted: Wanted) -> Table:
        for pattern, paths in files[config][split].items():
            if not paths:
                raise DataError(
                    expected=f"{shorten(pattern)}, which the card of {shorten(name)} names",
                    got="no such file",
                    fix=f"Build it: `python -m builders {name} --source DIR`.",
                )
        parts = [read_file(one, wanted) for paths in files[config][split].values() for one in paths]
        return _joined(name, parts)

    missing = tuple(config for config in files if config not in built)
    return Repository(name, lambda config: list(files[config]), built, read, missing)


def _no_data(name: str) -> DataError:
    return DataError(
        expected=f"a folder with data files ({', '.join(SUFFIXES)})",
        got=f"none in {shorten(name)}",
        fix="Name a folder with such files; `python -m builders NAME` builds a dataset of ours.",
    )


def _nothing_built(name: str) -> DataError:
    return DataError(
        expected=f"the data files that the card of {shorten(name)} names",
        got="none of them",
        fix=f"Build them: `python -m builders {name} --source DIR`.",
    )


def _is_there(files: Files) -> bool:
    return any(files.values())


def _joined(name: str, parts: Sequence[Table]) -> Table:
    """The rows of all parts; a gap where one has not the column of another."""
    for part in parts:
        check_lengths(part)
    names = dict.fromkeys(column for part in parts for column in part.columns)
    columns = {
        column: [
            cell
            for part in parts
            for cell in part.columns.get(column, itertools.repeat(None, len(part)))
        ]
        for column in names
    }
    there = dict.fromkeys(column for part in parts for column in part.there)
    return Table(name, columns, there=tuple(there))


def _declared(folder: Path) -> dict[str, dict[str, list[str]]]:
    """The paths that the card's metadata name, by config and split."""
    from huggingface_hub import DatasetCard

    card = folder / CARD
    if not card.is_file():
        return {}
    try:
        configs = DatasetCard.load(card, ignore_metadata_errors=True).data.get("configs") or []
        return {str(one["config_name"]): _splits(one["data_files"]) for one in configs}
    except (ValueError, LookupError, TypeError, AttributeError, OSError, YAMLError) as error:
        raise _unfollowed(folder, error) from error


def _splits(data_files: Any) -> dict[str, list[str]]:
    """As the Hub takes them: what is no split by name is the split `train`."""
    if isinstance(data_files, Mapping):
        splits = dict(data_files)
    elif isinstance(data_files, list) and not all(isinstance(one, str) for one in data_files):
        splits = {one["split"]: one["path"] for one in data_files}
    else:
        splits = {"train": data_files}
    found = {
        str(split): [paths] if isinstance(paths, str) else list(paths)
        for split, paths in splits.items()
    }
    if not found or not all(
        path and isinstance(path, str) for some in found.values() for path in some
    ):
        raise ValueError(f"data_files: {data_files!r}")
    return found


def _matching(folder: Path, patterns: Sequence[str]) -> Files:
    roots = _roots(folder.resolve())
    try:
        return {
            pattern: [
                path
                for path in sorted(folder.glob(pattern))
                if path.is_file() and any(map(path.resolve().is_relative_to, roots))
            ]
            for pattern in patterns
        }
    except (ValueError, NotImplementedError) as error:  # an absolute path
        raise _unfollowed(folder, error) from error


def _roots(folder: Path) -> list[Path]:
    """Where its files may really lie; a snapshot in the Hub's cache has links to blobs."""
    blobs = [folder.parents[1] / "blobs"] if folder.parent.name == "snapshots" else []
    return [folder, *blobs]


def _unfollowed(folder: Path, error: Exception) -> DataError:
    return DataError(
        expected=f"a card whose `configs` name splits and paths in {shorten(folder.name)}",
        got=shorten(str(error), 200),
        fix="Mend README.md, or name a file of the folder.",
    )


def _found(folder: Path) -> dict[str, dict[str, Files]]:
    files = files_in(folder)
    stems = Counter(path.stem for path in files)
    return {
        path.stem if stems[path.stem] == 1 else path.relative_to(folder).as_posix(): {
            SPLIT: {path.name: [path]}
        }
        for path in files
    }


def _hub(address: Address) -> Repository:
    name, revision = address.name, address.revision
    loaded: dict[str, Mapping[str, Any]] = {}

    def splits(config: str) -> Mapping[str, Any]:
        if config not in loaded:
            from datasets import load_dataset

            loaded[config] = _asked(name, lambda: load_dataset(name, config, revision=revision))
        return loaded[config]

    def configs() -> list[str]:
        from datasets import get_dataset_config_names

        return list(get_dataset_config_names(name, revision=revision))

    def read(config: str, split: str, wanted: Wanted) -> Table:
        return of_dataset(name, splits(config)[split], wanted)

    known = (address.config,) if address.config else tuple(_asked(name, configs))
    return Repository(name, lambda config: list(splits(config)), known, read)


def _asked(name: str, ask: Callable[[], Any]) -> Any:
    try:
        return ask()
    except Exception as error:  # the hub's clients raise many kinds
        raise DataError(
            expected="a dataset on the Hub or a file",
            got=f"{name!r} ({shorten(str(error), 200)})",
            fix="Check the name, the config, the revision and the network; offline, give a file.",
        ) from error
