"""How far a job is and how long it will take: a bar on a terminal, plain lines elsewhere.

Steps have a cost: a long sentence takes longer than a short one, and an estimate that counted
sentences would be wrong. What a job has many passes for is a `Part`, which its passes fill.
"""

from __future__ import annotations

import multiprocessing
import re
import sys
import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from importlib import import_module
from math import inf
from types import TracebackType
from typing import Any, Protocol, TextIO, TypeAlias, TypeVar

from tqdm import TqdmWarning, tqdm

from equimask.core.errors import printable

# Libraries below look for widgets when they are imported; nothing here is one.
warnings.filterwarnings("ignore", "IProgress not found", TqdmWarning)

Clock: TypeAlias = Callable[[], float]
_T = TypeVar("_T")

LONG = 60.0  # a job of more seconds says first how long it will take
BETWEEN = 30.0  # seconds from one plain line to the next, at least
_BELIEVED = 2.0  # seconds of steady work, after which an estimate is worth something
_SHORT = 1.0  # what takes less is shown to nobody
_DRAWN_AGAIN = 0.1  # seconds between two pictures of a bar
_SHOWN_AGAIN = 0.5  # and of one in a notebook, to which it is sent
_CELLS = 30  # characters of that bar
_PLURALS = {"people": "people", "pass": "passes", "vocabulary": "vocabularies"}


class Tally:
    """What is done of what was planned, and how fast.

    What was `known` at the start has taken no time. The first step is left out of the rate: it pays
    for all that is done once.
    """

    def __init__(
        self, total: float | None, unit: str, title: str, cost: float | None, now: float
    ) -> None:
        self.total, self.unit, self.title = total, unit, title
        self.note = self.found = ""  # what is said with the first estimate, and at the end
        self.cost = total if cost is None else cost
        self.count = self.paid = self.known = self.known_count = 0.0
        self.start = self.now = now
        self._first: tuple[float, float] | None = None

    def know(self, count: float, cost: float) -> None:
        """What is there from an earlier run."""
        self.count, self.paid = self.count + count, self.paid + cost
        self.known, self.known_count = self.known + cost, self.known_count + count

    def step(self, count: float, cost: float, now: float) -> None:
        """So much more is done."""
        self.count, self.paid, self.now = self.count + count, self.paid + cost, now
        if self._first is None and cost:
            self._first = now, self.paid

    @property
    def elapsed(self) -> float:
        """Seconds since the start."""
        return self.now - self.start

    @property
    def steady(self) -> float:
        """Seconds of work that the rate is taken from."""
        return 0.0 if self._first is None else self.now - self._first[0]

    @property
    def rate(self) -> float | None:
        """Cost per second; None as long as it is unknown."""
        if self._first is None:
            return None
        at, paid = self._first
        if self.paid > paid and self.now > at:
            return (self.paid - paid) / (self.now - at)
        return (self.paid - self.known) / self.elapsed if self.elapsed else None

    @property
    def share(self) -> float | None:
        """What part of the work is done, between 0 and 1."""
        return min(1.0, self.paid / self.cost) if self.cost else None

    @property
    def remaining(self) -> float | None:
        """Seconds to the end, if it goes on like this."""
        if self.cost is None or not (rate := self.rate):
            return None
        return max(0.0, self.cost - self.paid) / rate

    @property
    def whole(self) -> float | None:
        """Seconds from the start to the end."""
        left = self.remaining
        return None if left is None else self.elapsed + left


class Voice(Protocol):
    """Who is told."""

    def tell(self, tally: Tally) -> None:
        """After a step."""
        ...

    def close(self, tally: Tally, finished: bool) -> None:
        """At the end; `finished` unless an error broke it off."""
        ...


class Silent:
    """Nobody is."""

    def tell(self, tally: Tally) -> None:
        """Nothing."""

    def close(self, tally: Tally, finished: bool) -> None:
        """Nothing."""


