"""What was computed is read again, and only while it is whole and came from the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from equimask.papers.keeping import Kept


class Work:
    """Counts how often it is done."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self) -> object:
        self.times += 1
        return {"rows": [(1, "b")]}


@pytest.fixture
def work() -> Work:
    return Work()


def test_the_same_work_is_done_once(work: Work, tmp_path: Path) -> None:
    for _ in range(2):
        found = Kept(tmp_path).once("pairs de", {"model": "a", "data": "x"}, work)
        assert found == {"rows": [[1, "b"]]}
    assert work.times == 1


def test_it_is_done_again_where_something_moved_or_broke(work: Work, tmp_path: Path) -> None:
    kept = Kept(tmp_path)
    kept.once("pairs", {"model": "a"}, work)
    kept.once("pairs", {"model": "b"}, work)
    assert work.times == 2
    for file in tmp_path.glob("pairs-*.json"):
        file.write_bytes(file.read_bytes().replace(b'"b"', b'"c"'))
    assert kept.once("pairs", {"model": "a"}, work) == {"rows": [[1, "b"]]}
    assert work.times == 3


def test_without_a_folder_nothing_is_kept(work: Work) -> None:
    kept = Kept(None)
    assert kept.once("pairs", {}, work) == kept.once("pairs", {}, work) == {"rows": [[1, "b"]]}
    assert work.times == 2
