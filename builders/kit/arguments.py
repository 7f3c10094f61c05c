"""Values of the command line. What names a place on this machine shows only its last part."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from equimask.core.errors import OptionError


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
        self = super().__new__(cls, Path(text).resolve().name)
        self.path = Path(text)
        return self


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
