"""What was computed is read again, and only while it is whole and came from the same."""

from __future__ import annotations

import warnings
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
    kept = Kept(tmp_path)
    with pytest.warns(UserWarning, match="is damaged: whatever is kept .* is made anew"):
        assert kept.once("pairs", {"model": "a"}, work) == {"rows": [[1, "b"]]}
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # it was said once
        for model in ("b", "a"):
            assert kept.once("pairs", {"model": model}, work) == {"rows": [[1, "b"]]}
    assert work.times == 4


def test_what_came_from_something_else_is_not_taken_by_its_file_name(
    work: Work, tmp_path: Path
) -> None:
    kept = Kept(tmp_path)
    kept.once("pairs", {"model": "a"}, lambda: "of a")
    (of_a,) = tmp_path.glob("pairs-*.json")
    kept.once("pairs", {"model": "b"}, work)
    (of_b,) = set(tmp_path.glob("pairs-*.json")) - {of_a}
    of_b.write_bytes(of_a.read_bytes())
    with pytest.warns(UserWarning, match="is damaged"):
        assert kept.once("pairs", {"model": "b"}, work) == {"rows": [[1, "b"]]}


def test_without_a_folder_nothing_is_kept(work: Work) -> None:
    kept = Kept(None)
    assert kept.once("pairs", {}, work) == kept.once("pairs", {}, work) == {"rows": [[1, "b"]]}
    assert work.times == 2