class Lines:
    """Plain lines, for logs: a long job says at once how long it takes, then one every 30 s."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = stream  # without one, what stands for errors when it speaks
        self._told: float | None = None

    def tell(self, tally: Tally) -> None:
        """If it is time to."""
        if self._told is None:
            due = is_long(tally) or tally.elapsed >= BETWEEN
            head = before(tally)
        else:
            due, head = tally.now - self._told >= BETWEEN, ""
        if due:
            self._told = tally.now
            self._write(f"{head}{line(tally)}")

    def close(self, tally: Tally, finished: bool) -> None:
        """A job that has spoken says that it is done."""
        if finished and self._told is not None:
            self._write(after(tally))

    def _write(self, text: str) -> None:
        print(text, file=self._stream or sys.stderr, flush=True)


class Bar:
    """A bar that is drawn over and over; above it, how long a long job takes."""

    def __init__(self) -> None:
        self._bar: tqdm[Any] | None = None
        self._announced, self._drawn = False, -inf

    def tell(self, tally: Tally) -> None:
        """Draw it, if it is time to."""
        if self._bar is None:
            self._bar = _new_bar(tally)
        elif tally.now - self._drawn < _DRAWN_AGAIN:
            return
        self._drawn, bar = tally.now, self._bar
        bar.initial = _percent(tally.known, tally)
        bar.set_description_str(printable(tally.title), refresh=False)
        bar.bar_format = _bar_format(tally)
        bar.update(_percent(tally.paid, tally) - bar.n)
        if not self._announced and is_long(tally):
            self._announced = True
            bar.write(before(tally).removesuffix(": "), file=sys.stderr)

    def close(self, tally: Tally, finished: bool) -> None:
        """It stays where it is."""
        if self._bar is not None:
            if finished and tally.cost:
                tally.paid = tally.cost
            self._drawn = -inf
            self.tell(tally)
            self._bar.close()


def _percent(paid: float, tally: Tally) -> float:
    return 100.0 * min(1.0, paid / tally.cost) if tally.cost else 0.0


def _new_bar(tally: Tally) -> tqdm[Any]:
    return tqdm(
        desc=printable(tally.title),
        total=100.0 if tally.cost else None,
        unit="%",
        delay=_SHORT,
        smoothing=0,  # the mean: a step is as dear as it is planned to be
        miniters=0,
        bar_format=_bar_format(tally),
    )


def _bar_format(tally: Tally) -> str:
    counted = _counted(tally).partition(" (")[0]
    if not tally.cost:
        return f"{{desc}}: {counted} [{{elapsed}}]"
    return f"{{desc}}: {{percentage:3.0f}}%|{{bar}}| {counted} [{{elapsed}}<{{remaining}}]"


class NotebookText:
    """A bar of characters in the cell: no widget, and no stream of errors, which is shown red."""

    def __init__(self, display: Callable[..., Any] | None = None) -> None:
        self._display, self._drawn = display, 0.0
        self._handle: Any = None

    def tell(self, tally: Tally) -> None:
        """Draw it, if it is time to."""
        if self._handle is None:
            due = tally.elapsed >= _SHORT
        else:
            due = tally.now - self._drawn >= _SHOWN_AGAIN
        if due:
            self._show(tally, f"{_drawn(tally)}{line(tally)}")

    def close(self, tally: Tally, finished: bool) -> None:
        """In place of the bar, one line."""
        if self._handle is not None:
            self._show(tally, after(tally) if finished else f"stopped: {line(tally)}")

    def _show(self, tally: Tally, text: str) -> None:
        self._drawn = tally.now
        shown = {"text/plain": text}
        if self._handle is None:
            display = self._display or _notebook_display()
            self._handle = display(shown, raw=True, display_id=True)
        else:
            self._handle.update(shown, raw=True)


def is_long(tally: Tally) -> bool:
    """Whether the job will take more than a minute, as far as can be told."""
    return tally.steady >= _BELIEVED and (tally.whole or 0.0) > LONG


def before(tally: Tally) -> str:
    """What a long job says first: `about 12 min: `."""
    if not is_long(tally) or tally.whole is None:
        return ""
    return f"about {roughly(tally.whole)}{_noted(tally)}: "


def line(tally: Tally) -> str:
    """`de cps: 3,400 of 51,000 masks (7 %), 72 masks/s, ETA 11 min 20 s`."""
    parts = [_counted(tally)]
    if tally.elapsed and (new := tally.count - tally.known_count):
        parts.append(_speed(new / tally.elapsed, tally.unit))
    if tally.remaining is not None:
        parts.append(f"ETA {duration(tally.remaining)}")
    return f"{_titled(tally)}{', '.join(parts)}"


def after(tally: Tally) -> str:
    """`cps: 51,000 masks, done in 11 min 52 s`."""
    found = f"; {tally.found}" if tally.found else ""
    done = quantity(tally.count, tally.unit)
    return f"{_titled(tally)}{done}, done in {duration(tally.elapsed)}{found}"


def is_told(text: str) -> bool:
    """Whether a line of another process tells how far it is."""
    return bool(re.search(r", (ETA|done in) \d", text))


def duration(seconds: float) -> str:
    """`45 s`, `11 min 20 s`, `2 h 5 min`."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min" + (f" {whole % 60} s" if whole % 60 else "")
    minutes = round(seconds / 60)
    return f"{minutes // 60} h" + (f" {minutes % 60} min" if minutes % 60 else "")


