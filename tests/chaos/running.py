"""Commands in processes of their own, started, killed, and looked after."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import psutil

ROOT = Path(__file__).resolve().parents[2]
_LONGEST = 120.0  # seconds that any command may take
_TO_END = 5.0  # and what it has started, after it


class Ended(NamedTuple):
    """How a command ended: its exit code (negative: by a signal) and all that it printed."""

    code: int
    said: str


class Starter:
    """The process that forks commands; a context, at whose end nothing runs any more."""

    def __init__(self, env: Mapping[str, str]) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.chaos.starter"],
            cwd=ROOT,
            env={**os.environ, "OMP_NUM_THREADS": "1", **env},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.sessions: set[int] = set()
        self._heard()

    def __enter__(self) -> Starter:
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(30)
        self._process.stdout.close()

    def start(self, command: Sequence[str], output: Path, largest: int | None = None) -> Running:
        """The command, which may write files of `largest` bytes at most."""
        order = {"command": [*command], "output": str(output), "largest": largest}
        process = self._ask({"run": order})
        self.sessions.add(process)
        return Running(self, process, output)

    def wait(self, process: int, seconds: float) -> int | None:
        """Its exit code; None while it runs."""
        code: int | None = self._ask({"wait": process, "seconds": seconds})
        return code

    def left_over(self) -> list[str]:
        """What still runs of all that was ever started, after a moment to end."""
        until = time.monotonic() + _TO_END
        while (found := self._still_there()) and time.monotonic() < until:
            time.sleep(0.05)
        return found

    def _still_there(self) -> list[str]:
        found = []
        for one in psutil.process_iter():
            with suppress(psutil.Error, ProcessLookupError):
                if one.status() != psutil.STATUS_ZOMBIE and os.getsid(one.pid) in self.sessions:
                    found.append(" ".join(one.cmdline()))
        return found

    def _ask(self, order: Any) -> Any:
        assert self._process.stdin is not None
        print(json.dumps(order), file=self._process.stdin, flush=True)
        return self._heard()

    def _heard(self) -> Any:
        assert self._process.stdout is not None
        return json.loads(self._process.stdout.readline())


class Running(NamedTuple):
    """A command at work."""

    starter: Starter
    process: int
    output: Path

    def end(self) -> Ended:
        """Wait for it; one that hangs is killed, which its exit code tells."""
        code = self.starter.wait(self.process, _LONGEST)
        return self.kill_after(0.0) if code is None else self._ended(code)

    def kill_after(self, seconds: float) -> Ended:
        """Kill it then, with all that it has started, unless it has ended before."""
        code = self.starter.wait(self.process, seconds)
        with suppress(ProcessLookupError):
            os.killpg(self.process, signal.SIGKILL)
        if code is None:
            code = self.starter.wait(self.process, _LONGEST)
        assert code is not None, "a killed process goes on"
        return self._ended(code)

    def _ended(self, code: int) -> Ended:
        return Ended(
            code, self.output.read_text("utf-8", "replace") if self.output.exists() else ""
        )
