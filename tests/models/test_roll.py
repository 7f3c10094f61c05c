"""Who works is waited for, with a line that says on whom; who gives no sign of life is lost."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import torch

from equimask.core.errors import ModelError
from equimask.models.processes import Processes
from equimask.models.roll import SAID_AGAIN, LostProcessError, Roll
from tests.models.threads import together


class Time:
    """Passes when somebody sleeps; whatever happens at a time happens then."""

    def __init__(self) -> None:
        self.now = 0.0
        self.events: list[tuple[float, Any]] = []

    def sleep(self, seconds: float) -> None:
        self.now += seconds
        for event in [one for one in self.events if one[0] <= self.now]:
            self.events.remove(event)
            event[1]()


def roll_of(
    store: Any, index: int = 0, count: int = 2, patience: float = 60.0
) -> tuple[Roll, Time, list[str]]:
    time, said = Time(), []
    roll = Roll(
        store, count, index, patience, say=said.append, clock=lambda: time.now, sleep=time.sleep
    )
    return roll, time, said


def test_who_works_for_hours_is_waited_for_and_named() -> None:
    store = torch.distributed.HashStore()
    roll, time, said = roll_of(store)

    def live() -> None:
        store.add("beat/1", 1)
        time.events.append((time.now + 5, live))

    time.events = [(0.0, live), (7200.0, lambda: store.set("step/1/1", "here"))]
    roll.meet()
    assert 7200 <= time.now < 7201
    assert len(said) == pytest.approx(7200 / SAID_AGAIN, abs=5)
    assert said[0].startswith("waiting for process 1 of 2, at work: 30 s")
    assert " h" in said[-1]


def test_who_gives_no_sign_of_life_is_lost_after_the_patience() -> None:
    store = torch.distributed.HashStore()
    roll, time, _ = roll_of(store)
    store.add("beat/1", 1)
    with pytest.raises(LostProcessError, match=r"process 1 lost \(no sign for 1 min\)"):
        roll.meet()
    assert 60 < time.now < 62


def test_a_store_that_is_gone_is_told() -> None:
    class Gone:
        def set(self, *_: object) -> None:
            raise RuntimeError("Connection reset by peer")

    roll, _, _ = roll_of(Gone())
    with pytest.raises(LostProcessError, match=r"keeps the list of all lost .*reset by peer"):
        roll.meet()


def test_all_meet_at_every_step() -> None:
    store = torch.distributed.HashStore()
    order: list[tuple[int, int]] = []
    lock = threading.Lock()

    def work(index: int) -> None:
        roll = Roll(store, 3, index, 20)
        roll.begin()
        for step in range(20):
            roll.meet()
            with lock:
                order.append((step, index))
        roll.leave()

    with ThreadPoolExecutor(3) as pool:
        list(pool.map(work, range(3)))
    # nobody is two steps ahead of anybody
    done = [0, 0, 0]
    for step, index in order:
        done[index] = step
        assert max(done) - min(done) <= 1


def test_a_model_that_is_refused_to_one_process_is_refused_to_all() -> None:
    def load(processes: Processes) -> str:
        if processes.index == 1:
            raise ModelError(expected="a model", got="half of it", fix="Get it anew.")
        return "loaded"

    def work(processes: Processes) -> list[str]:
        found = []
        for name in ("first", "second"):
            try:
                found.append(processes.all_or_none(lambda: load(processes)))
            except ModelError as error:
                found.append(f"{name}: {error.got}")
        return [*found, processes.all_or_none(lambda: "third")]

    assert together(3, work) == [["first: half of it", "second: half of it", "third"]] * 3
