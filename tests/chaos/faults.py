"""What can happen to a job, drawn from a seed; afterwards it is run to its end, undisturbed."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from tests.chaos.jobs import Job
from tests.chaos.running import Ended, Starter


class Case(NamedTuple):
    """A job in a folder of its own; undisturbed it takes `seconds`, and its largest file is so."""

    job: Job
    starter: Starter
    out: Path
    seconds: float
    largest: int
    rng: random.Random

    def run(self, largest: int | None = None) -> Ended:
        return self.starter.start(self.job.into(self.out), self.output, largest).end()

    def killed(self) -> Ended:
        running = self.starter.start(self.job.into(self.out), self.output)
        return running.kill_after(self.rng.uniform(0.0, 1.1) * self.seconds)

    @property
    def output(self) -> Path:
        return self.out.parent / "output.txt"


Fault = Callable[[Case], list[Ended]]


def kills(case: Case) -> list[Ended]:
    """Killed one to three times."""
    return [case.killed() for _ in range(case.rng.randint(1, 3))]


def flips(case: Case) -> list[Ended]:
    """A bit of a kept file is another."""
    return _damaged(case, _flip)


def truncations(case: Case) -> list[Ended]:
    """A kept file ends early, perhaps at once."""
    return _damaged(case, lambda data, rng: data[: rng.randint(0, max(0, len(data) - 1))])


def strangers(case: Case) -> list[Ended]:
    """A kept file holds something else."""
    return _damaged(case, lambda data, rng: rng.choice((b"{}", b"[[[", b"\x00\xff", b"NaN\n" * 9)))


def losses(case: Case) -> list[Ended]:
    """A kept file is gone."""
    return _damaged(case, lambda data, rng: None)


def full_disks(case: Case) -> list[Ended]:
    """No file may grow beyond some size."""
    return [case.run(int(case.largest * case.rng.uniform(0.0, 1.0)))]


def twos(case: Case) -> list[Ended]:
    """The same job twice at once in one folder."""
    command = case.job.into(case.out)
    both = [case.starter.start(command, case.out.parent / f"output{i}.txt") for i in range(2)]
    return [one.end() for one in both]


def lies(case: Case) -> list[Ended]:
    """The server is overloaded or slow, cuts answers, never ends them, or says what is not so."""
    assert case.job.lie is not None
    case.job.lie(case.rng)
    try:
        return [case.run()]
    finally:
        case.job.lie(None)


def _flip(data: bytes, rng: random.Random) -> bytes:
    if not data:
        return b"x"
    changed = bytearray(data)
    changed[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    return bytes(changed)


def _damaged(case: Case, change: Callable[[bytes, random.Random], bytes | None]) -> list[Ended]:
    """Some of what was kept when the job was killed, or when it was done."""
    ended = [case.killed() if case.rng.random() < 0.7 else case.run()]
    files = sorted(path for path in case.out.rglob("*") if path.is_file())
    for path in case.rng.sample(files, min(len(files), case.rng.randint(1, 3))):
        data = change(path.read_bytes(), case.rng)
        if data is None:
            path.unlink()
        else:
            path.write_bytes(data)
    return ended


def faults_of(job: Job) -> list[Fault]:
    """Those that can happen to it; publishing keeps nothing on this machine."""
    own = [kills, twos] if job.name == "publish" else [
        kills, flips, truncations, strangers, losses, full_disks, twos,
    ]  # fmt: skip
    return [*own, *([lies] if job.lie is not None else [])]
