from __future__ import annotations

import json
import signal
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from builders.kit.shards import Shards, options_key
from equimask.core.errors import DataError

OPTIONS = {"model": "made-up", "top": 3}


def row(number: int) -> dict[str, Any]:
    return {"id": f"r{number}", "value": number, "words": ["ä", "字"], "none": None}


def test_what_is_written_is_finished_and_comes_back_in_name_order(tmp_path: Path) -> None:
    with Shards(tmp_path, OPTIONS) as shards:
        assert shards.write("b", [row(3)]) == 1
        assert shards.write("a", [row(1), row(2)], facts={"skipped": 4}) == 2
        assert shards.finished("a") and not shards.finished("c")
    with Shards(tmp_path, dict(reversed(OPTIONS.items()))) as shards:
        assert shards.names() == ["a", "b"]
        assert list(shards.rows()) == [row(1), row(2), row(3)]
        assert list(shards.read("b")) == [row(3)]
        assert shards.facts("a") == {"skipped": 4}
        assert shards.facts("b") == {}


def test_other_options_see_nothing_and_destroy_nothing(tmp_path: Path) -> None:
    with Shards(tmp_path, OPTIONS) as shards:
        shards.write("a", [row(1)])
    with Shards(tmp_path, {**OPTIONS, "top": 4}) as others:
        assert others.names() == []
        others.write("a", [row(9)])
        others.clear()
        assert list(others.rows()) == []
    with Shards(tmp_path, OPTIONS) as shards:
        assert list(shards.rows()) == [row(1)]


def test_rows_that_fail_half_way_leave_no_shard(tmp_path: Path) -> None:
    def failing() -> Any:
        yield row(1)
        raise RuntimeError("stop")

    with Shards(tmp_path, OPTIONS) as shards:
        with pytest.raises(RuntimeError, match="stop"):
            shards.write("a", failing())
        assert not shards.finished("a")
        shards.write("a", [row(2)])
        assert list(shards.rows()) == [row(2)]


def test_the_same_rows_make_the_same_file(tmp_path: Path) -> None:
    contents = []
    for name in ("one", "two"):
        with Shards(tmp_path / name, OPTIONS) as shards:
            shards.write("a", [row(1)])
            contents.append((shards.folder / "a.jsonl.gz").read_bytes())
    assert contents[0] == contents[1]


def test_a_torn_last_line_of_the_manifest_is_cut_off(tmp_path: Path) -> None:
    with Shards(tmp_path, OPTIONS) as shards:
        shards.write("a", [row(1)])
        manifest = shards.folder / "manifest.jsonl"
    with manifest.open("ab") as stream:
        stream.write(b'{"name": "b", "ro')
    with Shards(tmp_path, OPTIONS) as shards:
        assert shards.names() == ["a"]
        shards.write("b", [row(2)])
    with Shards(tmp_path, OPTIONS) as shards:
        assert list(shards.rows()) == [row(1), row(2)]


@pytest.mark.parametrize("harm", ["cut", "gone"])
def test_a_shard_whose_file_is_not_whole_is_not_finished(tmp_path: Path, harm: str) -> None:
    with Shards(tmp_path, OPTIONS) as shards:
        shards.write("a", [row(1)])
        path = shards.folder / "a.jsonl.gz"
    if harm == "cut":
        path.write_bytes(path.read_bytes()[:-3])
    else:
        path.unlink()
    with Shards(tmp_path, OPTIONS) as shards:
        assert not shards.finished("a")


def test_a_shard_may_be_written_anew(tmp_path: Path) -> None:
    with Shards(tmp_path, OPTIONS) as shards:
        shards.write("a", [row(1)])
        shards.write("a", [row(2), row(3)])
    with Shards(tmp_path, OPTIONS) as shards:
        assert list(shards.rows()) == [row(2), row(3)]


def test_two_builds_do_not_share_a_folder(tmp_path: Path) -> None:
    with (
        Shards(tmp_path, OPTIONS),
        pytest.raises(DataError, match="another folder"),
        Shards(tmp_path, OPTIONS),
    ):
        pass
    with Shards(tmp_path, OPTIONS) as shards:
        assert shards.names() == []


def test_what_is_cleared_leaves_no_trace(tmp_path: Path) -> None:
    folder = tmp_path / "shards"
    with Shards(folder, OPTIONS) as shards:
        shards.write("a", [row(1)])
        shards.clear()
        shards.write("a", [row(2)])
        assert list(shards.rows()) == [row(2)]
        shards.clear()
    assert not folder.exists()


def test_the_folder_hides_from_version_control_and_names_its_options(tmp_path: Path) -> None:
    with Shards(tmp_path, OPTIONS) as shards:
        assert (tmp_path / ".gitignore").read_text() == "*\n"
        assert json.loads((shards.folder / "options.json").read_text()) == OPTIONS
        assert shards.folder.name == options_key(OPTIONS)


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@example(names=[".", "..", "a/b", "../a", ".hidden", "manifest"])
@given(names=st.lists(st.text(min_size=1, max_size=20), unique=True, max_size=5))
def test_any_name_will_do(names: list[str], tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("shards")
    names = [name for name in names if name.isprintable()]
    with Shards(folder, {}) as shards:
        for name in names:
            shards.write(name, [{"name": name}])
    with Shards(folder, {}) as shards:
        assert [found["name"] for found in shards.rows()] == sorted(names)


@pytest.mark.slow
def test_a_killed_writer_leaves_whole_shards_only(tmp_path: Path) -> None:
    program = textwrap.dedent(f"""
        from pathlib import Path
        from builders.kit.shards import Shards
        with Shards(Path({str(tmp_path)!r}), {OPTIONS!r}) as shards:
            for number in range(1_000_000):
                if not shards.finished(f"{{number:06}}"):
                    rows = [{{"number": number}}] * 50
                    shards.write(f"{{number:06}}", rows)
                    print(number, flush=True)
    """)
    last = -1
    for _ in range(3):
        process = subprocess.Popen(
            [sys.executable, "-c", program], stdout=subprocess.PIPE, text=True
        )
        assert process.stdout is not None
        seen = [int(process.stdout.readline()) for _ in range(20)]
        process.send_signal(signal.SIGKILL)
        seen += [int(line) for line in process.stdout.read().splitlines()]
        assert process.wait() == -signal.SIGKILL
        assert seen[0] in (last + 1, last + 2)  # the last may have died before it was told
        last = seen[-1]
    with Shards(tmp_path, OPTIONS) as shards:
        numbers = [found["number"] for found in shards.rows()]
        assert not list(shards.folder.glob(".*")), "half-written files stay"
    assert numbers == [number for number in range(numbers[-1] + 1) for _ in range(50)]
