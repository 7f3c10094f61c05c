"""Values of the command line. What names a place on this machine shows only its last part."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from builders.kit.remote import copied, is_remote
from equimask.core.errors import OptionError
from equimask.core.options import OPTIONS


class PerLanguage(str):
    """`CODE=PLACE` of the command line. As text, which goes into the receipt, it tells no path."""

    lang: str
    place: str

    def __new__(cls, text: str) -> PerLanguage:
        """Parse the option, as argparse wants it."""
        lang, sign, place = text.partition("=")
        if not (lang and sign and place):
            raise argparse.ArgumentTypeError(f"expected CODE=PLACE such as de=..., got {text!r}")
        self = super().__new__(cls, f"{lang}={public_name(place)}")
        self.lang, self.place = lang, place
        return self


class Folder(str):
    """A folder of this machine. As text, which goes into the receipt, it is its last part."""

    path: Path

    def __new__(cls, text: str) -> Folder:
        """Parse the option, as argparse wants it."""
        if is_remote(text):
            raise argparse.ArgumentTypeError(
                f"expected a folder on a disk, got {text!r}: mount it, or copy it to a folder"
            )
        self = super().__new__(cls, Path(text).resolve().name)
        self.path = Path(text)
        return self


class DatasetFolder(str):
    """A dataset's folder, here or at an address. As text, for the receipt, it is its last part."""

    place: str

    def __new__(cls, text: str) -> DatasetFolder:
        """Parse the option, as argparse wants it."""
        is_url = is_remote(text)
        self = super().__new__(cls, text if is_url else Path(text).resolve().name)
        self.place = text
        return self

    def here(self, cache: Path | None) -> Path:
        """The folder, or a copy of it."""
        return copied(self.place, cache) if is_remote(self.place) else Path(self.place)


def public_name(place: str) -> str:
    """A hub id stays; of a path only the last part is told."""
    path = Path(place)
    is_path = path.is_absolute() or path.exists() or place.startswith(".") or place.count("/") > 1
    return path.resolve().name if is_path else place


def positive(text: str) -> int:
    """A whole number from 1 on."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"expected at least 1, got {text}")
    return number


def check_least(given: Mapping[str, Any], option: str, least: float) -> None:
    """Refuse an option that is less than it may be."""
    if not given[option] >= least:
        raise OptionError(
            expected=f"at least {least} for --{option.replace('_', '-')}",
            got=str(given[option]),
            fix="See --help for what it means.",
        )


def add_options(group: argparse._ArgumentGroup, names: Iterable[str]) -> None:
    """Options that metrics and audits have too, with the same names, defaults and words."""
    for option in map(OPTIONS.__getitem__, names):
        if option.terminal is bool:
            group.add_argument(option.flag, action="store_true", help=option.help)
        else:
            group.add_argument(
                option.flag,
                type=option.terminal,
                default=option.default,
                choices=option.choices or None,
                metavar=None if option.choices else option.name.rpartition("_")[2].upper(),
                help=option.help,
            )
