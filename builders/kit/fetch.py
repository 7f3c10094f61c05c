"""The declared source files: downloaded or found in a folder, checked by size and sha256."""

from __future__ import annotations

import errno
import hashlib
import http.client
import os
import shutil
import time
import warnings
import zlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from glob import escape
from pathlib import Path, PurePosixPath

from filelock import FileLock

from builders.kit.bounded import Bounds, LedAstrayError, TooMuchError, opened
from builders.kit.http import USER_AGENT
from builders.kit.sources import UNKNOWN_SHA256, SourceFile, given_by_name
from equimask.core.errors import DataError, shorten
from equimask.core.files import atomic_file, sha256, sha256_of_file
from equimask.core.lines import open_file
from equimask.core.packaged import packaged

MAX_RETRIES = 5
_BLOCK = 1 << 20
MOST_UNDECLARED = 1 << 30  # bytes of a file whose size nobody has declared
LEAST_RATE = 1024  # bytes a second
_PARTIAL, _NOTHING_BEHIND = 206, 416  # of HTTP
_PASSING = (408, 425, 429, 500, 502, 503, 504)
_OF_THE_DISK = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EACCES, errno.EROFS)
_LOCK = ".lock"
_FETCH_ANEW = "The file is damaged or another version: fetch it anew from the url in source.toml."
_SOURCES = "sources"
_PACKED = ".gz"
_WRAPPED = 1 << 32  # gzip tells sizes without what is above


@dataclass(frozen=True)
class LocatedFile:
    """A source file on this machine and the sha256 that it really has."""

    file: SourceFile
    path: Path
    sha256: str


def given_file(name: str, place: str, *, expected: str, fix: str) -> LocatedFile:
    """A file that an option names; nothing is known of its terms, so it must not be passed on."""
    path = Path(place)
    if not path.is_file():
        raise DataError(expected=expected, got=shorten(path.name), fix=fix)
    return LocatedFile(given_by_name(name, "not stated"), path, sha256_of_file(path))


def default_cache() -> Path:
    """Where downloads are kept: `$EQUIMASK_CACHE`, or a folder in the user's cache."""
    return Path(os.environ.get("EQUIMASK_CACHE") or Path.home() / ".cache" / "equimask")


def locate(
    file: SourceFile,
    *,
    source: Path | None = None,
    cache: Path | None = None,
    first_wait: float = 1.0,
) -> LocatedFile:
    """The checked file on this machine; nothing of it is held in memory."""
    if file.packaged:
        path = packaged(file.name)
        return LocatedFile(file, path, sha256_of_file(path))
    if source is not None:
        return _locate_local(file, source, cache or default_cache())
    return _download(file, cache or default_cache(), first_wait)


def _locate_local(file: SourceFile, folder: Path, cache: Path) -> LocatedFile:
    """The checked file below `folder`, see `find_local`; a packed one is unpacked to `cache`."""
    path = find_local(file, folder)
    if path is None:
        raise DataError(
            expected=f"the source file {file.name} below {folder}",
            got="no such file",
            fix=f"Get it from {file.url}"
            + (f" ({file.note})." if file.derived else ", or leave out --source to download it."),
        )
    if path.name != PurePosixPath(file.name).name:
        return _unpacked(file, path, cache)
    return LocatedFile(file, path, _checked(file, path))


def find_local(file: SourceFile, folder: Path, *, fewest_parts: int = 1) -> Path | None:
    """The file below `folder` by its whole relative name, or by the end of that name.

    The ends are tried so that `--source` may point at the tree, at one of its branches or at a
    flat folder; the sha256 decides whether what was found is the right file. `fewest_parts` is
    for files that share their last name (`tatoeba/en-de.tsv.gz`, `ntrex/en-de.tsv.gz`).

    Where there is none, a file of the declared size will do that lies one folder deeper, as a
    release of treebanks has them (`English-EWT/en_ewt-ud-test.conllu`), or is packed by gzip.
    """
    *above, name = PurePosixPath(file.name).parts
    folders = [folder.joinpath(*above[start:]) for start in range(len(above) + 2 - fewest_parts)]
    for place in folders:
        if (place / name).is_file():
            return place / name
    if file.size is None:
        return None
    patterns = [f"*/{escape(name)}"]
    if file.sha256 != UNKNOWN_SHA256:
        patterns += [f"{escape(name)}{_PACKED}", f"*/{escape(name)}{_PACKED}"]
    for path in (path for place in folders for p in patterns for path in sorted(place.glob(p))):
        if path.is_file() and _text_size(path, name) == file.size % _WRAPPED:
            return path
    return None


