"""Dataset folders that are elsewhere, such as s3://, gs:// or hf://: read and written by fsspec.

A place elsewhere is copied before it is read, and written when all is done: nothing there is
renamed or locked, which such places cannot do. So pieces of unfinished work stay on a disk.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from builders.kit.fetch import default_cache
from builders.kit.receipt import RECEIPT
from equimask.core.errors import DataError, shorten
from equimask.core.files import passing_folder, sha256

_URL = re.compile(r"[a-z][a-z0-9+.-]*://")
_LAST = ("README.md", RECEIPT)  # who finds a receipt finds all that it tells of


def is_remote(place: str) -> bool:
    """Whether it is an address rather than a path."""
    return bool(_URL.match(place))


def public_address(url: str) -> str:
    """The address without what may be a key: what stands before an @, and what is asked with it."""
    parts = urlsplit(url)
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2], query="", fragment=""))


def copied(url: str, cache: Path | None = None) -> Path:
    """A copy of the dataset folder at `url`: its parquet files and receipt, of this very state."""
    with _reachable(url):
        fs, root = _filesystem(url)
        found = {
            str(PurePosixPath(path).relative_to(root)): fs.checksum(path)
            for path in sorted(map(fs._strip_protocol, fs.find(root)))
            if path.endswith((".parquet", f"/{RECEIPT}"))
        }
        if not found:
            raise FileNotFoundError("no parquet file there")
        state = sha256(repr([url, *found.items()]).encode())[:16]
        target = _place(cache, "copies") / state / PurePosixPath(root).name
        if not target.is_dir():
            target.parent.mkdir(parents=True, exist_ok=True)
            with passing_folder(target.name, target.parent) as folder:
                unfinished = folder / target.name
                for name in found:
                    (unfinished / name).parent.mkdir(parents=True, exist_ok=True)
                    fs.get_file(f"{root}/{name}", str(unfinished / name))
                try:
                    unfinished.rename(target)
                except OSError:  # another process has been faster
                    if not target.is_dir():
                        raise
    return target


def staging(url: str, cache: Path | None = None) -> Path:
    """A folder here for what is to go to `url`.

    It is the same for the same address, so that a build which was interrupted goes on.
    """
    with _reachable(url):
        _, root = _filesystem(url)  # refused now rather than after hours
    folder = _place(cache, "staging") / sha256(url.encode())[:16] / PurePosixPath(root).name
    folder.parent.mkdir(parents=True, exist_ok=True)
    return folder


def publish(folder: Path, url: str) -> None:
    """Bring the staged files to `url`: parquet and pictures first, then card and receipt.

    What an earlier build has left there goes away, and when all are there, they go away here.
    For whoever has built the dataset, and nobody else: a receipt that lies in the folder may be
    that of an earlier build, and others may be writing there.
    """
    with _reachable(url):
        fs, root = _filesystem(url)
        paths = [path for path in folder.rglob("[!.]*") if path.is_file()]
        names = sorted(path.relative_to(folder).as_posix() for path in paths)
        if fs.exists(f"{root}/{RECEIPT}"):  # it tells of what is being replaced
            fs.rm_file(f"{root}/{RECEIPT}")
        for name in sorted(names, key=lambda name: (name in _LAST, name == RECEIPT)):
            fs.makedirs(str(PurePosixPath(f"{root}/{name}").parent), exist_ok=True)
            fs.put_file(str(folder / name), f"{root}/{name}")
        for path in map(fs._strip_protocol, fs.find(f"{root}/data")):
            if path.endswith(".parquet") and f"data/{PurePosixPath(path).name}" not in names:
                fs.rm_file(path)
    shutil.rmtree(folder.parent)


def _filesystem(url: str) -> tuple[Any, str]:
    from fsspec.core import url_to_fs  # type: ignore[import-untyped,unused-ignore]

    fs, root = url_to_fs(url)
    return fs, root.rstrip("/")


def _place(cache: Path | None, kind: str) -> Path:
    return (cache or default_cache()) / kind


@contextmanager
def _reachable(url: str) -> Iterator[None]:
    try:
        yield
    except (OSError, ValueError, ImportError) as error:
        raise DataError(
            expected=f"a place that can be reached: {public_address(url)}",
            got=f"{type(error).__name__}: {shorten(str(error), 200)}",
            fix="Install what fsspec needs for it (s3fs for s3://, gcsfs for gs://), log in, or "
            "name a folder.",
        ) from error
