"""A file is whole or not there."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from equimask.core import files
from equimask.core.files import (
    atomic_file,
    sealed,
    sha256,
    sha256_of_file,
    unsealed,
    write_atomically,
)


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


def left_by(writer: str, folder: Path, *, age: float = 0.0) -> Path:
    path = folder / f".cell.json.{writer}-abc_1234.part"
    path.write_bytes(b"half of")
    changed = time.time() - age
    os.utime(path, (changed, changed))
    return path


def test_half_files_of_processes_that_are_no_more_are_cleared_at_the_first_write(
    tmp_path: Path,
) -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    here = files._MACHINE
    stale = [
        left_by(f"{here}-{ended.pid}", tmp_path),
        left_by(f"{here}-{os.getpid()}", tmp_path, age=1e6),  # of a namesake before this process
        left_by("00000000-1", tmp_path, age=1e6),
        left_by(f"{here}-{10**30}", tmp_path),
    ]
    at_work = [left_by(f"{here}-{os.getppid()}", tmp_path), left_by("00000000-2", tmp_path)]
    others = [tmp_path / ".gitignore", tmp_path / ".mine.part"]
    for path in others:
        path.write_bytes(b"")
    write_atomically(tmp_path / "cell.json", b"new")
    assert not any(path.exists() for path in stale)
    assert all(path.exists() for path in (*at_work, *others))


def killed_within(folder: str, temporary: Path) -> None:
    """A process that opens a folder by this code and is killed while it uses it."""
    code = f"""
import os
from pathlib import Path
{folder}
(Path(made) / "model.safetensors").write_bytes(bytes(9))
os.kill(os.getpid(), 9)
"""
    env = {**os.environ, "TMPDIR": str(temporary)}
    assert subprocess.run([sys.executable, "-c", code], env=env, check=False).returncode == -9


@pytest.mark.slow
@pytest.mark.parametrize(
    "folder",
    [
        "from equimask.core.files import passing_folder\nopened = passing_folder('any')\n"
        "made = opened.__enter__()",
        "from equimask.models.checkpoints import _offload_folder\nmade = _offload_folder()",
        "from equimask.space import jobs\njobs._Running = lambda *_: None\n"
        "worker = jobs.Worker()\nworker.start()\nmade = worker._home",
    ],
    ids=["any", "weights that do not fit", "models of the page"],
)
def test_gigabytes_of_a_killed_process_are_gone_when_the_next_one_comes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: str
) -> None:
    killed_within(folder, tmp_path)
    (left,) = tmp_path.glob(".*.part")  # torch has a folder of its own there
    assert [file.name for file in left.iterdir()] == ["model.safetensors"]
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with files.passing_folder("next") as mine:
        assert [*tmp_path.glob(".*.part")] == [mine]
    assert not [*tmp_path.glob(".*.part")]


def test_what_is_somebody_elses_stays_and_stops_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    theirs = left_by("00000000-1", tmp_path, age=1e6)

    def forbidden(_: Path) -> None:
        raise PermissionError

    with monkeypatch.context() as patch:
        patch.setattr(Path, "unlink", forbidden)
        files.clear_leftovers(tmp_path)
    assert theirs.exists()


@pytest.mark.slow
def test_a_write_that_is_killed_leaves_nothing_behind_the_next_one(tmp_path: Path) -> None:
    write = f"""
from pathlib import Path
from equimask.core.files import atomic_file
with atomic_file(Path({str(tmp_path / "cell.json")!r})) as stream:
    stream.write(b"half of"); stream.flush(); print("there", flush=True); input()
"""
    writer = subprocess.Popen(
        [sys.executable, "-c", write], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert writer.stdout is not None and writer.stdout.readline() == b"there\n"
    assert files.clear_leftovers(tmp_path) == 0  # it is at work
    writer.kill()
    writer.communicate()
    assert len(list(tmp_path.iterdir())) == 1
    write_atomically(tmp_path / "cell.json", b"new")
    assert [path.name for path in tmp_path.iterdir()] == ["cell.json"]


def test_names_of_any_length_can_be_written(tmp_path: Path) -> None:
    name = "語" * 83 + ".json"  # 254 bytes
    write_atomically(tmp_path / name, b"new")
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_what_is_sealed_is_json_and_comes_back() -> None:
    data = sealed('a "key" é', b'{"n": 1}')
    digest = sha256(b'{"n": 1}')
    assert json.loads(data) == {"key": 'a "key" é', "sha256": digest, "content": {"n": 1}}
    assert unsealed('a "key" é', data) == b'{"n": 1}'
    assert unsealed("another", data) is None


def test_no_bit_of_what_is_sealed_can_change_unseen() -> None:
    data = sealed("key", b'{"n": 1.5}')
    for place in range(len(data)):
        for bit in range(8):
            flipped = bytearray(data)
            flipped[place] ^= 1 << bit
            assert unsealed("key", bytes(flipped)) is None
    for end in range(len(data)):
        assert unsealed("key", data[:end]) is None
    assert unsealed("key", data + b" ") is None
