"""The models that visitors asked for, on the disk of this page: the last ones, and no more."""

from __future__ import annotations

import shutil
from pathlib import Path

from huggingface_hub import scan_cache_dir
from huggingface_hub.errors import CacheNotFound


def trim(cache: Path, most: int) -> None:
    """Forget broken downloads, and the models longest not asked for until `most` bytes are left."""
    for part in cache.glob("*/blobs/*.incomplete"):
        part.unlink(missing_ok=True)
    try:
        found = scan_cache_dir(cache)
    except CacheNotFound:
        return
    excess = found.size_on_disk - most
    for repo in sorted(found.repos, key=lambda one: one.last_accessed):
        if excess <= 0:
            break
        excess -= repo.size_on_disk
        shutil.rmtree(repo.repo_path, ignore_errors=True)  # forks share commits: not by these
