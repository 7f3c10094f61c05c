"""A file is whole or not there."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from equimask.core import files
from equimask.core.files import atomic_file, sha256, sha256_of_file, write_atomically


def test_a_file_is_replaced_whole_and_can_be_read_by_others(tmp_path: Path) -> None:
    path = tmp_path / "cell.json"
    path.write_bytes(b"old")
    write_atomically(path, b"new")
    assert path.read_bytes() == b"new"
    assert path.stat().st_mode & 0o777 == 0o644
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("stop", [ValueError, KeyboardInterrupt])
def test_what_is_broken_off_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, stop: type[BaseException]
) -> None:
    path = tmp_path / "cell.json"
    path.write_bytes(b"old")

    def half() -> None:
        with atomic_file(path) as stream:
            stream.write(b"half of")
            raise stop

    with pytest.raises(stop):
        half()
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_large_file_is_hashed_block_by_block(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "_BLOCK", 7)
    data = bytes(range(256))
    (tmp_path / "data").write_bytes(data)
    assert sha256_of_file(tmp_path / "data") == sha256(data) == hashlib.sha256(data).hexdigest()
