"""A dump of Wikidata read by two processes beside one, and again when half of it is finished.

The dump is made up: some megabytes of entities, one in fifty a politician, packed as pbzip2
packs them, in a stream of its own for every 900,000 bytes, and these streams repeated until they
hold as much text as is asked for. What is timed is the whole command, from its start to the card:
reading, hashing, unpacking, parsing, keeping the pieces, writing the dataset. The named baselines
are the same command with one process, and Python's decompressor, which unpacks the file and does
nothing with it. In the last contender a build with two processes is killed in its middle; its time
is that of the command that goes on.
"""

from __future__ import annotations

import argparse
import bz2
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import psutil  # type: ignore[import-untyped,unused-ignore]
from rich.console import Console

from benchmarks import table
from benchmarks.machine import Span, describe, now
from builders.politicians.pieces import BLOCKS_BYTES
from equimask.core.progress import Progress

NAME = "dump"
TARGET = 1.7
_MEANT_FOR = 1_000
_STREAM, _STREAMS = 900_000, 10
_EVERY = 50  # one entity in so many is about a politician
_CODES = ("ar", "en", "es", "fr", "hi", "ru", "zh")
_OTHER_CODES = ("de", "it", "ja", "ko", "nl", "pl", "pt", "sv", "tr", "uk", "vi")
_STATEMENTS = 14
DECOMPRESSOR, ONE, TWO, RESUMED = "decompressor", "one", "two", "resumed"


