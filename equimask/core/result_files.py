"""Files of results: an audit's `results.json`, what `equimask score --json` printed, lists of such.

What makes a number of an entry is told by whoever reads it: for a table, a page, or a rerun.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple, TypeGuard

from equimask.core.errors import DataError, shorten
from equimask.core.files import sha256
from equimask.core.strict_json import parse_json

RESULTS = "results.json"
_SHA256 = "sha256"
MAKE_ONE = (
    f"Name the {RESULTS} of `equimask audit`, or write one: "
    f"equimask score METRIC MODEL --json > {RESULTS}."
)


class Entry(NamedTuple):
    """One result as it stands in a file, and where it stands there."""

    where: str
    content: Any


def read_content(path: Path) -> Any:
    """What the file holds, whatever that is; an audit that was changed since is refused."""
    try:
        content = parse_json(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise DataError(
            expected="a JSON file with results",
            got=f"{path.name} ({shorten(str(error))})",
            fix=MAKE_ONE,
        ) from error
    if is_audit(content) and _SHA256 in content:
        declared = content.pop(_SHA256)
        if declared != _digest(content):
            raise DataError(
                expected=f"{path.name} as the audit wrote it",
                got=f"content that has not the {_SHA256} which is written in it: it is damaged, or "
                "was edited",
                fix="Run the audit again: scores that are kept beside it are not scored anew.",
            )
    return content


def to_json(content: Mapping[str, Any]) -> bytes:
    """As all files of an audit are written."""
    return json.dumps(content, ensure_ascii=False, allow_nan=False).encode() + b"\n"


def stamped(content: Mapping[str, Any]) -> dict[str, Any]:
    """An audit with the sha256 of what it says."""
    return {**content, _SHA256: _digest(content)}


def _digest(content: Mapping[str, Any]) -> str:
    return sha256(json.dumps(content, ensure_ascii=False).encode("utf-8", "surrogatepass"))


def is_audit(content: Any) -> bool:
    """Also an old or a damaged one: it is told what is wrong with it."""
    return isinstance(content, dict) and "results" in content and "measures" in content


def entries_of(content: Any, *, others: bool = True) -> list[Entry]:
    """All results wherever they stand: in an audit, in groups, in a list, or one alone.

    `others` are the further variants of an audit, and its baseline's. Nothing of what has no form.
    """
    if isinstance(content, list):
        return [
            Entry(f"result {at} {found.where}".rstrip(), found.content)
            for at, one in enumerate(content)
            for found in (_inside(one, others) if _holds_several(one) else [Entry("", one)])
        ]
    if _holds_several(content):
        return list(_inside(content, others))
    return [Entry("result 0", content)] if isinstance(content, dict) else []


def _holds_several(content: Any) -> bool:
    return isinstance(content, dict) and not content.keys().isdisjoint(("groups", "results"))


def _inside(content: dict[str, Any], others: bool) -> Iterator[Entry]:
    groups = content.get("groups")
    for name, one in groups.items() if isinstance(groups, dict) else ():
        yield Entry(f"groups[{name!r}]", one)
    for key in ("results", "other_results") if others else ("results",):
        some = content.get(key)
        for at, one in enumerate(some if isinstance(some, list) else ()):
            yield Entry(f"{key}[{at}]", one)


LARGEST_COUNT = 2**63 - 1
"""Of a column of whole numbers."""


def is_count(value: object) -> TypeGuard[int]:
    """A whole number of things, as a column can hold it."""
    if isinstance(value, bool) or not isinstance(value, int):
        return False
    return 0 <= value <= LARGEST_COUNT


def is_number(value: object) -> TypeGuard[float]:
    """A finite one; JSON has others, and truth is none."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    try:
        return math.isfinite(value)
    except OverflowError:  # a whole number beyond all floats
        return False
