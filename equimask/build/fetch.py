"""Bytes of the declared source files: downloaded or read from a folder, always checked."""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

from equimask.build.sources import SourceFile, packaged_data
from equimask.errors import DataError

MAX_RETRIES = 5


def sha256(data: bytes) -> str:
    """The hex digest by which source files are known."""
    return hashlib.sha256(data).hexdigest()


def default_cache() -> Path:
    """Where downloads are kept: `$EQUIMASK_CACHE`, or a folder in the user's cache."""
    return Path(os.environ.get("EQUIMASK_CACHE") or Path.home() / ".cache" / "equimask")


def fetch_all(
    files: Iterable[SourceFile],
    *,
    source: Path | None = None,
    cache: Path | None = None,
    first_wait: float = 1.0,
) -> dict[str, bytes]:
    """The checked bytes of every file by name, from the folder `source` or else by download."""
    found: dict[str, bytes] = {}
    for file in files:
        if file.packaged:
            found[file.name] = (packaged_data() / file.name).read_bytes()
        elif source is not None:
            found[file.name] = read_local(file, source)
        else:
            found[file.name] = download(file, cache or default_cache(), first_wait=first_wait)
    return found


def read_local(file: SourceFile, folder: Path) -> bytes:
    """The file below `folder`: by its whole relative name, or by the end of that name.

    The ends are tried so that `--source` may point at the tree, at one of its branches or at a
    flat folder; the sha256 decides whether what was found is the right file.
    """
    parts = Path(file.name).parts
    for start in range(len(parts)):
        path = folder.joinpath(*parts[start:])
        if path.is_file():
            return _checked(file, path.read_bytes(), str(path))
    raise DataError(
        expected=f"the source file {file.name} below {folder}",
        got="no such file",
        fix=f"Get it from {file.url}, or leave out --source to download it.",
    )


def download(file: SourceFile, cache: Path, *, first_wait: float = 1.0) -> bytes:
    """The file from `cache`, or from its url with retries on passing failures.

    Waits double from `first_wait` seconds up to eight. What fails the check is never cached.
    """
    kept = cache / "sources" / file.sha256 / Path(file.name).name
    if kept.is_file():
        data = kept.read_bytes()
        if sha256(data) == file.sha256:
            return data
    data = _checked(file, _get(file, first_wait), file.url)
    kept.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(kept, data)
    return data


def write_atomically(path: Path, data: bytes) -> None:
    """Write beside `path` and rename, so that a killed run leaves no half file behind."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def _get(file: SourceFile, first_wait: float) -> bytes:
    # Imported here: a build from a folder needs no HTTP stack.
    from huggingface_hub.utils import http_backoff  # type: ignore[attr-defined]

    try:
        response = http_backoff(
            "GET",
            file.url,
            max_retries=MAX_RETRIES,
            base_wait_time=first_wait,
            follow_redirects=True,
            timeout=60,
        )
        response.raise_for_status()
    # The HTTP library below huggingface_hub, and so its errors, differ between its versions.
    except Exception as error:
        raise DataError(
            expected=f"{file.name} at {file.url}",
            got=f"{type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}",
            fix="Check the network, or point --source at a folder that holds the file.",
        ) from error
    return bytes(response.content)


def _checked(file: SourceFile, data: bytes, where: str) -> bytes:
    actual = sha256(data)
    if actual == file.sha256:
        return data
    raise DataError(
        expected=f"sha256 {file.sha256} for {file.name}",
        got=f"sha256 {actual} ({len(data)} bytes from {where})",
        fix="The file is damaged or another version: fetch it anew from the url in source.toml.",
    )
