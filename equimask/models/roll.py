"""Who of several processes has come to which step, and who is still at work."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from typing import Any

from equimask.core.errors import EquimaskError
from equimask.core.progress import duration

BEAT = 5.0  # seconds between two signs of life
SAID_AGAIN = 30.0
_PAUSE, _LONGEST_PAUSE = 0.002, 0.5
_SEVERAL = "Start all of them at the same time, or none: without a launcher unset WORLD_SIZE."


class LostProcessError(EquimaskError, RuntimeError):
    """Another process did not come, or is no more."""


def never_came(count: int, patience: float, reason: str) -> LostProcessError:
    """The error of whoever waited for others at the start."""
    return LostProcessError(
        expected=f"{count} processes, as WORLD_SIZE says",
        got=f"not all of them within {duration(patience)} ({reason})",
        fix=f"{_SEVERAL} A slow start is given more time by --wait SECONDS (wait=…).",
    )


class Roll:
    """Kept in a store that all processes reach: each step's arrivals, and signs of life.

    Nobody waits in silence: a line says on whom. Who works is waited for as long as it takes, who
    gives no sign for `patience` seconds is lost.
    """

    def __init__(
        self,
        store: Any,
        count: int,
        index: int,
        patience: float,
        *,
        say: Callable[[str], object] = lambda line: print(line, file=sys.stderr, flush=True),
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], object] = time.sleep,
    ) -> None:
        self.store, self.patience = store, patience
        self.shared: Any = None  # what the store is a part of
        self._count, self._index = count, index
        self._say, self._clock, self._sleep = say, clock, sleep
        self._step = 0
        self._left = threading.Event()

    def begin(self) -> None:
        """Give signs of life from now on."""
        threading.Thread(target=self._live, daemon=True).start()

    def leave(self) -> None:
        """Give none any more."""
        self._left.set()

    def _live(self) -> None:
        while not self._left.is_set():
            try:
                self.store.add(f"beat/{self._index}", 1)
            except RuntimeError:  # whoever keeps the store has ended
                return
            self._left.wait(BEAT)

    def meet(self) -> None:
        """Return when all have come to this step."""
        self._step += 1
        begun = said = self._clock()
        pause = _PAUSE
        beats: dict[int, tuple[int, float]] = {}
        try:
            self.store.set(self._place(self._index), "here")
            missing = [k for k in range(self._count) if k != self._index]
            while missing := [k for k in missing if not self.store.check([self._place(k)])]:
                now = self._clock()
                self._look_for(missing, beats, now)
                if now - said >= SAID_AGAIN:
                    said = now
                    if self._index == min(set(range(self._count)) - set(missing)):
                        self._say(self._waiting(missing, now - begun))
                self._sleep(pause)
                pause = min(2 * pause, _LONGEST_PAUSE)
        except RuntimeError as error:
            if isinstance(error, LostProcessError):
                raise
            raise self._lost("the process that keeps the list of all", str(error)) from error

    def _look_for(
        self, missing: list[int], beats: dict[int, tuple[int, float]], now: float
    ) -> None:
        for k in missing:
            beat = self.store.add(f"beat/{k}", 0)
            if k not in beats or beats[k][0] != beat:
                beats[k] = beat, now
            elif now - beats[k][1] > self.patience:
                raise self._lost(f"process {k}", f"no sign for {duration(self.patience)}")

    def _waiting(self, missing: list[int], seconds: float) -> str:
        who = f"process{'es' * (len(missing) > 1)} {', '.join(map(str, missing))}"
        return f"waiting for {who} of {self._count}, at work: {duration(seconds)} so far"

    def _lost(self, who: str, how: str) -> LostProcessError:
        return LostProcessError(
            expected=f"{self._count} processes until the end",
            got=f"{who} lost ({how[:200]})",
            fix="Look at its own messages; the same command goes on with what is kept.",
        )

    def _place(self, index: int) -> str:
        return f"step/{self._step}/{index}"
