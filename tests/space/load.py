"""A page under many visitors, some of them hostile: who is served, how soon, in how much memory.

    python -m tests.space.load [--visitors 20] [--hostile 5] [--seconds 120]

Page and hub are on loopback. It ends by itself, and fails where an honest visitor was refused or
waited longer than `--patience`, or where page and scoring process together took more memory than
the page's limit and `--beside` for the page itself.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from itertools import count, cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from urllib.request import Request, urlopen

import psutil

from equimask.core.embedded import EMBEDDED
from equimask.space.limits import MAX_MEMORY, SECONDS_WAITED_FOR
from tests import tiny
from tests.hub.server import WRITER, FakeHub, serving
from tests.hub.store import Blob, Commit

_HONEST = "\n".join(map("\t".join, zip(tiny.MORE, tiny.LESS, strict=True)))
_MANY = "\n".join(
    f"She cooks for {i} men and sings.\tHe cooks for {i} men and sings." for i in range(1_990)
)


class Outcome(NamedTuple):
    """Of one visit: who came, what came of it, and after how many seconds."""

    who: str
    what: str
    seconds: float


class Visitor:
    """Asks a page as its own script does, and reads until there is an answer."""

    _numbers = count()

    def __init__(self, address: str, function: int) -> None:
        self._address, self._function = address, function

    def asks(self, model: str, text: str, leaves_after: float | None = None) -> str:
        """`result`, `error: …` in the page's words, `full` where the queue is, or `left`."""
        session = f"visitor{next(self._numbers)}"
        fields = [model, "en", text, "", "", None, False]
        body = {"data": fields, "fn_index": self._function, "session_hash": session}
        try:
            self._open("queue/join", body).close()
        except OSError:
            return "full"
        start, last = time.monotonic(), ""
        with self._open(f"queue/data?session_hash={session}") as answer:
            for line in answer:
                if leaves_after is not None and time.monotonic() - start > leaves_after:
                    return "left"
                text = line.decode().strip().removeprefix("data:").strip()
                if not text:
                    continue
                message = json.loads(text)
                if message["msg"] == "process_completed":
                    shown = json.dumps(message.get("output", {}))
                    return self._told(shown if "aria-label" in shown else last)
                if message["msg"] == "process_generating":
                    last = json.dumps(message)
        return "error: the page closed"

    @staticmethod
    def _told(shown: str) -> str:
        if "Result" in shown:
            return "result"
        return "error: " + (
            shown.partition("<dt>Got</dt><dd>")[2].partition("</dd>")[0] or shown[:300]
        )

    def _open(self, place: str, body: dict[str, Any] | None = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = Request(
            f"{self._address}gradio_api/{place}", data, {"Content-Type": "application/json"}
        )
        return urlopen(request, timeout=600)


def hostile_models(hub: FakeHub) -> dict[str, str]:
    """Names of models on the hub that try to exhaust the page."""
    split = {"type": "Split", "pattern": {"Regex": "(?:a|aa|aaa)+$b"}, "behavior": "Isolated"}
    changes: dict[str, tuple[str, dict[str, Any]]] = {
        "hungry": ("config.json", {"intermediate_size": 4_000_000}),
        "deep": ("config.json", {"num_hidden_layers": 20_000}),
        "panics": ("tokenizer.json", {"pre_tokenizer": split | {"invert": False}}),
    }
    tokenizer = tiny.wordpiece_tokenizer()
    with TemporaryDirectory() as folder:
        tiny.save(Path(folder), tiny.tiny_bert(len(tokenizer)), tokenizer)
        files = {one.name: one.read_bytes() for one in Path(folder).iterdir()}
    for name, (file, change) in changes.items():
        content = json.dumps(json.loads(files[file]) | change).encode()
        repo = hub.store.create("model", f"lab/{name}")
        blobs = {one: Blob(data) for one, data in {**files, file: content}.items()}
        repo.add(Commit(blobs, "model", repo.head.oid))
    return {name: f"lab/{name}" for name in changes}


def attacks(models: dict[str, str]) -> list[tuple[str, Callable[[Visitor], str]]]:
    """What hostile visitors do, each its own."""
    panicking = f"{'a' * 400}\t{'a' * 401}"
    return [
        ("hungry", lambda visitor: visitor.asks(models["hungry"], _HONEST)),
        ("deep", lambda visitor: visitor.asks(models["deep"], _HONEST)),
        ("panics", lambda visitor: visitor.asks(models["panics"], panicking)),
        ("leaves", lambda visitor: visitor.asks(EMBEDDED, _MANY, leaves_after=2.0)),
        ("endless", lambda visitor: visitor.asks(EMBEDDED, _MANY)),
    ]


class Watch:
    """The memory of this process and all that it has started, at its highest."""

    def __init__(self) -> None:
        self.highest = 0
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)
        self._thread.start()

    def _look(self) -> None:
        me = psutil.Process()
        while not self._stop.wait(0.1):
            total = 0
            for one in (me, *me.children(recursive=True)):
                with suppress(psutil.Error):
                    total += one.memory_info().rss
            self.highest = max(self.highest, total)

    def end(self) -> int:
        self._stop.set()
        self._thread.join()
        return self.highest