def roughly(seconds: float) -> str:
    """As exact as an estimate is: `70 s`, `12 min`, `2 h 5 min`."""
    return f"{round(seconds, -1):.0f} s" if seconds < 90 else duration(60 * round(seconds / 60))


def quantity(count: float, unit: str) -> str:
    """`51,000 masks`, `1 cell`, `3.2 GB`."""
    if unit != "B":
        return f"{count:,.0f} {unit if round(count) == 1 else _plural(unit)}"
    prefixes = ["T", "G", "M", "k", ""]
    while count >= 1000 and len(prefixes) > 1:
        count /= 1000
        prefixes.pop()
    return f"{count:.3g} {prefixes[-1]}B"


def _plural(unit: str) -> str:
    return _PLURALS.get(unit, f"{unit}s")


def _counted(tally: Tally) -> str:
    done = quantity(tally.count, tally.unit)
    if tally.total is None:
        return done
    total = quantity(tally.total, tally.unit)
    if tally.unit != "B":
        done = f"{tally.count:,.0f}"
    percent = "" if tally.share is None else f" ({100 * tally.share:.0f} %)"
    return f"{done} of {total}{percent}"


def _speed(per_second: float, unit: str) -> str:
    if unit == "B":
        return f"{quantity(per_second, unit)}/s"
    for seconds, name in ((1, "s"), (60, "min")):
        if (rate := per_second * seconds) >= 1:
            shown = f"{rate:,.0f}" if rate >= 9.5 else f"{rate:.2g}"
            return f"{shown} {_plural(unit)}/{name}"
    return f"{per_second * 3600:,.1f} {_plural(unit)}/h"


def _titled(tally: Tally) -> str:
    return f"{printable(tally.title)}: " if tally.title else ""


def _noted(tally: Tally) -> str:
    return f", {tally.note}" if tally.note else ""


def _drawn(tally: Tally) -> str:
    if tally.share is None:
        return ""
    full = round(_CELLS * tally.share)
    return f"{'█' * full}{'░' * (_CELLS - full)} "


def _notebook_display() -> Callable[..., Any]:
    display: Callable[..., Any] = import_module("IPython.display").display  # a kernel has it
    return display


