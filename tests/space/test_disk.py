"""The page keeps the models that were asked for last, and no more than it has room for."""

from __future__ import annotations

import os
from pathlib import Path

from equimask.space.disk import trim


def fetched(cache: Path, name: str, size: int, when: int) -> Path:
    """A model as the Hub's client keeps it, last read at `when`."""
    folder = cache / f"models--lab--{name}"
    blob = folder / "blobs" / "ab12"
    blob.parent.mkdir(parents=True)
    blob.write_bytes(b"0" * size)
    (folder / "refs").mkdir()
    (folder / "refs" / "main").write_text("c0ffee")
    link = folder / "snapshots" / "c0ffee" / "model.safetensors"
    link.parent.mkdir(parents=True)
    link.symlink_to(blob)
    os.utime(blob, (when, when))
    return folder


def test_the_models_longest_not_asked_for_are_forgotten(tmp_path: Path) -> None:
    folders = [fetched(tmp_path, f"m{i}", 1_000, 1_000_000 + i) for i in (2, 0, 1)]
    trim(tmp_path, 3_000)
    assert all(folder.exists() for folder in folders)
    trim(tmp_path, 2_500)
    assert [folder.exists() for folder in folders] == [True, False, True]
    trim(tmp_path, 0)
    assert not any(folder.exists() for folder in folders)


def test_broken_downloads_are_forgotten(tmp_path: Path) -> None:
    blob = fetched(tmp_path, "m", 10, 1_000_000) / "blobs" / "cd34.incomplete"
    blob.write_bytes(b"half")
    trim(tmp_path, 10**6)
    assert not blob.exists()


def test_nothing_to_forget_is_no_error(tmp_path: Path) -> None:
    trim(tmp_path / "none", 0)
