"""One dataset, however the work on it is divided, and whatever happens to its parts."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import fsspec  # type: ignore[import-untyped,unused-ignore]
import pytest

from builders.__main__ import main
from tests.builders.politician_completions import worlds
from tests.builders.politician_completions.test_resume import (
    arguments,  # noqa: F401  (a fixture)
    kill_when,
    pieces_in,
    run,
    start,
)

CHUNK = 2


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> worlds.SmallWorld:
    return worlds.SmallWorld(tmp_path_factory.mktemp("world"))


@pytest.fixture(scope="module")
def content(world: worlds.SmallWorld) -> str:
    return content_of(world.build(out="whole", chunk=CHUNK))


def content_of(out: Path) -> str:
    return str(worlds.receipt(out)["content_hash"])


def no_model(*args: Any, **kwargs: Any) -> None:
    raise AssertionError("a model was loaded")


def in_parts(world: worlds.SmallWorld, name: str, ways: int, *more: str) -> Path:
    out = world.folder / name
    for number in range(ways, 0, -1):
        how = ("--shards", str(world.folder / f"{name}-shards"), "--part", f"{number}/{ways}")
        assert worlds.build(world.arguments(*how, *more, out=name), CHUNK) == 0
        assert not out.exists()
    return out


@pytest.mark.parametrize("ways", [1, 2, 7])
def test_parts_are_joined_to_the_same_content_without_a_model(
    world: worlds.SmallWorld, content: str, ways: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = in_parts(world, f"in-{ways}", ways) if ways > 1 else world.folder / "in-1"
    shards = world.folder / ("shards" if ways == 1 else f"in-{ways}-shards")
    if ways == 1:
        assert content  # its pieces are those of the whole build
    monkeypatch.setattr("equimask.models.loading.load_mlm", no_model)
    how = ("--shards", str(shards), "--assemble")
    assert worlds.build(world.arguments(*how, out=out.name), CHUNK) == 0
    assert content_of(out) == content
    whole = worlds.receipt(world.folder / "whole")
    assert worlds.receipt(out)["summary"] == whole["summary"]


def test_a_part_that_is_not_finished_is_told_and_nothing_is_written(
    world: worlds.SmallWorld, capsys: pytest.CaptureFixture[str]
) -> None:
    how = ("--shards", str(world.folder / "lacking"))
    assert worlds.build(world.arguments(*how, "--part", "1/2", out="lacks"), CHUNK) == 0
    assert worlds.build(world.arguments(*how, "--assemble", out="lacks"), CHUNK) == 2
    said = capsys.readouterr().err
    assert "2 of 4 pieces in lacking" in said and "--part I/N" in said
    assert not (world.folder / "lacks").exists()


def test_damaged_pieces_and_words_are_made_anew_when_parts_are_joined(
    world: worlds.SmallWorld, content: str, capsys: pytest.CaptureFixture[str]
) -> None:
    out = in_parts(world, "damaged", 2)
    harmed = 0
    for path in sorted((world.folder / "damaged-shards").rglob("*.jsonl.gz")):
        if path.name.startswith(("000001", "words")):
            data = bytearray(path.read_bytes())
            data[len(data) // 2] ^= 4
            path.write_bytes(data)
            harmed += 1
    assert harmed == 3  # of the words of two languages, and of pieces of one
    how = ("--shards", str(world.folder / "damaged-shards"), "--assemble")
    assert worlds.build(world.arguments(*how, out="damaged"), CHUNK) == 0
    assert content_of(out) == content
    assert capsys.readouterr().err.count("made anew") == 2  # once for each language


def test_other_precision_or_weights_are_other_pieces(
    world: worlds.SmallWorld, content: str, capsys: pytest.CaptureFixture[str]
) -> None:
    half = world.build("--dtype", "float64", out="float64", chunk=CHUNK)
    assert worlds.receipt(half)["options"]["dtype"] == "float64"
    assert (
        worlds.rows(half, "en")[0]["model"] != worlds.rows(world.folder / "whole", "en")[0]["model"]
    )
    batched = world.build("--batch-tokens", "16", "--device", "cpu", out="batched", chunk=CHUNK)
    assert content_of(batched) == content  # kept pieces, and the receipt says what was asked for
    assert worlds.receipt(batched)["options"]["batch_tokens"] == 16
    (facts,) = worlds.receipt(batched)["summary"]["languages"]["en"]["models"].values()
    assert facts["devices"] == ["cpu"]
    for more, says in (
        (("--batch-tokens", "0"), "batch_tokens to be None or a whole number of at least 1"),
        (("--device", "moon"), "a device that this machine has"),
        (("--revision", "v1", "--model", "en=other"), "NAME@REVISION"),
    ):
        new = ("--shards", str(world.folder / "new"))
        assert worlds.build(world.arguments(*new, *more, out="refused"), CHUNK) == 2
        assert says in capsys.readouterr().err


def test_a_model_is_asked_beside_another_that_holds_its_own_lock(
    world: worlds.SmallWorld, content: str
) -> None:
    other = worlds.model(world.folder / "secret" / "second", worlds.WORDS, seed=5)
    folders = [*(world.folder / "shards" / "en").glob("tiny@*/*")]
    from builders.kit.shards import Shards

    options = json.loads((folders[0] / "options.json").read_text(encoding="utf-8"))
    with Shards(folders[0].parent, options):
        here = world.arguments(out="second")
        here[here.index(str(world.model))] = str(other)
        assert worlds.build(here, CHUNK) == 0
    assert {row["model"].split("@")[0] for row in worlds.rows(world.folder / "second", "en")} == {
        "second"
    }


def test_names_are_read_and_the_dataset_is_written_elsewhere(
    world: worlds.SmallWorld, content: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    fs = fsspec.filesystem("memory")
    fs.put(str(world.politicians), "/bucket/politicians", recursive=True)
    monkeypatch.setenv("EQUIMASK_CACHE", str(tmp_path))
    here = world.arguments()
    here[here.index(str(world.politicians))] = "memory://bucket/politicians"
    here[here.index(str(world.folder / "out"))] = "memory://bucket/completions"
    assert worlds.build(here, CHUNK) == 0
    told = json.loads(fs.cat("/bucket/completions/receipt.json"))
    assert told["content_hash"] == content
    assert told["options"]["politicians"] == "memory://bucket/politicians"
    assert fs.exists("/bucket/completions/data/counts.parquet")
    fs.rm("/bucket", recursive=True)
    for more in (["--card-only"], ["--verify"]):
        assert main(["politician_completions", *here, *more]) == 2


def command(*more: str) -> list[str]:
    return [sys.executable, *more]


@pytest.mark.slow
def test_help_and_refusals_load_no_library_of_models() -> None:
    code = (
        "import sys; from builders.__main__ import main\n"
        "assert main(['politician_completions', '--politicians', 'nowhere', '--model', 'm']) == 2\n"
        "print([m for m in ('torch', 'transformers', 'scipy', 'datasets') if m in sys.modules])"
    )
    done = subprocess.run(command("-c", code), capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]", done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("way", ["torchrun", "processes"])
def test_processes_share_the_work_and_one_writes(
    world: worlds.SmallWorld, root: Path, way: str
) -> None:
    whole = world.build(out="in-one-go", chunk=2048)  # that of a fresh process
    launcher = ["-m", "torch.distributed.run", "--nproc-per-node", "2"]
    how = [
        "--shards",
        str(world.folder / way),
        *(["--processes", "2"] if way != "torchrun" else []),
    ]
    done = subprocess.run(
        command(
            *(launcher if way == "torchrun" else []), "-m", "builders", "politician_completions",
            *world.arguments(*how, "--device", "cpu", out=f"by-{way}"),
        ),
        check=False, cwd=root, env={**os.environ, "OMP_NUM_THREADS": "1"},
        capture_output=True, text=True,
        timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert content_of(world.folder / f"by-{way}") == content_of(whole)
    assert done.stdout.count("total") == 1
    for writer in ("1-of-2", "2-of-2"):  # English is the first's, Spanish the second's
        assert list((world.folder / way).rglob(f"manifest-{writer}.jsonl"))


@pytest.mark.slow
def test_parts_that_are_killed_ten_times_make_the_same_dataset(
    arguments: list[str],  # noqa: F811
    tmp_path: Path,
) -> None:
    whole, out, shards = tmp_path / "whole", tmp_path / "out", tmp_path / "b"
    run([*arguments, "--shards", str(tmp_path / "a"), "--out", str(whole)])
    rng = random.Random(3)
    divided = [*arguments, "--shards", str(shards), "--out", str(out)]

    def finished() -> int:
        return pieces_in(shards)

    killed = 0
    for ways in (2, 7):  # the seven take up what the two have left
        for _ in range(5):
            parts = [start([*divided, "--part", f"{k}/{ways}"]) for k in (1, 2)]
            goal = finished() + rng.randint(2, 6)
            for part in parts:
                kill_when(part, lambda goal=goal: finished() >= goal, rng.random() * 0.02)
                killed += 1
    assert killed == 20 and 20 <= finished() < 180
    for part in [start([*divided, "--part", f"{k}/3"]) for k in (1, 2, 3)]:
        part.join(120)
        assert part.exitcode == 0
    run([*divided, "--assemble"])
    assert content_of(out) == content_of(whole)
    assert not list(shards.rglob("unfinished*/*"))
