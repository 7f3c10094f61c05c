"""Processes that are threads: what they say to each other passes through a meeting."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from equimask.models import processes as module
from equimask.models.processes import Processes


class Meeting:
    """`gather_object` between threads; whoever is left waiting gets an error, not a hang."""

    def __init__(self, count: int) -> None:
        self._barrier = threading.Barrier(count, timeout=20)
        self._said: dict[int, Any] = {}
        self._place = threading.local()

    def take_place(self, index: int) -> None:
        self._place.index = index

    def gather(self, items: list[Any]) -> list[Any]:
        self._said[self._place.index] = items[0]
        self._barrier.wait()
        heard = [self._said[index] for index in sorted(self._said)]
        self._barrier.wait()
        return heard


def together(count: int, work: Callable[[Processes], Any]) -> list[Any]:
    """What the work returned or raised in each of the processes."""
    meeting = Meeting(count)

    def run(index: int) -> Any:
        meeting.take_place(index)
        try:
            return work(Processes(count, index))
        except Exception as error:
            return error

    with pytest.MonkeyPatch.context() as patch, ThreadPoolExecutor(count) as pool:
        patch.setattr(module, "gather_object", meeting.gather)
        return list(pool.map(run, range(count)))
