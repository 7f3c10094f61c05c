"""Killed ten times at random moments, a build ends as if nothing had happened."""

from __future__ import annotations

import fnmatch
import multiprocessing
import os
import random
import time
from collections.abc import Callable
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest

from tests.builders.politician_completions import worlds

pytestmark = pytest.mark.slow

KILLS = 10
PEOPLE = 240
CHUNK = 4
PIECE = "[0-9]*.jsonl.gz"
PRELOAD = [
    "builders.politician_completions.build",
    "tests.builders.politician_completions.worlds",
    "transformers.models.bert.modeling_bert",
    "transformers.models.bert.tokenization_bert",
]
WORDS = [f"{start}{end}" for start in "bcdfglmnprstv" for end in ("ig", "old", "ran", "sees")]


@pytest.fixture
def arguments(tmp_path: Path) -> list[str]:
    rng = random.Random(1)
    genders = ("male", "female", "non-binary")
    people = {
        lang: [
            (f"Q{n}", " ".join(rng.choices(WORDS, k=2)).title(), rng.choice(genders))
            for n in range(1, PEOPLE + 1)
        ]
        for lang in ("en", "es")
    }
    tags = {"ig": "ADJ", "old": "ADJ", "ran": "VERB", "sees": "VERB"}
    bank = " ".join(
        f"{word}/{word[0]}/{tag}" for word in WORDS for end, tag in tags.items() if word[1:] == end
    )
    for lang in people:
        worlds.treebank(tmp_path / "ud" / lang, f"{lang}_x-ud-test.conllu", bank)
    return [
        "--politicians", str(worlds.politicians(tmp_path / "politicians", people)),
        "--treebanks", str(tmp_path / "ud"),
        "--model", str(worlds.model(tmp_path / "one", WORDS)),
        "--model", f"en={worlds.model(tmp_path / 'two', WORDS, seed=1)}",
        "--top-adjectives", "8", "--top-verbs", "5",
    ]  # fmt: skip


def start(arguments: list[str]) -> BaseProcess:
    # Children of a server that has the libraries loaded: they are at work within milliseconds.
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(PRELOAD)
    process = context.Process(target=worlds.build_and_exit, args=(arguments, CHUNK))
    process.start()
    return process


def run(arguments: list[str]) -> None:
    process = start(arguments)
    process.join(120)
    assert process.exitcode == 0


def pieces_in(folder: Path) -> int:
    """Finished pieces, counted while others work there: what vanishes meanwhile is passed over."""
    return sum(len(fnmatch.filter(names, PIECE)) for _, _, names in os.walk(folder))


def kill_when(process: BaseProcess, ready: Callable[[], bool], delay: float) -> None:
    deadline = time.monotonic() + 60
    while not ready():
        assert process.is_alive(), "it had ended before the kill"
        assert time.monotonic() < deadline, "the build does not get on"
        time.sleep(0.001)
    time.sleep(delay)
    assert process.is_alive(), "it had ended before the kill"
    process.kill()
    process.join()


def test_a_killed_build_goes_on_and_loses_or_doubles_nothing(
    arguments: list[str], tmp_path: Path
) -> None:
    whole, out, shards = tmp_path / "whole", tmp_path / "killed", tmp_path / "b"
    run([*arguments, "--shards", str(tmp_path / "a"), "--out", str(whole)])
    parts = pieces_in(tmp_path / "a")
    assert parts == 3 * PEOPLE / CHUNK

    def finished() -> int:
        return pieces_in(shards)

    rng = random.Random(2)
    killed = [*arguments, "--shards", str(shards), "--out", str(out)]
    moments = sorted(rng.sample(range(1, parts - 10), KILLS - 2))
    seen = []
    for moment in moments:  # while models are asked
        kill_when(start(killed), lambda moment=moment: finished() >= moment, rng.random() * 0.01)
        seen.append(finished())
    assert moments[-1] <= seen[-1] < parts and seen == sorted(seen)
    for _ in range(KILLS - len(moments)):  # while rows are written
        before = set(out.glob(".data.*.part/en.parquet"))

        def writing(before: set[Path] = before) -> bool:
            return bool(set(out.glob(".data.*.part/en.parquet")) - before)

        kill_when(start(killed), writing, rng.random() * 0.05)
        assert not (out / "data").exists() and not (out / "receipt.json").exists()
    run(killed)
    assert sorted(path.name for path in out.iterdir()) == [
        "README.md",
        "data",
        "figures",
        "receipt.json",
    ]
    for config in ("en", "es", "counts"):
        assert worlds.rows(out, config) == worlds.rows(whole, config)
    assert worlds.receipt(out)["content_hash"] == worlds.receipt(whole)["content_hash"]
    keys = [(row["qid"], row["model"], row["upos"], row["rank"]) for row in worlds.rows(out, "en")]
    assert len(keys) == len(set(keys)) == PEOPLE * 2 * (8 + 5)
