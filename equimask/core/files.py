"""Files that are whole or not there, and what they are known by."""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

_BLOCK = 1 << 20


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
    """A stream that becomes `path` when all went well, and nothing at all otherwise."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as stream:
            yield stream
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
