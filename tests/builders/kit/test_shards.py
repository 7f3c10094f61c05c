from __future__ import annotations

import json
import signal
import subprocess
import sys
import textwrap
import threading
import time
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


@pytest.mark.parametrize("harm", ["cut", "gone", "flipped", "foreign"])
def test_a_shard_that_is_not_as_it_was_written_is_made_anew_and_told_once(
    tmp_path: Path, harm: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with Shards(tmp_path, OPTIONS) as shards:
        for name in ("a", "b", "c"):
            shards.write(name, [row(1)])
        shards.write("other", [row(2)])
    for name in ("a", "b"):
        path = shards.folder / f"{name}.jsonl.gz"
        data = bytearray(path.read_bytes())
        data[len(data) // 2] ^= 1
        if harm == "gone":
            path.unlink()
        else:
            other = (shards.folder / "other.jsonl.gz").read_bytes()
            path.write_bytes({"cut": data[:-3], "flipped": data, "foreign": other}[harm])
    with Shards(tmp_path, OPTIONS) as shards:
        assert not shards.finished("a") and shards.names() == ["c", "other"]
        assert shards.damaged == {"a", "b"}
        shards.write("a", [row(3)])
    assert capsys.readouterr().err.count("made anew") == 1
    with Shards(tmp_path, OPTIONS) as shards:
        assert list(shards.read("a")) == [row(3)] and shards.finished("a")


def test_a_line_of_a_manifest_that_is_changed_or_of_other_options_counts_for_nothing(
    tmp_path: Path,
) -> None:
    for options in (OPTIONS, {"top": 4}):
        with Shards(tmp_path, options) as shards:
            shards.write("a", [row(1)], {"skipped": 10})
    own, foreign = (tmp_path / options_key(one) for one in (OPTIONS, {"top": 4}))
    manifest = own / "manifest.jsonl"
    whole = manifest.read_bytes()
    for changed in (
        whole.replace(b'"skipped": 10', b'"skipped": 11'),
        whole.replace(b'"name"', b"name"),
        b"[]\n\xff\n",
        b"[" * 100_000,
        (foreign / "manifest.jsonl").read_bytes(),
    ):
        manifest.write_bytes(changed)
        with Shards(tmp_path, OPTIONS) as shards:
            assert not shards.finished("a")
        manifest.write_bytes(whole)
    with Shards(tmp_path, OPTIONS) as shards:
        assert shards.facts("a") == {"skipped": 10}


def test_several_writers_fill_one_folder_at_once(tmp_path: Path) -> None:
    with (
        Shards(tmp_path, OPTIONS, writer="1-of-2") as one,
        Shards(tmp_path, OPTIONS, writer="2-of-2") as other,
        Shards(tmp_path, {"top": 4}) as stranger,
    ):
        one.write("a", [row(1)])
        other.write("b", [row(2)])
        stranger.write("c", [row(3)])
        with pytest.raises(DataError, match="lock"), Shards(tmp_path, OPTIONS, writer="1-of-2"):
            pass
    with Shards(tmp_path, OPTIONS) as everything:
        assert list(everything.rows()) == [row(1), row(2)]
        everything.write("a", [row(4)])  # whoever has written last is believed
    with Shards(tmp_path, OPTIONS, writer="1-of-2") as one:
        assert list(one.rows()) == [row(4), row(2)]


def test_a_writer_may_wait_for_the_one_before(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def work() -> None:
        with Shards(tmp_path, OPTIONS) as shards:
            begun.set()
            time.sleep(0.8)
            shards.write("a", [row(1)])

    begun = threading.Event()
    before = threading.Thread(target=work)
    before.start()
    begun.wait()
    with Shards(tmp_path, OPTIONS, waits=True) as shards:
        assert shards.finished("a")
    before.join()
    assert "waiting for another process" in capsys.readouterr().err


def test_what_killed_writers_left_is_cleared_but_not_what_others_write(tmp_path: Path) -> None:
    with Shards(tmp_path, OPTIONS, writer="live") as live:
        live.write("a", [row(1)])
        for writer in ("-live", "-dead", ""):
            folder = live.folder / f"unfinished{writer}"
            folder.mkdir(exist_ok=True)
            (folder / "torn.jsonl.gz").write_bytes(b"half")
        with Shards(tmp_path, OPTIONS):
            left = [path.parent.name for path in live.folder.rglob("torn*")]
            assert left == ["unfinished-live"]


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
        assert not list(shards.folder.glob("unfinished/*")), "half-written files stay"
    assert numbers == [number for number in range(numbers[-1] + 1) for _ in range(50)]
