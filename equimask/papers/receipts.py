"""What the receipt of a built dataset tells of its languages."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from equimask.core.errors import DataError, shorten
from equimask.core.strict_json import parse_json
from equimask.inputs.specification import RECEIPT

_T = TypeVar("_T")


def told_of_languages(folder: Path, read: Callable[[Any], _T]) -> dict[str, _T]:
    """By language, what `read` makes of it; nothing where no receipt lies in the folder."""
    path = folder / RECEIPT
    if not path.is_file():
        return {}
    try:
        languages = parse_json(path.read_text(encoding="utf-8"))["summary"]["languages"]
        return {language: read(found) for language, found in languages.items()}
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise DataError(
            expected=f"{folder.name}/{RECEIPT} as a build writes it",
            got=f"{type(error).__name__} ({shorten(str(error))})",
            fix="Build the dataset anew, or leave it out.",
        ) from error
