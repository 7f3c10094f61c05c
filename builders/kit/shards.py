"""Finished pieces of long work on disk, so that a killed build goes on where it stopped.

with Shards(folder, {"model": "xlm-roberta-base", "top": 100}) as shards:
    for language in languages:
        if not shards.finished(language):
            shards.write(language, rows_of(language))
    yield from shards.rows()
    shards.clear()
"""

from __future__ import annotations

import gzip
import json
import os
import shutil
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote

from filelock import FileLock, Timeout

from equimask.core.errors import DataError
from equimask.core.files import atomic_file, sha256, write_atomically

# A row is anything that JSON can hold; a builder's own rows are flat, what it gathers need not be.
JsonRow = Mapping[str, Any]

_MANIFEST, _LOCK, _IGNORED = "manifest.jsonl", "lock", ".gitignore"


def options_key(options: Mapping[str, Any]) -> str:
    """The name of a set of options: other options, another key, whatever order they come in."""
    return sha256(json.dumps(options, sort_keys=True).encode("ascii"))[:16]


class Shards:
    """A folder of named, finished shards, one folder for each set of options.

    A shard is there as a whole or not at all: its file is renamed into place, then a line of
    the manifest says so. One process at a time may hold the folder. Whoever changes what a
    shard means must change `options`; shards of other options are neither read nor removed.
    """

    def __init__(self, folder: Path, options: Mapping[str, Any]) -> None:
        self.folder = folder / options_key(options)
        self._options = dict(options)
        self._entries: dict[str, dict[str, Any]] = {}
        self._lock = FileLock(folder / _LOCK)

    def __enter__(self) -> Shards:
        """Take the folder and read its manifest."""
        self.folder.mkdir(parents=True, exist_ok=True)
        try:
            self._lock.acquire(timeout=0)
        except Timeout as error:
            raise DataError(
                expected=f"no other build at work in {self.folder.parent}",
                got="a lock that is held",
                fix="Wait until the other build has ended, or give this one another folder.",
            ) from error
        try:
            # What is unfinished is of no use to version control, wherever the folder lies.
            (self.folder.parent / _IGNORED).write_bytes(b"*\n")
            text = json.dumps(self._options, indent=2, sort_keys=True)
            write_atomically(self.folder / "options.json", text.encode())
            self._entries = self._read_manifest()
            for torn in self.folder.glob(".*"):  # what a killed process was writing
                torn.unlink()
        except BaseException:
            self._lock.release()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        """Let others have the folder, or remove it if it holds nothing that is finished."""
        if not self._entries:
            shutil.rmtree(self.folder)
            if all(path.name in (_LOCK, _IGNORED) for path in self.folder.parent.iterdir()):
                shutil.rmtree(self.folder.parent)
        self._lock.release()

    def names(self) -> list[str]:
        """The finished shards in the order in which they are read."""
        return sorted(self._entries)

    def finished(self, name: str) -> bool:
        """Whether the shard is there."""
        return name in self._entries

    def facts(self, name: str) -> dict[str, Any]:
        """What `write` was told of the shard beside its rows."""
        return dict(self._entries[name]["facts"])

    def write(
        self, name: str, rows: Iterable[JsonRow], facts: Mapping[str, Any] | None = None
    ) -> int:
        """Keep the rows under a name, as they come and all or none; returns their number."""
        count = 0
        path = self._path(name)
        with (
            atomic_file(path) as stream,
            gzip.GzipFile(fileobj=stream, mode="wb", filename="", mtime=0) as packed,
        ):
            for row in rows:
                line = json.dumps(dict(row), ensure_ascii=False, allow_nan=False)
                packed.write(line.encode("utf-8", "surrogatepass") + b"\n")
                count += 1
        entry = {
            "name": name,
            "rows": count,
            "bytes": path.stat().st_size,
            "facts": dict(facts or {}),
        }
        with (self.folder / _MANIFEST).open("ab") as manifest:
            manifest.write(json.dumps(entry).encode("ascii") + b"\n")
            manifest.flush()
            os.fsync(manifest.fileno())
        self._entries[name] = entry
        return count

    def read(self, name: str) -> Iterator[dict[str, Any]]:
        """The rows of one shard, one at a time."""
        with gzip.open(self._path(name), "rb") as lines:
            for line in lines:
                yield json.loads(line.decode("utf-8", "surrogatepass"))

    def rows(self) -> Iterator[dict[str, Any]]:
        """The rows of all shards by the shards' names, whatever order they were finished in."""
        for name in self.names():
            yield from self.read(name)

    def clear(self) -> None:
        """Forget the shards of these options: the work is done, or is to begin anew."""
        self._entries = {}
        shutil.rmtree(self.folder)
        self.folder.mkdir()

    def _path(self, name: str) -> Path:
        # No name may look like one of the hidden files that are being written.
        return self.folder / f"{quote(name, safe='').replace('.', '%2E')}.jsonl.gz"

    def _read_manifest(self) -> dict[str, dict[str, Any]]:
        """The entries whose files are whole; a last line that a crash has torn is cut off."""
        path = self.folder / _MANIFEST
        if not path.is_file():
            return {}
        whole, newline, torn = path.read_bytes().rpartition(b"\n")
        if torn:
            write_atomically(path, whole + newline)
        entries = {}
        for line in whole.splitlines():
            entry = json.loads(line)
            shard = self._path(entry["name"])
            if shard.is_file() and shard.stat().st_size == entry["bytes"]:
                entries[entry["name"]] = entry
        return entries