def _text_size(path: Path, name: str) -> int:
    """The size of a file, or of what is packed in it, as gzip writes it at its end."""
    if path.name == name:
        return path.stat().st_size % _WRAPPED
    with path.open("rb") as stream:
        stream.seek(max(0, path.stat().st_size - 4))
        return int.from_bytes(stream.read(), "little")


def _unpacked(file: SourceFile, path: Path, cache: Path) -> LocatedFile:
    """The file as the cache keeps it, where a download would go, made from its packed copy."""
    kept = cache / _SOURCES / file.sha256 / PurePosixPath(file.name).name
    kept.parent.mkdir(parents=True, exist_ok=True)
    with FileLock(kept.parent / _LOCK):
        if not (kept.is_file() and _is_whole(file, kept)):
            actual = sha256_of_text(path)
            if actual != file.sha256:
                raise _of_other_content(file, actual, f"what is packed in {path}")
            with open_file(path) as packed, atomic_file(kept) as stream:
                shutil.copyfileobj(packed, stream)
    return LocatedFile(file, kept, file.sha256)


def at_hand(files: Sequence[SourceFile], source: Path | None) -> list[SourceFile]:
    """The files that `source` holds or, without it, that can be downloaded; packaged ones are.

    A last name that corpora share is not enough to know a file.
    """
    last_names = Counter(PurePosixPath(file.name).name for file in files)

    def is_there(file: SourceFile) -> bool:
        if file.packaged or source is None:
            return not file.derived
        fewest = 2 if last_names[PurePosixPath(file.name).name] > 1 else 1
        return find_local(file, source, fewest_parts=fewest) is not None

    return [file for file in files if is_there(file)]


def sha256_of_text(path: Path) -> str:
    """The hex digest of what is packed in a file."""
    digest = hashlib.sha256()
    with open_file(path) as stream:
        while block := stream.read(_BLOCK):
            digest.update(block)
    return digest.hexdigest()


def _download(file: SourceFile, cache: Path, first_wait: float) -> LocatedFile:
    """The file in `cache`, put there from its url with retries on passing failures.

    Waits double from `first_wait` seconds up to eight. What has arrived stays when the download
    breaks off or is killed, and the next one goes on from there. What fails the check is never
    kept.
    """
    if file.derived:
        raise DataError(
            expected=f"--source DIR with {file.name}",
            got="no --source",
            fix=f"It is made from {file.url} and cannot be downloaded: {file.note}",
        )
    known = file.sha256 != UNKNOWN_SHA256
    place = file.sha256 if known else f"unknown-{sha256(file.url.encode())[:16]}"
    kept = cache / _SOURCES / place / Path(file.name).name
    kept.parent.mkdir(parents=True, exist_ok=True)
    with FileLock(kept.parent / _LOCK):
        if kept.is_file() and (not known or _is_whole(file, kept)):
            return LocatedFile(file, kept, _checked(file, kept))
        part = kept.with_name(f"{kept.name}.part")
        if not known:
            part.unlink(missing_ok=True)  # its other half may be of another version
        _get(file, part, first_wait)
        try:
            actual = _checked(file, part, file.url)
        except DataError:
            part.unlink()
            raise
        os.replace(part, kept)
    return LocatedFile(file, kept, actual)


class _PassingError(Exception):
    """An answer that began and did not end, or that may come later."""


def _get(file: SourceFile, part: Path, first_wait: float) -> None:
    """Write what lies at the url to `part`, behind what is there already."""
    for attempt in range(MAX_RETRIES + 1):
        try:
            return _get_rest(file, part)
        except (_PassingError, OSError, EOFError, http.client.HTTPException) as error:
            if isinstance(error, _PassingError) and attempt < MAX_RETRIES:
                time.sleep(min(first_wait * 2**attempt, 8 * first_wait))
                continue
            raise _unreachable(file, error) from error
        except (TooMuchError, LedAstrayError) as error:
            part.unlink(missing_ok=True)
            raise DataError(
                expected=_what_is_declared(file),
                got=f"{error}, from {file.url}",
                fix="The address gives another file, or a larger version: declare its size."
                if isinstance(error, TooMuchError)
                else "Get the file by hand, and point --source at its folder.",
            ) from error
    raise AssertionError("the last attempt returns or raises")


