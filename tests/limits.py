"""Time and memory that a test may take: what is refused is refused before either is spent."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest


class TookTooLong(BaseException):
    """Not caught where a damaged checkpoint's exceptions are."""


@contextmanager
def little_time(seconds: float) -> Iterator[None]:
    """A hang is a failure here, with the change beside it, and not of the whole run."""

    def stop(*_: Any) -> None:
        raise TookTooLong

    before = signal.signal(signal.SIGALRM, stop)
    started = time.monotonic()
    left, _ = signal.setitimer(signal.ITIMER_REAL, seconds)  # of the suite's own alarm
    try:
        yield
    except TookTooLong:
        pytest.fail(f"not done after {seconds:.0f} seconds")
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        if left:
            signal.setitimer(signal.ITIMER_REAL, max(1.0, left - (time.monotonic() - started)))


def _status(field: str) -> int:
    lines = Path("/proc/self/status").read_text().splitlines()
    return int(next(line.split()[1] for line in lines if line.startswith(field)))


@contextmanager
def little_memory(megabytes: int = 500) -> Iterator[None]:
    """At most `megabytes` beyond what was held before, where the system tells the peak."""
    try:
        Path("/proc/self/clear_refs").write_text("5")  # the peak starts anew
    except OSError:
        yield
        return
    before = _status("VmRSS")
    yield
    used = (_status("VmHWM") - before) // 1000
    assert used < megabytes, f"{used} MB"
