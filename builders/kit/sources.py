"""`source.toml`: what a builder reads, where it comes from and on what terms."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

from equimask.core.errors import DataError, near_matches, shorten
from equimask.core.packaged import packaged

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

# What an entry says whose publisher gives no hash: the build records the one it saw.
UNKNOWN_SHA256 = "unknown"

_SHA256 = re.compile(rf"[0-9a-f]{{64}}|{UNKNOWN_SHA256}")


@dataclass(frozen=True)
class SourceFile:
    """One input file. A file that ships in the package has no url and no declared sha256.

    A derived file is made from what lies at its url, so it cannot be downloaded from there. Its
    `text_sha256` is that of what is packed in it: no two tools pack alike, and whoever makes the
    file anew has the right one if the text is right.
    `size` is in bytes; `python -m builders NAME --source DIR --measure` writes it down.
    """

    name: str
    licence: str
    redistributable: bool
    url: str = ""
    sha256: str = ""
    text_sha256: str = ""
    size: int | None = None
    licence_url: str = ""
    citation: str = ""
    note: str = ""
    derived: bool = False

    @property
    def packaged(self) -> bool:
        """Whether the file lies in `equimask/data` rather than at a public address."""
        return not self.url


def given_by_name(name: str, licence: str, *, redistributable: bool = False) -> SourceFile:
    """A file that an option names; where nothing is known of its terms, it stays here."""
    note = "named on the command line"
    return SourceFile(name=name, licence=licence, redistributable=redistributable, note=note)


@dataclass(frozen=True)
class Sources:
    """A whole `source.toml`: the dataset's name and version, its inputs, its card metadata."""

    dataset: str
    version: str
    files: tuple[SourceFile, ...]
    citations: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    card: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    example: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    """A made-up row for the card, where those of the dataset are not this project's to show."""


def read_sources(path: Path) -> Sources:
    """Read and check a `source.toml`; `[[packaged]]` globs are expanded to sorted files."""
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise _broken(path, "a readable TOML file", str(error)) from error
    dataset = table.get("dataset", {})
    for key in ("name", "version"):
        if not isinstance(dataset.get(key), str):
            raise _broken(path, f"a string {key!r} under [dataset]", shorten(dataset.get(key)))
    files = [_source_file(entry, path) for entry in table.get("file", [])]
    files += [file for entry in table.get("packaged", []) for file in _expand(entry, path)]
    names = [file.name for file in files]
    if len(set(names)) < len(names):
        twice = sorted({name for name in names if names.count(name) > 1})
        raise _broken(path, "every file declared once", f"{', '.join(twice)} more than once")
    citations = table.get("citation", {})
    for file in files:
        if file.citation and file.citation not in citations:
            raise _broken(
                path,
                f"the citation of {file.name} under [citation]",
                f"{file.citation!r} ({near_matches(file.citation, citations)})",
            )
    return Sources(
        dataset=dataset["name"],
        version=dataset["version"],
        files=tuple(files),
        citations=MappingProxyType(citations),
        card=MappingProxyType(table.get("card", {})),
        example=MappingProxyType(table.get("example", {})),
    )


def _source_file(entry: dict[str, Any], path: Path) -> SourceFile:
    missing = sorted({"name", "url", "sha256", "licence", "redistributable"} - set(entry))
    if missing:
        raise _broken(path, f"{', '.join(missing)} in every [[file]]", shorten(entry))
    unknown = sorted(set(entry) - set(SourceFile.__dataclass_fields__))
    if unknown:
        raise _broken(path, "only known keys in [[file]]", ", ".join(unknown))
    if not _SHA256.fullmatch(entry["sha256"]):
        raise _broken(
            path, "64 lower-case hex digits (or unknown) as sha256", shorten(entry["sha256"])
        )
    if not re.fullmatch(r"[0-9a-f]{64}|", entry.get("text_sha256", "")):
        raise _broken(
            path, "64 lower-case hex digits as text_sha256", shorten(entry["text_sha256"])
        )
    if not entry["url"].startswith(("https://", "http://")):
        raise _broken(path, "an http(s) url", shorten(entry["url"]))
    size = entry.get("size", 1)
    if isinstance(size, bool) or not isinstance(size, int) or size < 1:
        raise _broken(path, "a whole number of bytes as size", shorten(size))
    for key in ("redistributable", "derived"):
        if not isinstance(entry.get(key, False), bool):
            raise _broken(path, f"true or false as {key}", shorten(entry[key]))
    return SourceFile(**entry)


def _expand(entry: dict[str, Any], path: Path) -> list[SourceFile]:
    if not {"files", "licence"} <= set(entry):
        raise _broken(path, "files and licence in every [[packaged]]", shorten(entry))
    data = packaged()
    found = sorted(file for file in data.glob(entry["files"]) if file.is_file())
    if not found:
        raise _broken(path, f"files at equimask/data/{entry['files']}", "none")
    return [
        SourceFile(
            name=file.relative_to(data).as_posix(),
            licence=entry["licence"],
            redistributable=True,
            note=entry.get("note", ""),
        )
        for file in found
    ]


def _broken(path: Path, expected: str, got: str) -> DataError:
    where = f"{path.parent.name}/{path.name}"
    return DataError(expected=f"{expected} in {where}", got=got, fix=f"Mend builders/{where}.")
