"""Sizes and sha256 of the sources at hand, written into `source.toml`: never by hand."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from builders.kit.fetch import at_hand, find_local
from builders.kit.sources import UNKNOWN_SHA256, SourceFile, read_sources
from equimask.core.errors import DataError
from equimask.core.files import write_atomically
from equimask.core.lines import open_file

_PACKED = ".gz"
_BLOCK = 1 << 20
_ENTRY = re.compile(r"^\[\[file\]\]\n(?:(?!\[).*\n?)*", re.MULTILINE)
_NAME = re.compile(r'^name = "(.*)"$', re.MULTILINE)
_SHA256 = re.compile(r'^sha256 = ".*"\n', re.MULTILINE)
_SIZE = re.compile(r"^size = .*\n", re.MULTILINE)


class Measured(NamedTuple):
    """What a file really has."""

    size: int
    sha256: str


def measure_sources(folder: Path, source: Path) -> tuple[list[str], list[str]]:
    """Write down what the files of a builder below `source` have; the names: measured, missing.

    A file that has not the sha256 which is declared is refused, and nothing is written.
    """
    path = folder / "source.toml"
    files = [file for file in read_sources(path).files if not file.packaged]
    found = {file.name: _measured(file, place) for file, place in _places(files, source)}
    text = path.read_text(encoding="utf-8")
    write_atomically(path, _ENTRY.sub(lambda entry: _rewritten(entry[0], found), text).encode())
    return sorted(found), sorted({file.name for file in files} - set(found))


def _places(files: Sequence[SourceFile], source: Path) -> list[tuple[SourceFile, Path]]:
    """Where the files lie; one that is unpacked to what is declared will do too."""
    plain = at_hand(files, source)
    packed = {place.name: place for place in sorted(source.rglob(f"*{_PACKED}"))}
    places = []
    for file in files:
        place = find_local(file, source) if file in plain else None
        if place is None and file.sha256 != UNKNOWN_SHA256:
            place = packed.get(f"{Path(file.name).name}{_PACKED}")
        if place is not None:
            places.append((file, place))
    return places


def _measured(file: SourceFile, place: Path) -> Measured:
    size, digest = 0, hashlib.sha256()
    is_packed = place.name != Path(file.name).name
    with open_file(place) if is_packed else place.open("rb") as stream:
        while block := stream.read(_BLOCK):
            size += len(block)
            digest.update(block)
    if file.sha256 not in (UNKNOWN_SHA256, digest.hexdigest()):
        raise DataError(
            expected=f"sha256 {file.sha256} for {file.name}",
            got=f"sha256 {digest.hexdigest()} ({size} bytes from {place})",
            fix="Measure the files that the builder was written for, or declare another version.",
        )
    return Measured(size, digest.hexdigest())


def _rewritten(entry: str, found: dict[str, Measured]) -> str:
    name = _NAME.search(entry)
    if name is None or name[1] not in found:
        return entry
    size, sha256 = found[name[1]]
    hashed, sized = f'sha256 = "{sha256}"\n', f"size = {size}\n"
    entry, there = _SIZE.subn(sized, entry)
    return _SHA256.sub(hashed if there else hashed + sized, entry)
