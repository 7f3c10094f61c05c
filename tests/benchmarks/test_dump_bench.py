"""The made-up dump is what it says, and everybody reads the same people from it."""

from __future__ import annotations

import bz2
import json
from pathlib import Path

import pytest

from benchmarks import dump as bench


@pytest.fixture(autouse=True)
def _little(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "_STREAM", 40_000)
    monkeypatch.setattr(bench, "_STREAMS", 12)


def test_the_dump_has_so_much_text_in_many_streams(tmp_path: Path) -> None:
    size = bench.write_dump(tmp_path / "all.json.bz2", 1)
    packed = (tmp_path / "all.json.bz2").read_bytes()
    lines = bz2.decompress(packed).splitlines()
    assert 0.9e6 < size < 1.1e6 and size < sum(map(len, lines)) + len(lines) < size + 20
    assert packed.count(b"BZh91AY&SY") > 20
    assert lines[0] == b"[" and lines[-1] == b"]"
    assert all(json.loads(line.rstrip(b","))["id"] for line in lines[1:-2])
    assert sum(b'"Q82955"' in line for line in lines) > 1


@pytest.mark.slow
def test_the_command_that_goes_on_after_a_kill_makes_the_same_dataset(tmp_path: Path) -> None:
    path = tmp_path / "all.json.bz2"
    bench.write_dump(path, 1)
    whole = bench.content_hash(path, tmp_path / "whole", 1)
    # Of pieces as large as the command has them, the made-up dump is one.
    bench.build_half(path, tmp_path / "half", 2)
    assert bench.content_hash(path, tmp_path / "half", 2) == whole