def add_options(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("dump: politicians from a dump of Wikidata")
    meant = f"; the target is meant for {_MEANT_FOR:,}"
    table.add_number(group, "--dump-mb", 200, "megabytes of text in the dump", meant)
    table.add_number(group, "--dump-rounds", 3, "rounds of the timing")


def entity(number: int, rng: random.Random) -> dict[str, Any]:
    """An item of the length and the sameness of real ones."""
    name = f"{rng.randbytes(4).hex()} {rng.randbytes(5).hex()}".title()
    codes = (*_CODES, *_OTHER_CODES)
    labels = {code: {"language": code, "value": name} for code in codes}
    occupation = 82955 if number % _EVERY == 0 else rng.randrange(10**6, 10**7)
    facts = [("P31", 5), ("P106", occupation), ("P21", rng.choice([6581097, 6581072]))]
    facts += [(f"P{rng.randrange(300, 9000)}", rng.randrange(10**7)) for _ in range(_STATEMENTS)]
    claims = {prop: [_statement(number, prop, _item(value), rng)] for prop, value in facts}
    claims["P569"] = [_statement(number, "P569", _time(rng), rng)]
    links = {f"{code}wiki": {"site": f"{code}wiki", "title": name, "badges": []} for code in codes}
    return {
        "type": "item",
        "id": f"Q{number}",
        "labels": labels,
        "descriptions": {},
        "aliases": {},
        "claims": claims,
        "sitelinks": links,
        "lastrevid": rng.randrange(10**9),
    }


def _statement(number: int, prop: str, data: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    snak = {"snaktype": "value", "property": prop, "hash": rng.randbytes(20).hex()}
    mark = rng.randbytes(16).hex().upper()
    return {
        "mainsnak": {**snak, "datavalue": data},
        "type": "statement",
        "id": f"Q{number}${mark}",
        "rank": "normal",
    }


def _item(value: int) -> dict[str, Any]:
    entry = {"entity-type": "item", "numeric-id": value, "id": f"Q{value}"}
    return {"value": entry, "type": "wikibase-entityid"}


def _time(rng: random.Random) -> dict[str, Any]:
    moment = f"+{rng.randrange(1850, 2000)}-{rng.randrange(1, 13):02}-01T00:00:00Z"
    calendar = "http://www.wikidata.org/entity/Q1985727"
    value = {"time": moment, "timezone": 0, "precision": 11, "calendarmodel": calendar}
    return {"value": value, "type": "time"}


def write_dump(path: Path, megabytes: int) -> int:
    """A multistream dump with so much text; how many bytes of text it has."""
    rng = random.Random(0)
    lines, size, number = list[bytes](), 0, 0
    while size < _STREAM * _STREAMS:
        number += 1
        lines.append(json.dumps(entity(number, rng)).encode() + b",\n")
        size += len(lines[-1])
    text = b"".join(lines)
    parts = [bz2.compress(text[at : at + _STREAM]) for at in range(0, size, _STREAM)]
    times = max(1, round(megabytes * 10**6 / size))
    with path.open("wb") as stream:
        stream.write(bz2.compress(b"[\n"))
        for _ in range(times):
            stream.writelines(parts)
        stream.write(bz2.compress(b"{}\n]\n"))
    return times * size


def build(path: Path, out: Path, processes: int) -> subprocess.Popen[bytes]:
    """The command, at work."""
    command = [sys.executable, "-m", "builders", "politicians", "--dump", str(path)]
    command += ["--out", str(out), "--processes", str(processes)]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)


def content_hash(path: Path, out: Path, processes: int) -> str:
    """Of the dataset that is built, or built on."""
    with build(path, out, processes) as process:
        _, errors = process.communicate()
    if process.returncode:
        raise RuntimeError(errors.decode())
    return str(json.loads((out / "receipt.json").read_bytes())["content_hash"])


def build_half(path: Path, out: Path, pieces: int) -> None:
    """Kill a build when half of its pieces are finished."""
    with build(path, out, 2) as process:
        while process.poll() is None and finished(out) < pieces // 2:
            time.sleep(0.01)
        process.kill()


def finished(out: Path) -> int:
    """How many pieces are kept."""
    return sum(path.read_bytes().count(b"\n") for path in out.glob(".shards/*/manifest.jsonl"))


def unpack(path: Path) -> int:
    """What a single decompressor takes."""
    size = 0
    with bz2.open(path) as stream:
        while block := stream.read(1 << 20):
            size += len(block)
    return size


def compare(megabytes: int, rounds: int) -> dict[str, Any]:
    """Seconds of each contender, in turn."""
    seconds: dict[str, list[float]] = {name: [] for name in (DECOMPRESSOR, ONE, TWO, RESUMED)}
    cpu: dict[str, list[float]] = {name: [] for name in seconds}
    peaks = dict.fromkeys(seconds, 0.0)
    hashes = set()

    def timed(name: str, work: Callable[[], Any]) -> Any:
        start = _spent()
        found, peak = with_peak(work)
        took = _spent() - start
        seconds[name].append(took.wall)
        cpu[name].append(took.cpu)
        peaks[name] = max(peak, peaks[name])
        return found

    with (
        tempfile.TemporaryDirectory() as folder,
        Progress(4 * rounds, "run", NAME) as steps,
    ):
        path, out = Path(folder) / "made-up.json.bz2", Path(folder) / "out"
        size = write_dump(path, megabytes)
        packed = path.stat().st_size
        for _ in range(rounds):
            timed(DECOMPRESSOR, partial(unpack, path))
            steps.update()
            for name, processes in ((ONE, 1), (TWO, 2), (RESUMED, 2)):
                if name == RESUMED:
                    build_half(path, out, packed // BLOCKS_BYTES)
                hashes.add(timed(name, partial(content_hash, path, out, processes)))
                shutil.rmtree(out)
                steps.update()
    (digest,) = hashes  # else they do not do the same
    return {
        "text_mb": size / 1e6,
        "packed_mb": packed / 1e6,
        "content_hash": digest,
        "seconds": {name: float(np.median(of)) for name, of in seconds.items()},
        "peak_mb": peaks,
        "ratio_over_one": _ratio(seconds, ONE, TWO),
        "ratio_over_one_range": _range(seconds, ONE, TWO),
        "ratio_one_over_decompressor": _ratio(seconds, DECOMPRESSOR, ONE),
        "ratio_over_decompressor": _ratio(seconds, DECOMPRESSOR, TWO),
        "cpu_of_two_over_one": 1 / _ratio(cpu, ONE, TWO),
        "share_of_resumed": 1 / _ratio(seconds, TWO, RESUMED),
        "targets": {"ratio_over_one": TARGET} if megabytes >= _MEANT_FOR else {},
    }


def _spent() -> Span:
    """By the clock, and in CPU seconds of this process and of those that have ended."""
    times = os.times()
    return Span(now().wall, times.user + times.system + times.children_user + times.children_system)


def _ratios(seconds: dict[str, list[float]], slow: str, fast: str) -> list[float]:
    return [s / f for s, f in zip(seconds[slow], seconds[fast], strict=True)]


def _ratio(seconds: dict[str, list[float]], slow: str, fast: str) -> float:
    return float(np.median(_ratios(seconds, slow, fast)))


def _range(seconds: dict[str, list[float]], slow: str, fast: str) -> tuple[float, float]:
    ratios = _ratios(seconds, slow, fast)
    return min(ratios), max(ratios)


def with_peak(work: Callable[[], Any]) -> tuple[Any, float]:
    """What the work returns, and the most MB that processes which it started held together."""
    own, peak, done = psutil.Process(), 0, threading.Event()

    def watch() -> None:
        nonlocal peak
        while not done.wait(0.05):
            peak = max(peak, sum(_sizes(own)))

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        return work(), peak / 2**20
    finally:
        done.set()
        watcher.join()


def _sizes(process: psutil.Process) -> Iterator[int]:
    for child in process.children(recursive=True):
        try:
            yield child.memory_info().rss
        except psutil.NoSuchProcess:  # it ended meanwhile
            continue


def run(options: argparse.Namespace, console: Console) -> dict[str, Any]:
    console.print("[dim]dump: one decompressor, one process, two, and two after a kill[/dim]")
    return {"machine": describe(), **compare(options.dump_mb, options.dump_rounds)}


def show(result: dict[str, Any], console: Console) -> None:
    machine, seconds = result["machine"], result["seconds"]
    low, high = result["ratio_over_one_range"]
    over_one = f"{result['ratio_over_one']:.2f} ({low:.2f} to {high:.2f})"
    rows = [
        (
            "two processes, times faster than one",
            table.against_target(over_one, result, "ratio_over_one", "{:.1f}"),
        ),
        (
            "  times faster than Python's decompressor alone",
            f"{result['ratio_over_decompressor']:.2f}",
        ),
        (
            "one process, times faster than that",
            f"{result['ratio_one_over_decompressor']:.2f}",
        ),
        ("CPU seconds of two, over those of one", f"{result['cpu_of_two_over_one']:.2f}"),
        ("killed at half: the rest, over the whole", f"{result['share_of_resumed']:.2f}"),
        ("seconds of one process", f"{seconds[ONE]:.1f}"),
        *(
            (f"MB at the peak, workers too: {name}", f"{result['peak_mb'][key]:,.0f}")
            for name, key in (("one process", ONE), ("two processes", TWO))
        ),
    ]
    title = (
        f"dump, {result['text_mb']:,.0f} MB of text in {result['packed_mb']:,.0f} MB of bzip2, "
        f"many streams; {machine['cores']} cores, load {machine['load_average']}"
    )
    console.print(table.of_figures(title, rows))