def in_notebook() -> bool:
    """Whether the code runs in a kernel, not in a terminal's IPython."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    return getattr(shell, "kernel", None) is not None


_CHOSEN: ContextVar[Callable[[], Voice] | None] = ContextVar("voice", default=None)


@contextmanager
def told_by(voice: Callable[[], Voice]) -> Iterator[None]:
    """Jobs inside are told by such a voice, wherever they run."""
    token = _CHOSEN.set(voice)
    try:
        yield
    finally:
        _CHOSEN.reset(token)


def fitting_voice() -> Voice:
    """Where this process can be seen: a bar on a terminal, text in a notebook, else lines.

    A process that another one has started keeps quiet: that one tells of all.
    """
    if (chosen := _CHOSEN.get()) is not None:
        return chosen()
    if multiprocessing.parent_process() is not None:
        return Silent()
    if in_notebook():
        return NotebookText()
    return Bar() if sys.stderr.isatty() else Lines()


class Steps(Protocol):
    """What is told of every step."""

    title: str

    def update(self, count: float = 1, cost: float | None = None) -> object:
        """So much is done; `cost` is what it took of the plan, the count itself without it."""
        ...


class Progress:
    """A job of known or unknown size, told by a voice; `note` goes with the first estimate."""

    def __init__(
        self,
        total: float | None,
        unit: str,
        title: str = "",
        *,
        cost: float | None = None,
        note: str = "",
        shown: bool = True,
        voice: Voice | None = None,
        clock: Clock = time.monotonic,
    ) -> None:
        self._clock = clock
        self._voice = (voice or fitting_voice()) if shown else Silent()
        self.tally = Tally(total, unit, title, cost, clock())
        self.tally.note = note

    @property
    def title(self) -> str:
        """What is being done."""
        return self.tally.title

    @title.setter
    def title(self, text: str) -> None:
        self.tally.title = text

    @property
    def now(self) -> float:
        """By its own clock."""
        return self._clock()

    def know(self, count: float, cost: float | None = None) -> None:
        """What is done already, by an earlier run."""
        self.tally.know(count, count if cost is None else cost)

    def update(self, count: float = 1, cost: float | None = None) -> None:
        """So much is done; `cost` is what it took of the plan, the count itself without it."""
        self.tally.step(count, count if cost is None else cost, self._clock())
        self._voice.tell(self.tally)

    def part(self, cost: float, passes: int = 1, title: str = "") -> Part:
        """A share of the job, which so many passes fill."""
        return Part(self, cost, passes, title)

    def __enter__(self) -> Progress:
        self._voice.tell(self.tally)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.tally.now = self._clock()
        self._voice.close(self.tally, finished=error is None)


class Part:
    """A share of a job: passes over a model fill it, and at its end it is full.

    Where it is the whole job, what its passes count is what the job counts.
    """

    def __init__(self, job: Progress, cost: float, passes: int, title: str = "") -> None:
        self._job, self._cost, self._passes, self._filled = job, cost, passes, 0.0
        self._title, self._is_all = title, cost == job.tally.cost and job.tally.total is None
        self.seconds: list[float] = []  # of its passes, in their order

    def open(self, total: float, unit: str, cost: float) -> OnePass:
        """A pass of so many steps and such a cost."""
        tally = self._job.tally
        if self._title:
            tally.title = self._title
        if self._is_all and tally.total is None:
            tally.total, tally.unit = total * self._passes, unit
        return OnePass(self, cost)

    def fill(self, count: float, share: float) -> None:
        """A share of one of its passes is done: more than there is of it is not told."""
        cost = min(share * self._cost / self._passes, self._cost - self._filled)
        self._filled += cost
        self._job.update(count if self._is_all else 0, cost)

    @property
    def now(self) -> float:
        """By the job's clock."""
        return self._job.now

    @property
    def went_as_planned(self) -> bool:
        """Whether it had as many passes as were planned."""
        return len(self.seconds) == self._passes

    def __enter__(self) -> Part:
        return self

    def __exit__(self, *_: object) -> None:
        self._job.update(0, self._cost - self._filled)
        self._filled = self._cost


class OnePass:
    """One pass of a part."""

    def __init__(self, part: Part, cost: float) -> None:
        self._part, self._cost, self.title = part, cost, ""
        self._start = part.now

    def update(self, count: float = 1, cost: float | None = None) -> None:
        """As of a job."""
        paid = count if cost is None else cost
        self._part.fill(count, paid / self._cost if self._cost else 0.0)

    def __enter__(self) -> OnePass:
        return self

    def __exit__(self, *_: object) -> None:
        self._part.seconds.append(self._part.now - self._start)


def times_the_first(parts: Sequence[Part]) -> float | None:
    """How long all passes took, in times of the first of each part; None if others came between."""
    if not parts or not all(part.went_as_planned for part in parts):
        return None
    first = sum(part.seconds[0] for part in parts)
    return sum(sum(part.seconds) for part in parts) / first if first else None


class CountsAlone:
    """Tells a caller's own steps how many are done: what they cost is the caller's plan."""

    def __init__(self, steps: Steps) -> None:
        self._steps, self.title = steps, ""

    def update(self, count: float = 1, cost: float | None = None) -> None:
        """Of the count."""
        self._steps.update(count)


Shown: TypeAlias = bool | Part


def counted(
    total: float, unit: str, title: str, *, cost: float | None = None, shown: Shown = True
) -> Progress | OnePass:
    """A job of its own or, inside a part, one of its passes."""
    if isinstance(shown, Part):
        return shown.open(total, unit, total if cost is None else cost)
    return Progress(total, unit, title, cost=cost, shown=shown)


def tracked(
    steps: Iterable[_T], total: float | None, unit: str, title: str = "", *, shown: bool = True
) -> Iterator[_T]:
    """The same steps; each is done when the next one is asked for."""
    with Progress(total, unit, title, shown=shown) as progress:
        for step in steps:
            yield step
            progress.update()
