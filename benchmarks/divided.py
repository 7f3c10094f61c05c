"""One dataset of completions, divided in many ways and killed at random moments.

Makes up names and a small model, then builds their completions alone, in 2 and in 7 parts, by
`torchrun` with two processes and by parts that are killed: all must have one content hash. Then
one process is timed beside two, each on one thread; for 20,000 names the target is meant.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console

from benchmarks import made_politicians as made
from benchmarks import table
from benchmarks.completions import made_up_tokenizer
from benchmarks.machine import Span, describe
from benchmarks.workload import random_model, small_bert
from builders.kit.receipt import read_receipt
from equimask.core.progress import Progress

NAME = "divided"
TARGET = 1.7  # two processes are at least so much faster than one
_MEANT_FOR = 20_000
_LANGUAGES = ("en", "es")
_VOCABULARY = 1_200
_LAYERS, _WIDTH = 2, 128
_TIMED_LAYERS = 8  # with fewer, loading the model would take as long as asking it
_LAUNCH = ("-m", "torch.distributed.run", "--nproc-per-node", "2")


class Divided:
    """A made-up world, and builds of it in processes of their own, each on one thread."""

    def __init__(self, folder: Path, names: int, layers: int = _LAYERS) -> None:
        self._folder = folder
        known = made.words(_VOCABULARY // 2)
        model = folder / "model"
        tokenizer = made_up_tokenizer(_VOCABULARY)
        random_model(
            small_bert(len(tokenizer), layers=layers, width=_WIDTH, inner=4 * _WIDTH)
        ).save_pretrained(model)
        tokenizer.save_pretrained(model)
        people = made.write_people(
            folder / "politicians", _LANGUAGES, names // len(_LANGUAGES), known
        )
        treebanks = made.write_treebanks(folder / "ud", _LANGUAGES, known)
        self._own = ["--politicians", str(people), "--treebanks", str(treebanks)]
        self._own += ["--model", str(model), "--device", "cpu"]
        self._started = 0

    def start(self, name: str, *more: str, launcher: Sequence[str] = ()) -> subprocess.Popen[bytes]:
        """A build whose pieces and dataset have this name."""
        place = ["--shards", str(self.shards(name)), "--out", str(self.out(name))]
        command = [sys.executable, *launcher, "-m", "builders", "politician_completions"]
        return subprocess.Popen(
            [*command, *self._own, *place, *more],
            stdout=subprocess.DEVNULL,
            env={**os.environ, "OMP_NUM_THREADS": "1"},
        )

    def run(self, name: str, *more: str, launcher: Sequence[str] = ()) -> None:
        """A build to its end."""
        if self.start(name, *more, launcher=launcher).wait():
            raise SystemExit(f"{name} has failed")

    def alone(self, name: str) -> str:
        """By one process; the content hash."""
        self.run(name)
        return self.hash_of(name)

    def in_parts(self, name: str, ways: int) -> str:
        """Two parts at a time, then joined."""
        for first in range(1, ways + 1, 2):
            numbers = range(first, min(first + 2, ways + 1))
            parts = [self.start(name, "--part", f"{k}/{ways}") for k in numbers]
            if sum(part.wait() for part in parts):  # waits for all of them
                raise SystemExit(f"a part of {name} has failed")
        self.run(name, "--assemble")
        return self.hash_of(name)

    def launched(self, name: str) -> str:
        """By torchrun with two processes."""
        self.run(name, launcher=_LAUNCH)
        return self.hash_of(name)

    def killed(self, name: str, kills: int, seed: int) -> str:
        """Each of two parts in turn, killed after a random time; then to the end."""
        rng = random.Random(seed)
        for k in range(kills):
            part = self.start(name, "--part", f"{k % 2 + 1}/2")
            before, deadline = self.pieces(name), time.monotonic() + 60
            goal = before + rng.randint(0, 1)  # before or after its first new piece
            while part.poll() is None and time.monotonic() < deadline:
                if self.shards(name).exists() and self.pieces(name) >= goal:
                    time.sleep(rng.random() * 0.5)
                    break
                time.sleep(0.005)
            part.kill()
            part.wait()
        return self.in_parts(name, 2)

    def ask(self, name: str, ways: int) -> Span:
        """All parts at once: seconds by the clock, and CPU seconds of the busiest of them."""
        start = time.perf_counter()
        parts = [self.start(name, "--part", f"{k + 1}/{ways}") for k in range(ways)]
        cpu = [_cpu_at_end(part) for part in parts]  # waits for all of them
        if any(part.returncode for part in parts):
            raise SystemExit("a timed part has failed")
        return Span(time.perf_counter() - start, max(cpu))

    def pieces(self, name: str) -> int:
        """How many are finished."""
        return len(list(self.shards(name).rglob("[0-9]*.jsonl.gz")))

    def shards(self, name: str) -> Path:
        """Where pieces lie."""
        return self._folder / f"{name}-shards"

    def out(self, name: str) -> Path:
        """Where the dataset lies."""
        return self._folder / name

    def hash_of(self, name: str) -> str:
        """Of the whole dataset."""
        return str(read_receipt(self.out(name))["content_hash"])


def hashes(world: Divided, kills: int, seed: int = 0) -> dict[str, str]:
    """The content hash of every division."""
    divisions: dict[str, Callable[[], str]] = {
        "one process": lambda: world.alone("one"),
        "2 parts": lambda: world.in_parts("two", 2),
        "7 parts": lambda: world.in_parts("seven", 7),
        "torchrun, 2 processes": lambda: world.launched("launched"),
        f"2 parts, killed {kills} times": lambda: world.killed("killed", kills, seed),
    }
    found = {}
    with Progress(len(divisions), "division", NAME) as steps:
        for name, work in divisions.items():
            steps.title = name
            found[name] = work()
            steps.update()
    return found


def _cpu_at_end(process: subprocess.Popen[bytes]) -> float:
    """CPU seconds of a process, when it has ended."""
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return used.ru_utime + used.ru_stime


def ratio(world: Divided, rounds: int) -> dict[str, Any]:
    """Seconds to ask about all names by one process and by two, in turn: parts, not yet joined.

    Start and imports are taken off, and of the whole its joining: they are timed by the same
    command again, which finds all pieces there. On a machine with other load, CPU seconds of the
    busier process say what the clock would on one without.
    """
    taken: dict[str, list[Span]] = {"one": [], "two": []}
    for _ in range(rounds):
        for name, ways in (("one", 1), ("two", 2)):
            shutil.rmtree(world.shards("timed"), ignore_errors=True)
            taken[name].append(world.ask("timed", ways) - world.ask("timed", ways))
    wall, cpu = (
        {name: sorted(span[by] for span in spans)[rounds // 2] for name, spans in taken.items()}
        for by in range(2)
    )
    return {
        "seconds": wall,
        "ratio_over_one": wall["one"] / wall["two"],
        "cpu_seconds": cpu,
        "ratio_by_cpu": cpu["one"] / cpu["two"],
    }


def add_options(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("divided: completions by one process and by many")
    meant = f"; the target is meant for {_MEANT_FOR:,}"
    table.add_number(group, "--divided-names", 2_000, "names", meant)
    table.add_number(group, "--kills", 2, "kills at random moments")
    table.add_number(group, "--kill-seed", 0, "of these moments")
    table.add_number(group, "--divided-rounds", 1, "rounds of the timing; 0 for none")
    group.add_argument(
        "--no-hashes",
        dest="hashes",
        action="store_false",
        help="leave out the divisions and kills: the timing alone",
    )


def run(options: argparse.Namespace, console: Console) -> dict[str, Any]:
    console.print("[dim]divided: one process, parts, torchrun, parts that are killed[/dim]")
    names = options.divided_names
    with tempfile.TemporaryDirectory() as folder:
        world = Divided(Path(folder), names)
        found = hashes(world, options.kills, options.kill_seed) if options.hashes else {}
        if len(set(found.values())) > 1:
            raise SystemExit(f"divided: NOT one content hash: {found}")
        timed: dict[str, Any] = {}
        if options.divided_rounds:
            larger = Divided(Path(folder) / "larger", names, _TIMED_LAYERS)
            timed = ratio(larger, options.divided_rounds)
    targets = {"ratio_over_one": TARGET} if names >= _MEANT_FOR else {}
    return {"machine": describe(), "names": names, "hashes": found, **timed, "targets": targets}


def show(result: dict[str, Any], console: Console) -> None:
    machine, rows = result["machine"], list(result["hashes"].items())
    if "ratio_over_one" in result:
        told = f"{result['ratio_over_one']:.2f}"
        told = table.against_target(told, result, "ratio_over_one", "{:.1f}")
        rows.append(("two processes, times faster than one", told))
        rows.append(("  by CPU seconds of the busier one", f"{result['ratio_by_cpu']:.2f}"))
        for kind in ("seconds", "cpu_seconds"):
            told = kind.replace("cpu", "CPU").replace("_", " ")
            rows += [(f"{told} of {name}", f"{s:.1f}") for name, s in result[kind].items()]
    title = (
        f"divided, {result['names']:,} names, one thread a process; {machine['cores']} cores, "
        f"load {machine['load_average']}"
    )
    console.print(table.of_figures(title, rows))