def visits(
    address: str, hub: FakeHub, visitors: int, hostile: int, seconds: float
) -> list[Outcome]:
    """All come at once and come back until the time is over; who is inside then is waited for."""
    with urlopen(f"{address}config", timeout=60) as answer:
        functions = json.load(answer)["dependencies"]
    (function,) = (one["id"] for one in functions if len(one["inputs"]) > 1)
    outcomes: list[Outcome] = []
    until = time.monotonic() + seconds

    def come(who: str, ask: Callable[[Visitor], str]) -> None:
        visitor = Visitor(address, function)
        while time.monotonic() < until:
            start = time.monotonic()
            try:
                what = ask(visitor)
            except (OSError, ValueError) as error:
                what = f"error: {type(error).__name__}: {error}"
            outcomes.append(Outcome(who, what, time.monotonic() - start))
            time.sleep(0.5)  # a person looks at what came

    kinds = [*islice(cycle(attacks(hostile_models(hub))), hostile)]
    kinds += [("honest", lambda visitor: visitor.asks(EMBEDDED, _HONEST))] * (visitors - hostile)
    threads = [threading.Thread(target=come, args=kind, daemon=True) for kind in kinds]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(seconds + 600)
    return outcomes


def run(visitors: int, hostile: int, seconds: float) -> tuple[list[Outcome], int]:
    """The outcomes of a served page, and the highest memory of page and scoring process."""
    from equimask.evaluation.module import BiasMetric
    from equimask.space.page import WORKER, build_page, serve

    class Cps(BiasMetric):
        metric = "cps"

    with serving() as hub:
        os.environ |= {"HF_ENDPOINT": hub.url, "HF_HUB_OFFLINE": "0", "HF_TOKEN": WRITER}
        os.environ["NO_PROXY"] = "127.0.0.1,localhost"
        page = build_page(Cps)
        address = serve(page, server_name="127.0.0.1", prevent_thread_lock=True, quiet=True)[1]
        watch = Watch()
        try:
            outcomes = visits(address, hub, visitors, hostile, seconds)
        finally:
            highest = watch.end()
            page.close(verbose=False)
            WORKER.close()
        if any(hub.authorised):
            outcomes.append(Outcome("honest", "error: a token went out", 0.0))
    return outcomes, highest


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--visitors", type=int, default=20)
    parser.add_argument("--hostile", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--patience", type=float, default=3 * SECONDS_WAITED_FOR)
    parser.add_argument("--beside", type=float, default=2e9)
    given = parser.parse_args()
    outcomes, highest = run(given.visitors, given.hostile, given.seconds)
    for who in dict.fromkeys(one.who for one in outcomes):
        own = [one for one in outcomes if one.who == who]
        slowest, mean = max(one.seconds for one in own), sum(one.seconds for one in own) / len(own)
        print(f"{who}: {len(own)} visits, {mean:.1f} s on average, {slowest:.1f} s at most")
        for what, times in Counter(one.what for one in own).most_common(4):
            print(f"  {times} x {what}")
    print(f"memory of page and scoring process: {highest / 1e9:.2f} GB at most")
    honest = [one for one in outcomes if one.who == "honest"]
    good = all(one.what == "result" and one.seconds <= given.patience for one in honest)
    return 0 if honest and good and highest <= MAX_MEMORY + given.beside else 1


if __name__ == "__main__":
    sys.exit(main())
