"""Killed ten times at random moments, a build ends as if nothing had happened."""

from __future__ import annotations

import bz2
import random
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import psutil
import pytest

from builders.kit.shards import options_key
from builders.politicians import dump, endpoint
from tests.builders.politicians import builds
from tests.builders.politicians.wikidata_cases import special_records
from tests.builders.politicians.wikidata_records import Record, crowd, dump_text
from tests.builders.politicians.wikidata_server import serving

KILLS = 10
LANGUAGES = ["--language", "en", "--language", "zh"]
RECORDS = special_records() + crowd(160, seed=4)


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("undisturbed")
    path = builds.write_dump(tmp_path_factory.mktemp("source") / "all.json", RECORDS)
    assert builds.build(out, "--dump", str(path), "--processes", "1", *LANGUAGES) == 0
    return out


def kill_when(process: subprocess.Popen[str], ready: Callable[[], bool]) -> bool:
    """Kill the process once `ready`; false if it had ended by itself before."""
    deadline = time.monotonic() + 60
    while not ready() and process.poll() is None:
        assert time.monotonic() < deadline, "the build does not get on"
        time.sleep(0.001)
    alive = process.poll() is None
    process.send_signal(signal.SIGKILL)
    process.communicate()
    return alive


def check_like(undisturbed: Path, out: Path) -> None:
    assert builds.all_rows(out) == builds.all_rows(undisturbed)
    assert builds.receipt(out)["content_hash"] == builds.receipt(undisturbed)["content_hash"]
    assert not (out / ".shards").exists()


@pytest.mark.slow
def test_questions_to_an_endpoint_go_on_where_they_stopped(
    undisturbed: Path, tmp_path: Path
) -> None:
    rng = random.Random(5)
    landed = 0
    with serving(RECORDS) as server:
        server.delay = 0.005
        arguments = ["--endpoint", server.url, *builds.IMPATIENT, "--limit", "4", *LANGUAGES]
        for _ in range(KILLS):
            goal = len(server.queries) + rng.randint(2, 15)
            process = builds.start(tmp_path, *arguments)
            delay = rng.random() * 0.01

            def reached(goal: int = goal, delay: float = delay) -> bool:
                if len(server.queries) < goal:
                    return False
                time.sleep(delay)
                return True

            landed += kill_when(process, reached)
            assert not (tmp_path / "data").exists()
        last = builds.start(tmp_path, *arguments)
        _, errors = last.communicate(timeout=120)
        assert last.returncode == 0, errors
        assert "going on with an interrupted build" in errors
        repeated = Counter(text for text in server.queries if "?precision" in text)
    assert landed == KILLS
    # A window is asked for again only if its question was on the way when the kill came.
    assert sum(count - 1 for count in repeated.values()) <= KILLS
    check_like(undisturbed, tmp_path)


@pytest.mark.slow
def test_a_dump_is_parsed_on_where_it_stopped(undisturbed: Path, tmp_path: Path) -> None:
    rng = random.Random(6)
    out, landed = tmp_path / "out", 0
    path = tmp_path / "all.json.bz2"
    text = dump_text(RECORDS).encode()
    streams = [bz2.compress(text[at : at + 1500]) for at in range(0, len(text), 1500)]
    path.write_bytes(b"".join(streams))
    arguments = ["--dump", str(path), "--piece-bytes", "1", *LANGUAGES]
    for turn in range(KILLS):
        before = finished(out)
        goal = before + rng.randint(1, 14)
        process = builds.start(out, *arguments, "--processes", str(1 + turn % 2))
        landed += kill_when(process, lambda goal=goal: finished(out) >= goal)  # type: ignore[misc]
        assert not (out / "data").exists()
        assert finished(out) > before
    assert landed == KILLS
    assert finished(out) < len(streams)
    last = builds.start(out, *arguments, "--processes", "2")
    _, errors = last.communicate(timeout=120)
    assert last.returncode == 0, errors
    check_like(undisturbed, out)


def finished(out: Path) -> int:
    """How many pieces the manifest has."""
    return sum(path.read_bytes().count(b"\n") for path in out.glob(".shards/*/manifest.jsonl"))


@pytest.mark.parametrize("kind", [".json", ".json.gz"])
def test_finished_pieces_of_text_are_not_parsed_again(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    records: list[Record] = crowd(40, seed=7)
    path = builds.write_dump(tmp_path / f"all{kind}", records)
    arguments = ["--dump", str(path), "--piece-bytes", "5000", "--processes", "1", *LANGUAGES]
    parsed: list[int] = []
    honest = dump.parse_piece

    def breaking(work: Any, codes: frozenset[str]) -> dump.Parsed:
        parsed.append(len(work.candidates))
        if len(parsed) == 4:
            raise KeyboardInterrupt
        return honest(work, codes)

    monkeypatch.setattr(dump, "parse_piece", breaking)
    assert builds.build(tmp_path / "out", *arguments) == 2
    broken_off = list(parsed)
    assert builds.build(tmp_path / "out", *arguments) == 0
    again = parsed[4:]
    assert again[0] == broken_off[3]
    assert sum(parsed) <= 40 + again[0]  # lines that lie in two pieces are parsed at the end
    assert len(builds.rows(tmp_path / "out", "en")) > 10


@pytest.mark.slow
def test_workers_do_not_outlive_a_killed_build(tmp_path: Path) -> None:
    path = builds.write_dump(tmp_path / "all.json", RECORDS)
    arguments = ["--dump", str(path), "--piece-bytes", "4000", "--processes", "2", *LANGUAGES]
    process = builds.start(tmp_path / "out", *arguments)
    workers: list[psutil.Process] = []

    def at_work() -> bool:
        workers[:] = psutil.Process(process.pid).children(recursive=True)
        return finished(tmp_path / "out") > 3

    assert kill_when(process, at_work)
    assert len(workers) >= 2
    _, alive = psutil.wait_procs(workers, timeout=20)
    assert alive == []


@pytest.mark.parametrize("route", [dump, endpoint])
def test_another_version_does_not_reuse_what_is_kept(
    route: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    def key() -> str:
        if route is dump:
            return options_key(dump.shard_options(["en"]))
        return options_key(endpoint.shard_options("http://127.0.0.1/", ["en"], hints=False))

    before = key()
    monkeypatch.setattr(route, "__version__", "0.0.0.other")
    assert key() != before


@pytest.mark.slow
def test_another_dump_does_not_reuse_what_is_kept(tmp_path: Path) -> None:
    out = tmp_path / "out"
    path = builds.write_dump(tmp_path / "all.json", RECORDS)
    arguments = ["--dump", str(path), "--piece-bytes", "4000", "--processes", "1", *LANGUAGES]
    assert kill_when(builds.start(out, *arguments), lambda: finished(out) > 20)
    builds.write_dump(path, crowd(30, seed=8))
    assert builds.build(out, *arguments) == 0
    assert len(builds.rows(out, "en")) < 30
