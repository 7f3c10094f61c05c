"""Files that are whole or not there, and what they are known by."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import socket
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

import psutil  # type: ignore[import-untyped,unused-ignore]

from equimask.core.errors import DataError

_BLOCK = 1 << 20


def _process_numbers() -> str:
    """Whose numbers they are: containers of one host name may each count their own processes."""
    try:
        return os.readlink("/proc/self/ns/pid")
    except OSError:  # no Linux: then there is one count for all
        return ""


# A file that is being written says by whom: `.NAME.MACHINE-PROCESS-RANDOM.part`.
_MACHINE = hashlib.sha256(f"{socket.gethostname()} {_process_numbers()}".encode()).hexdigest()[:8]
_PART = re.compile(r"\..*\.(?P<machine>[0-9a-f]{8})-(?P<process>[0-9]+)-[^.]+\.part", re.DOTALL)
_SUFFIX = ".part"
_LONGEST_NAME = 40  # characters of it, four bytes each at most: file systems take 255 in all
_OLD = 24 * 3600.0  # seconds: nothing is written for longer, on whatever machine
_cleared: set[Path] = set()


def sha256(data: bytes) -> str:
    """The hex digest by which source files are known."""
    return hashlib.sha256(data).hexdigest()


def sha256_of_file(path: Path) -> str:
    """The hex digest of a file of any size, read block by block."""
    digest = hashlib.sha256()
    with path.open("rb") as stream:
        while block := stream.read(_BLOCK):
            digest.update(block)
    return digest.hexdigest()


def write_atomically(path: Path, data: bytes) -> None:
    """Write beside `path` and rename, so that a killed run leaves no half file behind."""
    with atomic_file(path) as stream:
        stream.write(data)


@contextmanager
def atomic_file(path: Path) -> Iterator[IO[bytes]]:
    """A stream that becomes `path` when all went well, and nothing at all otherwise.

    A killed process cannot clean up: the first file written to a folder removes what such left.
    """
    if path.parent not in _cleared:
        _cleared.add(path.parent)
        clear_leftovers(path.parent)
    handle, temporary = tempfile.mkstemp(
        dir=path.parent,
        prefix=_prefix(path.name),
        suffix=_SUFFIX,
    )
    try:
        with os.fdopen(handle, "wb") as stream:
            yield stream
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


@contextmanager
def passing_folder(name: str, folder: Path | None = None) -> Iterator[Path]:
    """A folder for what is needed for a while, in `folder` or where the system has such.

    It is gone afterwards. Those of ended processes are cleared first, never that of somebody who is
    at work.
    """
    folder = folder or Path(tempfile.gettempdir())
    clear_leftovers(folder)
    with tempfile.TemporaryDirectory(dir=folder, prefix=_prefix(name), suffix=_SUFFIX) as made:
        yield Path(made)


def clear_leftovers(folder: Path) -> int:
    """Remove what ended processes have left half done, and say how many there were."""
    stale = [path for path in folder.glob(f".*{_SUFFIX}") if _is_stale(path)]
    for path in stale:
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path, ignore_errors=True)
        else:
            with suppress(OSError):  # gone meanwhile, or somebody else's
                path.unlink()
    return len(stale)


def _prefix(name: str) -> str:
    return f".{name[:_LONGEST_NAME]}.{_MACHINE}-{os.getpid()}-"


@contextmanager
def files_as_errors() -> Iterator[None]:
    """A folder that is a file, a full disk, a forbidden place: the system's words, and ours."""
    try:
        yield
    except BrokenPipeError:  # whoever read our output has seen enough
        raise
    except (OSError, sqlite3.OperationalError) as error:
        raise DataError(
            expected="files and folders that can be read and written",
            got=str(error),
            fix="Name another place, or mend this one.",
        ) from error


def _is_stale(path: Path) -> bool:
    """Whether nobody can be writing it: its process has ended, or it is of another day.

    A process that began after the file has only the number of the one that wrote it.
    """
    writer = _PART.fullmatch(path.name)
    if writer is None:
        return False
    try:
        changed = path.stat().st_mtime
        if writer["machine"] != _MACHINE:
            return time.time() - changed > _OLD
        return bool(psutil.Process(int(writer["process"])).create_time() > changed + 1)
    except psutil.NoSuchProcess:
        return True
    except (OSError, OverflowError, psutil.Error):  # gone meanwhile, or not to be looked at
        return False


def sealed(key: str, content: bytes) -> bytes:
    """JSON content as it is kept: with the key of what it is, and the sha256 of its bytes."""
    head = f'{{"key": {json.dumps(key)}, "sha256": "{sha256(content)}", "content": '
    return head.encode("ascii") + content + b"}\n"


def unsealed(key: str, data: bytes) -> bytes | None:
    """The content, or None where one byte is not as it was written, or it is of another key."""
    start = len(sealed(key, b"")) - len(b"}\n")
    content = data[start:-2]
    return content if data == sealed(key, content) else None
