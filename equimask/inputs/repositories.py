"""Datasets in folders and on the Hub: which configs and splits they have, and their columns."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pyarrow as pa

from equimask.core.errors import DataError, shorten
from equimask.inputs.files import Wanted, of_arrow, read_file
from equimask.inputs.specification import SUFFIXES, Address
from equimask.inputs.table import Table

_CARD = "README.md"


@dataclass(frozen=True)
class Repository:
    """A dataset: its configs by name, each with its splits, and how one of them is read."""

    name: str
    splits_of: Callable[[str], list[str]]
    configs: tuple[str, ...]
    read: Callable[[str, str, Wanted], Table]


def open_repository(address: Address) -> Repository:
    """A folder as it was built or filled by hand, or a dataset of the Hub."""
    return _folder(Path(address.name)) if address.kind == "folder" else _hub(address)


def _folder(folder: Path) -> Repository:
    """By its card, as the Hub reads it; without one, every file is a config of its own."""
    name = folder.resolve().name
    files = _declared(folder) or _found(folder)
    if not files:
        raise DataError(
            expected=f"a folder with data files ({', '.join(SUFFIXES)})",
            got=f"none in {shorten(name)}",
            fix=f"Build it first: `python -m builders {name}`, or name a file.",
        )

    def read(config: str, split: str, wanted: Wanted) -> Table:
        parts = [read_file(path, wanted) for path in files[config][split]]
        columns = {
            column: [cell for part in parts for cell in part.columns[column]]
            for column in parts[0].columns
            if all(column in part.columns for part in parts)
        }
        return replace(parts[0], name=name, columns=columns)

    return Repository(name, lambda config: list(files[config]), tuple(files), read)


def _declared(folder: Path) -> dict[str, dict[str, list[Path]]]:
    """The files that the card's metadata name, by config and split; those that are missing too."""
    from huggingface_hub import DatasetCard

    card = folder / _CARD
    if not card.is_file():
        return {}
    try:
        configs = DatasetCard.load(card, ignore_metadata_errors=True).data.get("configs") or []
        files = {
            str(config["config_name"]): {
                str(one["split"]): _matching(folder, one["path"]) for one in config["data_files"]
            }
            for config in configs
        }
    except (ValueError, LookupError, TypeError, OSError) as error:
        raise DataError(
            expected=f"a card whose `configs` name splits and paths in {shorten(folder.name)}",
            got=shorten(str(error), 200),
            fix="Mend README.md, or name a file of the folder.",
        ) from error
    there = {
        config: {split: paths for split, paths in splits.items() if paths}
        for config, splits in files.items()
    }
    built = {config: splits for config, splits in there.items() if splits}
    if files and not built:
        raise DataError(
            expected=f"the data files that the card of {shorten(folder.name)} names",
            got="none of them",
            fix=f"Build them: `python -m builders {folder.resolve().name} --source DIR`.",
        )
    return built


def _matching(folder: Path, pattern: Any) -> list[Path]:
    patterns = [pattern] if isinstance(pattern, str) else list(pattern)
    root = folder.resolve()
    found = [path for one in patterns for path in sorted(folder.glob(one)) if path.is_file()]
    return [path for path in found if path.resolve().is_relative_to(root)]


def _found(folder: Path) -> dict[str, dict[str, list[Path]]]:
    files = [
        path
        for place in (folder, folder / "data")
        for path in sorted(place.glob("*"))
        if path.suffix.lower() in SUFFIXES and path.is_file() and path.name != "receipt.json"
    ]
    return {path.stem: {"test": [path]} for path in files}


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
        dataset = splits(config)[split]
        kept = [column for column in dataset.column_names if wanted(column)]
        table: pa.Table = dataset.select_columns(kept).with_format("arrow")[:]
        return replace(of_arrow(name, table, wanted), there=tuple(dataset.column_names))

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
