"""Visitors' jobs, one at a time, in a process of their own that is ended where it exceeds its turn.

The process lives on for the next visitor; whoever leaves, takes too long or takes too much memory
ends it, and another one is started at once.
"""

from __future__ import annotations

import atexit
import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Generator, Mapping
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any, NamedTuple

import psutil  # type: ignore[import-untyped,unused-ignore]

from equimask.core.errors import ModelError
from equimask.core.files import passing_folder
from equimask.space.disk import trim
from equimask.space.limits import MAX_KEPT, MAX_MEMORY, MAX_SECONDS, SECONDS_WAITED_FOR
from equimask.space.scoring import Fields
from equimask.space.worker import LINE, READY, SHARE, SHOWN, too_much_memory

_LOOKS = 0.25  # seconds between two looks at the process, and at whether the visitor is still there
_TO_START = 180.0  # seconds that it may take until it listens
_LONGEST = 64_000_000  # characters of an answer: 2,000 rows are three
# What a process needs from its surroundings; no other variable reaches it, least of all a secret.
_PASSED = (
    *("PATH", "LANG", "TZ", "TMPDIR", "TEMP", "TMP", "SYSTEMROOT", "LD_LIBRARY_PATH"),
    *("VIRTUAL_ENV", "PYTHONPATH", "PYTHONHOME", "CUDA_VISIBLE_DEVICES", "SPACE_ID"),
    *("HF_ENDPOINT", "HF_HUB_OFFLINE", "HF_HUB_DISABLE_XET", "HF_HUB_DISABLE_TELEMETRY"),
    *("HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "no_proxy"),
    *("SSL_CERT_FILE", "SSL_CERT_DIR", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE"),
    *("OMP_NUM_THREADS", "MKL_NUM_THREADS", "TOKENIZERS_PARALLELISM"),
)


class Told(NamedTuple):
    """How far a job is; `share` between 0 and 1 where it is known."""

    line: str
    share: float | None


class Worker:
    """One process at a time, started when it is first asked; it may have so much for a job."""

    def __init__(
        self,
        memory: int = MAX_MEMORY,
        seconds: float = MAX_SECONDS,
        seconds_waited_for: float = SECONDS_WAITED_FOR,
    ) -> None:
        self.memory, self.seconds = memory, seconds
        self.seconds_waited_for = seconds_waited_for
        self._turn = threading.Lock()
        self._opened = ExitStack()
        self._home: Path | None = None
        self._running: _Running | None = None

    @property
    def process(self) -> int | None:
        """The number of the process, if there is one."""
        return None if self._running is None else self._running.process.pid

    def start(self) -> None:
        """So that the first visitor need not wait for it."""
        if self._running is not None and self._running.process.poll() is None:
            return
        if self._home is None:
            self._home = self._opened.enter_context(passing_folder("equimask-page"))
            atexit.register(self.close)
        self._running = _Running(self.memory, self._home)

    def close(self) -> None:
        """End it, and forget what it has fetched."""
        if self._running is not None:
            self._running.end()
            self._running = None
        if self._home is not None:
            atexit.unregister(self.close)
            self._opened.close()
            self._home = None

    def answers(
        self, metric: str, fields: Fields, waiting: Callable[[], int] = lambda: 0
    ) -> Generator[Told | str, None, None]:
        """How far the job is, again and again, and at last the result or the error as HTML.

        Whoever closes the generator ends the job; `waiting` counts the visitors behind it, for whom
        it must be shorter.
        """
        with self._turn:
            self.start()
            running = self._running
            assert running is not None
            goes_on = False
            try:
                yield from running.wait_until_ready()
                running.say({"metric": metric, "fields": fields._asdict()})
                yield from self._listen(running, waiting)
                goes_on = running.memory() < self.memory / 2
            finally:
                if not goes_on:
                    running.end()
                self._trim()
                self.start()

    def _listen(
        self, running: _Running, waiting: Callable[[], int]
    ) -> Generator[Told | str, None, None]:
        start = time.monotonic()
        while True:
            message = running.heard(_LOOKS)
            if message is not None and SHOWN in message:
                yield str(message[SHOWN])
                return
            if running.memory() > self.memory:
                raise too_much_memory(self.memory)
            self._refuse_long(time.monotonic() - start, waiting)
            yield Told("", None) if message is None else Told(message[LINE], message[SHARE])

    def _refuse_long(self, passed: float, waiting: Callable[[], int]) -> None:
        others = waiting() if self.seconds_waited_for < passed <= self.seconds else 0
        if passed <= self.seconds and not others:
            return
        most = self.seconds_waited_for if others else self.seconds
        behind = f", with {others} waiting" if others else ""
        raise ModelError(
            expected=f"a job of at most {most:.3g} s on this shared page"
            f"{' while others wait' if others else ''}",
            got=f"one that was not done after {passed:.3g} s{behind}",
            fix="Bring fewer or shorter rows, choose a smaller model"
            f"{', come back when fewer are here' if others else ''}, or score it on your own "
            "machine: equimask score METRIC MODEL.",
        )

    def _trim(self) -> None:
        if self._home is not None:
            trim(self._home / "hub", MAX_KEPT)


def environment(given: Mapping[str, str], home: Path) -> dict[str, str]:
    """What the process may know: nobody's token, nobody's home."""
    passed = {name: given[name] for name in _PASSED if name in given}
    passed |= {name: text for name, text in given.items() if name.startswith("LC_")}
    return {
        **passed,
        "HOME": str(home),
        "USERPROFILE": str(home),
        "HF_HOME": str(home),
        "HF_HUB_CACHE": str(home / "hub"),
        "HF_HUB_DISABLE_IMPLICIT_TOKEN": "1",
        "HF_XET_CHUNK_CACHE_SIZE_BYTES": "0",
        "PYTHONUNBUFFERED": "1",
    }


class _Running:
    """A started process, and what it has said."""

    def __init__(self, memory: int, home: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "equimask.space.worker", str(memory)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=home,  # Python looks there first for what it imports
            env=environment(os.environ, home),
            start_new_session=True,
        )
        self._said: queue.Queue[dict[str, Any] | None] = queue.Queue()
        self._ready = False
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        with suppress(ValueError, OSError):
            while text := self.process.stdout.readline(_LONGEST):
                self._said.put(json.loads(text))
        self._said.put(None)

    def wait_until_ready(self) -> Generator[Told, None, None]:
        """Until it listens; most of the time it does."""
        start = time.monotonic()
        while not self._ready:
            message = self.heard(_LOOKS)
            self._ready = message is not None and READY in message
            if time.monotonic() - start > _TO_START:
                raise ModelError(
                    expected="a process that starts",
                    got=f"none after {_TO_START:.0f} s",
                    fix="The machine of this page is too busy: try again later.",
                )
            if not self._ready:
                yield Told("The scoring process starts", None)

    def say(self, message: Mapping[str, Any]) -> None:
        """A job; a process that has ended meanwhile is found out by `heard`."""
        assert self.process.stdin is not None
        with suppress(BrokenPipeError):
            self.process.stdin.write(f"{json.dumps(message)}\n".encode())
            self.process.stdin.flush()

    def heard(self, seconds: float) -> dict[str, Any] | None:
        """What it says within so many seconds, if anything."""
        try:
            message = self._said.get(timeout=seconds)
        except queue.Empty:
            return None
        if message is None:
            self._said.put(None)
            raise ModelError(
                expected="a process that scores until it has a result",
                got="one that was ended by the system",
                fix="It may have wanted more memory than there is: choose a smaller model or "
                "fewer rows, or score it on your own machine: equimask score METRIC MODEL.",
            )
        return message

    def memory(self) -> int:
        """Bytes that it has, with what it has started; none if it has ended."""
        with suppress(psutil.Error):
            one = psutil.Process(self.process.pid)
            return sum(p.memory_info().rss for p in (one, *one.children(recursive=True)))
        return 0

    def end(self) -> None:
        """At once, with all that it has started."""
        with suppress(ProcessLookupError, PermissionError):
            if hasattr(os, "killpg"):
                os.killpg(self.process.pid, signal.SIGKILL)
            else:
                self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()
