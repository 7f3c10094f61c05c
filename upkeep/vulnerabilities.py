"""Whether a pinned version is in an advisory, by a local copy of the advisories; no network.

python -m upkeep.vulnerabilities ADVISORIES

ADVISORIES are OSV records: a JSON file with one or a list, a folder of such, or a zip of such
(for Python, the export of osv.dev is one). Exit code 1 where a pin is affected.
"""

from __future__ import annotations

import json
import sys
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from packaging.utils import canonicalize_name
from packaging.version import InvalidVersion, Version

from equimask.core.errors import DataError, printable, shorten
from upkeep.pins import CONSTRAINTS, Pin, pins_of

_ECOSYSTEM = "PyPI"


class Found(NamedTuple):
    """A pin that an advisory names."""

    line: str
    advisory: str
    summary: str


def read_advisories(path: Path) -> Iterator[Mapping[str, Any]]:
    """All records, wherever they stand."""
    try:
        if path.is_dir():
            for file in sorted(path.rglob("*.json")):
                yield from _records(file.read_bytes(), file.name)
        elif path.suffix == ".zip":
            with zipfile.ZipFile(path) as archive:
                for name in sorted(archive.namelist()):
                    if name.endswith(".json"):
                        yield from _records(archive.read(name), name)
        else:
            yield from _records(path.read_bytes(), path.name)
    except (OSError, zipfile.BadZipFile, zlib.error, RuntimeError) as error:  # or it is locked
        raise _no_advisories(path.name, str(error)) from error


def _records(data: bytes, name: str) -> Iterator[Mapping[str, Any]]:
    try:
        content = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise _no_advisories(name, str(error)) from error
    for record in content if isinstance(content, list) else [content]:
        if not isinstance(record, dict) or not isinstance(record.get("affected", []), list):
            raise _no_advisories(name, shorten(record))
        yield record


def _no_advisories(name: str, got: str) -> DataError:
    return DataError(
        expected=f"OSV records in {shorten(name)}",
        got=shorten(got, 200),
        fix="Name a JSON file, a folder or a zip of them, such as the export of osv.dev for PyPI.",
    )


def affected_pins(pins: list[Pin], advisories: Iterator[Mapping[str, Any]]) -> list[Found]:
    """The pins that an advisory, which was not withdrawn, says are affected."""
    by_name: dict[str, list[Pin]] = {}
    for pin in pins:
        by_name.setdefault(pin.name, []).append(pin)
    found: set[Found] = set()
    for record in advisories:
        try:
            found.update(_found_in(record, by_name))
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise _no_advisories(str(record.get("id", "no id")), shorten(record)) from error
    return sorted(found)


def _found_in(record: Mapping[str, Any], by_name: Mapping[str, list[Pin]]) -> Iterator[Found]:
    if record.get("withdrawn"):
        return
    for affected in record.get("affected", []):
        package = affected.get("package", {})
        if package.get("ecosystem") != _ECOSYSTEM:
            continue
        for pin in by_name.get(canonicalize_name(str(package.get("name", ""))), ()):
            if _is_affected(pin.version, affected):
                summary = str(record.get("summary", ""))
                yield Found(pin.line, str(record.get("id", "no id")), summary)


def _is_affected(version: Version, affected: Mapping[str, Any]) -> bool:
    if any(_parsed(one) == version for one in affected.get("versions", ())):
        return True
    ranges = (one for one in affected.get("ranges", ()) if one.get("type") == "ECOSYSTEM")
    return any(_is_in(version, one.get("events", ())) for one in ranges)


def _is_in(version: Version, events: Any) -> bool:
    """The last event at or before the version decides; "0" is before all."""
    known = [(kind, _parsed(text)) for event in events for kind, text in event.items()]
    inside = False
    # At one version, a fix comes before a new introduction.
    rank = {"fixed": 0, "introduced": 1, "last_affected": 2}
    sure = [(at, rank[kind]) for kind, at in known if at is not None and kind in rank]
    for at, kind in sorted(sure):
        if kind == rank["introduced"] and at <= version:
            inside = True
        elif (kind == rank["fixed"] and at <= version) or (
            kind == rank["last_affected"] and at < version
        ):
            inside = False
    return inside


def _parsed(text: Any) -> Version | None:
    try:
        return Version(str(text))
    except InvalidVersion:
        return None


def main(arguments: list[str]) -> int:
    """Say which pins are affected, and by what."""
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    pins = pins_of(CONSTRAINTS.read_text(encoding="utf-8"))
    try:
        found = affected_pins(pins, read_advisories(Path(arguments[0])))
    except DataError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    for one in found:
        print(f"{one.line}\t{printable(one.advisory)}\t{shorten(one.summary)}")
    print(f"{len(found)} advisories about {len(pins)} pins")
    return int(bool(found))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
