"""Lines of plain, gzipped and zipped text files of any size, in bounded memory."""

from __future__ import annotations

import bz2
import gzip
import io
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from equimask.core.errors import DataError

# Told how many bytes more have been read from the disk.
BytesRead = Callable[[int], object]

LONGEST_LINE = 1 << 20
_BLOCK = 1 << 18


class _CountedFile(io.FileIO):
    """A file that reports what is read from it, so that a bar can show an ETA."""

    def __init__(self, path: Path, progress: BytesRead) -> None:
        super().__init__(path, "rb")
        self._progress = progress

    def readinto(self, buffer: Any) -> int:
        size = super().readinto(buffer)
        self._progress(size)
        return size


@contextmanager
def open_file(path: Path, progress: BytesRead | None = None) -> Iterator[IO[bytes]]:
    """The bytes of a file; with `.gz` or `.bz2` at the end of its name, what is packed in it."""
    with _readable(path), _open_raw(path, progress) as raw:
        if path.suffix == ".gz":
            with gzip.GzipFile(fileobj=raw) as unpacked:
                yield io.BufferedReader(unpacked)
        elif path.suffix == ".bz2":
            with bz2.BZ2File(raw) as unpacked_bz2:
                yield io.BufferedReader(unpacked_bz2)
        else:
            yield raw


@contextmanager
def open_member(path: Path, member: str, progress: BytesRead | None = None) -> Iterator[IO[bytes]]:
    """The bytes of one member of a zip, unpacked on the way."""
    with (
        _readable(path),
        _open_raw(path, progress) as raw,
        zipfile.ZipFile(raw) as archive,
        archive.open(member) as unpacked,
    ):
        yield unpacked


def member_names(path: Path) -> list[str]:
    """What a zip holds."""
    with _readable(path), zipfile.ZipFile(path) as archive:
        return archive.namelist()


def text_lines(stream: IO[bytes], name: str) -> Iterator[str | None]:
    """Every line without its end (LF or CRLF); None for a line that is not UTF-8.

    Only LF ends a line: a U+2028 or a lone CR inside a sentence must not shift what is aligned
    by line numbers. A block is decoded at once, and line by line only where that fails.
    """
    rest, number, start = b"", 0, True
    while block := stream.read(_BLOCK):
        whole, newline, rest_of_block = block.rpartition(b"\n")
        if not newline:
            rest += block
        else:
            lines = _decoded((rest + whole).removeprefix(b"\xef\xbb\xbf" if start else b""))
            yield from lines
            number += len(lines)
            rest, start = rest_of_block, False
        if len(rest) > LONGEST_LINE:
            raise DataError(
                expected=f"lines of text in {name}",
                got=f"line {number + 1} with more than {LONGEST_LINE} bytes",
                fix="Check that the file is what its name says.",
            )
    if rest:
        yield from _decoded(rest.removeprefix(b"\xef\xbb\xbf" if start else b""))


def _decoded(data: bytes) -> list[str | None]:
    try:
        return [line.removesuffix("\r") for line in data.decode("utf-8").split("\n")]
    except UnicodeDecodeError:
        return [_decoded_line(line) for line in data.split(b"\n")]


def _decoded_line(line: bytes) -> str | None:
    try:
        return line.decode("utf-8").removesuffix("\r")
    except UnicodeDecodeError:
        return None


def _open_raw(path: Path, progress: BytesRead | None) -> io.BufferedReader:
    return io.BufferedReader(_CountedFile(path, progress), _BLOCK) if progress else path.open("rb")


@contextmanager
def _readable(path: Path) -> Iterator[None]:
    try:
        yield
    except (OSError, EOFError, zlib.error, zipfile.BadZipFile, NotImplementedError) as error:
        raise DataError(
            expected=f"a whole, readable file {path.name}",
            got=f"{type(error).__name__}: {error}".replace(str(path), path.name),
            fix="It is missing, cut short or packed in another way: get it anew.",
        ) from error
