"""Files, folders and models' pages become one list of rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from equimask.core.errors import DataError, OptionError, shorten
from equimask.hub.repository import is_repo
from equimask.leaderboard.files import rows_of_file
from equimask.leaderboard.pages import rows_of_page
from equimask.leaderboard.rows import Row, united

if TYPE_CHECKING:
    from huggingface_hub import HfApi


@dataclass(frozen=True)
class Gathered:
    """The rows in order; how many were told more than once, and how many are not of Equimask."""

    rows: tuple[Row, ...]
    repeated: int
    others: int


def gather(results: Sequence[str | Path], api: HfApi | None = None) -> Gathered:
    """Read all of it: what is a file or a folder here is that, else ORG/MODEL is a page."""
    found: list[Row] = []
    others = 0
    for one in map(str, results):
        if _is_here(one):
            found += rows_of_file(Path(one))
        elif is_repo(one) and one.count("/") == 1 and not one.endswith(".json"):
            rows, ignored = rows_of_page(_client(api), one)
            found += rows
            others += ignored
        else:
            raise OptionError(
                expected="a results.json, a folder with one, or a model ORG/MODEL of the Hub",
                got=shorten(one),
                fix="Check the path, or the name.",
            )
    if not found:
        raise DataError(
            expected="numbers of Equimask in what was given",
            got=f"none, and {others} of others",
            fix="Score first: equimask audit MODEL --out DIR.",
        )
    rows = united(found)
    return Gathered(tuple(rows), len(found) - len(rows), others)


def _is_here(name: str) -> bool:
    try:
        return bool(name) and Path(name).exists()
    except (OSError, ValueError):  # too long for a path, or with a null character in it
        return False


def _client(api: HfApi | None) -> HfApi:
    from huggingface_hub import HfApi

    return HfApi() if api is None else api
