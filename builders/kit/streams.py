"""Bytes from a file, a pipe or an address, read once and in order, and hashed on the way."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO
from urllib.parse import urlsplit

from equimask.core.errors import DataError, OptionError

PIPE = "-"
_BLOCK = 1 << 20


class HashedBytes:
    """A stream that can be looked at ahead; what is taken of it is hashed, and only that."""

    def __init__(self, stream: IO[bytes], name: str, size: int | None = None) -> None:
        self.name, self.size = name, size
        self.position = 0
        self._stream = stream
        self._ahead = bytearray()
        self._ended = False
        self._digest = hashlib.sha256()

    def ahead(self, count: int) -> bytes:
        """The next bytes, fewer only at the end; they stay."""
        while len(self._ahead) < count and not self._ended:
            try:
                block = self._stream.read(min(_BLOCK, count - len(self._ahead)))
            except Exception as error:  # what is below fsspec has errors of its own
                raise _unreadable(self.name, error) from error
            self._ahead += block or b""
            self._ended = not block
        return bytes(memoryview(self._ahead)[:count])

    def read(self, count: int = _BLOCK) -> bytes:
        """Take the next bytes, fewer only at the end."""
        taken = self.ahead(count)
        del self._ahead[:count]
        self.position += len(taken)
        self._digest.update(taken)
        return taken

    def take_known(self, count: int, further: int, sha256: str) -> bool:
        """Take the next bytes if the hash of all up to them, and of some further ones, is this."""
        data = memoryview(self.ahead(count + further))
        digest = self._digest.copy()
        digest.update(data[:count])
        whole = digest.copy()
        whole.update(data[count:])
        if len(data) < count + further or whole.hexdigest() != sha256:
            return False
        self._digest = digest
        del self._ahead[:count]
        self.position += count
        return True

    def sha256(self, further: bytes = b"") -> str:
        """The hex digest of all that was taken, with further bytes behind it."""
        digest = self._digest.copy()
        digest.update(further)
        return digest.hexdigest()

    def read_to_end(self) -> None:
        """Take what there still is, so that the hash is that of the whole."""
        while self.read():
            pass


@contextmanager
def open_bytes(place: str, advice: str = "") -> Iterator[HashedBytes]:
    """What lies in a file or at an address that fsspec knows, or comes through a pipe (`-`).

    The advice is for who has nothing there.
    """
    name = name_of(place)
    with ExitStack() as opened:
        try:
            stream, size = _open(place, opened)
        except OptionError:
            raise
        # What is below fsspec has errors of its own.
        except Exception as error:
            raise _unreadable(name, error, advice) from error
        yield HashedBytes(stream, name, size)


def _open(place: str, opened: ExitStack) -> tuple[IO[bytes], int | None]:
    """The stream and, where it is known, its size; it is closed with what is `opened`."""
    if place == PIPE:
        return _standard_input(), None
    if "://" in place:
        # Imported here: it brings a network stack, which a file does not need.
        import fsspec

        remote = opened.enter_context(fsspec.open(place, "rb"))
        return remote, getattr(remote, "size", None)
    local = Path(place).open("rb")  # noqa: SIM115
    opened.callback(local.close)
    return local, os.fstat(local.fileno()).st_size or None


def name_of(place: str) -> str:
    """What a receipt may tell of a place: its last part, no folder of this machine and no key."""
    if place == PIPE:
        return "standard input"
    path = urlsplit(place).path if "://" in place else place
    return Path(path).name or "a place without a name"


def _standard_input() -> IO[bytes]:
    if sys.stdin is None or sys.stdin.isatty():
        raise OptionError(
            expected="bytes through a pipe",
            got="a terminal",
            fix="Put a command before it: lbzip2 -dc FILE.json.bz2 | python -m builders ...",
        )
    return sys.stdin.buffer


def _unreadable(name: str, error: Exception, advice: str = "") -> DataError:
    # A message may hold the whole address, and so a key.
    reason = str(error) if isinstance(error, ImportError) else getattr(error, "strerror", "") or ""
    return DataError(
        expected=f"{name}, to be read from its first byte to its last",
        got=f"{type(error).__name__}{': ' * bool(reason)}{reason}",
        fix=advice or "Check the path, the address or the network, then give the command again.",
    )