def _unreachable(file: SourceFile, error: Exception) -> DataError:
    return DataError(
        expected=f"{file.name} at {file.url}",
        got=f"{type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}",
        fix="Check the network, or point --source at a folder that holds the file.",
    )


def _what_is_declared(file: SourceFile) -> str:
    if file.size is None:
        return f"{file.name} of at most {MOST_UNDECLARED} bytes, as its source.toml has no size"
    return f"{file.size} bytes of sha256 {file.sha256} for {file.name}"


def _get_rest(file: SourceFile, part: Path) -> None:
    _refuse_if_offline(file)
    there = part.stat().st_size if part.is_file() else 0
    most = MOST_UNDECLARED if file.size is None else file.size
    bounds = Bounds(most, silence=60, whole=300 + most / LEAST_RATE, least_rate=LEAST_RATE)
    # Packed on the way, the rest would be counted in bytes of another file.
    headers = {"User-Agent": USER_AGENT, "Accept-Encoding": "identity"}
    if there:
        headers["Range"] = f"bytes={there}-"
    begun = False
    try:
        with opened(file.url, bounds, headers=headers) as response:
            if there and response.status == _NOTHING_BEHIND:
                return  # all is there; the check will tell
            if response.status in _PASSING:
                raise _PassingError(f"HTTP {response.status}")
            if not 200 <= response.status < 300:
                raise ConnectionError(f"HTTP {response.status}")
            begins = response.headers.get("content-range", "")
            if response.status == _PARTIAL and not begins.startswith(f"bytes {there}-"):
                part.unlink(missing_ok=True)  # whatever was sent fits nowhere
                raise _PassingError(f"the rest from {there} was asked, and {begins!r} came")
            begun = True
            with part.open("ab" if response.status == _PARTIAL else "wb") as stream:
                for block in response.blocks():
                    stream.write(block)
                    if stream.tell() > most:
                        raise TooMuchError(f"more than {most} bytes")
    except (OSError, EOFError, zlib.error, http.client.HTTPException) as error:
        if begun and not (isinstance(error, OSError) and error.errno in _OF_THE_DISK):
            raise _PassingError(f"{type(error).__name__}: {error}") from error
        raise


def _refuse_if_offline(file: SourceFile) -> None:
    """Whoever has switched the hub off wants no downloads."""
    from huggingface_hub import constants

    if constants.HF_HUB_OFFLINE:
        raise _unreachable(file, ConnectionError("HF_HUB_OFFLINE is set"))


def _is_whole(file: SourceFile, path: Path) -> bool:
    return _has_its_size(file, path) and sha256_of_file(path) == file.sha256


def _has_its_size(file: SourceFile, path: Path) -> bool:
    """As far as its size is known."""
    return file.size in (None, path.stat().st_size)


def _checked(file: SourceFile, path: Path, origin: str = "") -> str:
    """The file's sha256; its size, which costs nothing, is looked at first.

    Where the text is known, it alone decides: the file may be packed by another tool.
    """
    if file.text_sha256 and sha256_of_text(path) == file.text_sha256:
        return sha256_of_file(path)
    found = f"{path.stat().st_size} bytes from {origin or path}"
    if not _has_its_size(file, path):
        raise DataError(
            expected=f"{file.size} bytes of sha256 {file.sha256} for {file.name}",
            got=found,
            fix=_FETCH_ANEW,
        )
    actual = sha256_of_file(path)
    if file.sha256 == UNKNOWN_SHA256:
        warnings.warn(
            f"{file.name} IS NOT CHECKED: its publisher gives no sha256. What was read has sha256 "
            f"{actual}; the receipt records it. Compare it with that of other builds.",
            stacklevel=2,
        )
        return actual
    if actual == file.sha256:
        return actual
    raise _of_other_content(file, actual, found)


def _of_other_content(file: SourceFile, actual: str, found: str) -> DataError:
    return DataError(
        expected=f"sha256 {file.sha256} for {file.name}",
        got=f"sha256 {actual} ({found})",
        fix=_FETCH_ANEW,
    )
