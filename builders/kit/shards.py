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
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote

from filelock import FileLock, Timeout

from equimask.core.errors import DataError, printable
from equimask.core.files import sha256, sha256_of_file, write_atomically

# A row is anything that JSON can hold; a builder's own rows are flat, what it gathers need not be.
JsonRow = Mapping[str, Any]
_Entry = dict[str, Any]

_MANIFEST, _LOCK, _UNFINISHED = "manifest", "lock", "unfinished"
_OPTIONS, _IGNORED = "options.json", ".gitignore"
_CHECK = "check"
_EFFORT = 6  # of gzip: its default takes several times as long for a few per cent
_PATIENCE = 0.5  # seconds: another process looks for a moment whether a lock is held


def options_key(options: Mapping[str, Any]) -> str:
    """The name of a set of options: other options, another key, whatever order they come in."""
    return _short_hash(options)


class Shards:
    """A folder of named, finished shards, one folder for each set of options.

    A shard is there as a whole or not at all: its file is renamed into place, then a line of
    a manifest says so, with the key of the options and the sha256 of the file. What is not what
    its line says is not there: it is made anew, after a word on stderr. Whoever changes what a
    shard means must change `options`; shards of other options are neither read nor removed.

    Several processes may fill one folder, each as another `writer`, who has a lock and a manifest
    of its own and sees the shards of all. A writer whose lock is held is refused, or `waits`.
    """

    def __init__(
        self,
        folder: Path,
        options: Mapping[str, Any],
        *,
        writer: str = "",
        waits: bool = False,
    ) -> None:
        self._key = options_key(options)
        self.folder = folder / self._key
        self._options, self._suffix, self._waits = dict(options), _suffix(writer), waits
        self._entries: dict[str, list[_Entry]] = {}
        self._sound: dict[str, _Entry] = {}
        self.damaged: set[str] = set()  # what was kept, and is not there any more
        self._lock = FileLock(self.folder / f"{_LOCK}{self._suffix}")

    def __enter__(self) -> Shards:
        """Take the folder and read its manifests."""
        self._make_folder()
        self._take_lock()
        try:
            self._make_folder()  # whoever had the lock may have left nothing
            self._clear_unfinished()
            # What is unfinished is of no use to version control, wherever the folder lies.
            (self.folder.parent / _IGNORED).write_bytes(b"*\n")
            text = json.dumps(self._options, indent=2, sort_keys=True).encode()
            if not self._is(_OPTIONS, text):
                self._put(_OPTIONS, text)
            self._entries, self._sound = self._read_manifests(), {}
        except BaseException:
            self._lock.release()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        """Let others have the folder, or remove it if it holds nothing that is finished."""
        shutil.rmtree(self._unfinished, ignore_errors=True)
        if not self._entries:
            self._remove_if_empty()
        self._lock.release()

    def names(self) -> list[str]:
        """The finished shards in the order in which they are read."""
        return sorted(name for name in list(self._entries) if self.finished(name))

    def finished(self, name: str) -> bool:
        """Whether the shard is there, as it was written: its file is hashed when first asked."""
        if name in self._sound:
            return True
        path = self._path(name)
        known = self._entries.get(name, [])
        size = path.stat().st_size if path.is_file() else -1
        if any(entry["bytes"] == size for entry in known):
            found = sha256_of_file(path)
            for entry in known:
                if entry["sha256"] == found:
                    self._sound[name] = entry
                    return True
        if known:
            del self._entries[name]
            self._note_damaged(name)
        return False

    def facts(self, name: str) -> dict[str, Any]:
        """What `write` was told of the shard beside its rows."""
        if not self.finished(name):
            raise KeyError(name)
        return dict(self._sound[name]["facts"])

    def write(
        self, name: str, rows: Iterable[JsonRow], facts: Mapping[str, Any] | None = None
    ) -> int:
        """Keep the rows under a name, as they come and all or none; returns their number."""
        count = 0
        path = self._path(name)
        unfinished = self._unfinished / path.name
        with (
            unfinished.open("wb") as stream,
            gzip.GzipFile("", "wb", _EFFORT, stream, mtime=0) as packed,
        ):
            for row in rows:
                line = json.dumps(dict(row), ensure_ascii=False, allow_nan=False)
                packed.write(line.encode("utf-8", "surrogatepass") + b"\n")
                count += 1
        entry = {
            "name": name,
            "key": self._key,
            "rows": count,
            "bytes": unfinished.stat().st_size,
            "sha256": sha256_of_file(unfinished),
            "facts": dict(facts or {}),
        }
        os.replace(unfinished, path)
        self._append({**entry, _CHECK: _short_hash(entry)})
        self._entries[name], self._sound[name] = [entry], entry
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
        self._entries, self._sound = {}, {}
        for path in self.folder.iterdir():
            if path.is_dir():
                shutil.rmtree(path)
            elif not path.name.startswith(_LOCK):
                path.unlink()
        self._make_folder()

    @property
    def _unfinished(self) -> Path:
        return self.folder / f"{_UNFINISHED}{self._suffix}"

    def _path(self, name: str) -> Path:
        # No name may look like a hidden file.
        return self.folder / f"{quote(name, safe='').replace('.', '%2E')}.jsonl.gz"

    def _make_folder(self) -> None:
        for _ in range(10):  # others may be removing it, empty, at the same moment
            with suppress(FileNotFoundError):
                self._unfinished.mkdir(parents=True, exist_ok=True)
                return
        self._unfinished.mkdir(parents=True, exist_ok=True)

    def _take_lock(self) -> None:
        try:
            self._lock.acquire(timeout=_PATIENCE)
        except Timeout as error:
            where = f"{self.folder.parent.parent.name}/{self.folder.parent.name}"
            if not self._waits:
                raise DataError(
                    expected=f"no other build at work in {self.folder.parent}",
                    got="a lock that is held",
                    fix="Wait until the other build has ended, or give this one another folder.",
                ) from error
            note = f"note: waiting for another process at work in {printable(where)}"
            print(note, file=sys.stderr)
            self._lock.acquire()

    def _clear_unfinished(self) -> None:
        """What killed processes were writing, this writer's own and that of others."""
        for folder in self.folder.glob(f"{_UNFINISHED}*"):
            if folder == self._unfinished:
                for torn in folder.iterdir():
                    torn.unlink()
                continue
            lock = FileLock(self.folder / f"{_LOCK}{folder.name.removeprefix(_UNFINISHED)}")
            with suppress(Timeout), lock.acquire(timeout=0):
                shutil.rmtree(folder, ignore_errors=True)

    def _is(self, name: str, text: bytes) -> bool:
        path = self.folder / name
        return path.is_file() and path.read_bytes() == text

    def _put(self, name: str, text: bytes) -> None:
        unfinished = self._unfinished / name
        write_atomically(unfinished, text)
        os.replace(unfinished, self.folder / name)

    def _append(self, entry: _Entry) -> None:
        """A line of the manifest; a last line that a crash has torn is closed before it."""
        with (self.folder / f"{_MANIFEST}{self._suffix}.jsonl").open("a+b") as manifest:
            if manifest.tell():
                manifest.seek(-1, os.SEEK_END)
            torn = manifest.read(1) not in (b"", b"\n")
            manifest.write((b"\n" if torn else b"") + json.dumps(entry).encode("ascii") + b"\n")
            manifest.flush()
            os.fsync(manifest.fileno())

    def _read_manifests(self) -> dict[str, list[_Entry]]:
        """By name, what the manifests of all writers say; lines that are not whole say nothing."""
        entries = defaultdict[str, list[_Entry]](list)
        for path in sorted(self.folder.glob(f"{_MANIFEST}*.jsonl")):
            for line in path.read_bytes().splitlines():
                entry = _parsed(line)
                if entry is not None and entry["key"] == self._key:
                    entries[entry["name"]].append(entry)
        return dict(entries)

    def _note_damaged(self, name: str) -> None:
        if not self.damaged:
            print(
                f"note: {name!r}, kept in {printable(self.folder.parent.name)}, is not as it was "
                "written; such pieces are made anew",
                file=sys.stderr,
            )
        self.damaged.add(name)

    def _remove_if_empty(self) -> None:
        own = {self.folder / _OPTIONS, Path(self._lock.lock_file)}
        own |= {path for path in self.folder.glob(f"{_MANIFEST}*.jsonl") if not path.stat().st_size}
        with suppress(OSError):  # somebody else has come
            if {*self.folder.iterdir()} <= own:
                for path in own:
                    path.unlink(missing_ok=True)
                self.folder.rmdir()
            if [path.name for path in self.folder.parent.iterdir()] == [_IGNORED]:
                shutil.rmtree(self.folder.parent)


def _parsed(line: bytes) -> _Entry | None:
    """A line of a manifest, if it is as it was written."""
    try:
        entry = dict(json.loads(line))
        check = entry.pop(_CHECK)
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    return entry if check == _short_hash(entry) else None


def _short_hash(told: Mapping[str, Any]) -> str:
    return sha256(json.dumps(told, sort_keys=True).encode("ascii"))[:16]


def as_folder_name(text: str) -> str:
    """Any text as the name of one folder, readable where it can be."""
    return quote(text, safe=" @")


def _suffix(writer: str) -> str:
    return f"-{quote(writer, safe='')}" if writer else ""
