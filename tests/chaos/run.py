"""Faults without end, well almost: every one must end as if nothing had happened, or in words."""

from __future__ import annotations

import random
import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tests.chaos.faults import Case, Fault, faults_of
from tests.chaos.jobs import Job, all_jobs
from tests.chaos.running import Ended, Starter

_MESSAGE = 2  # exit codes: done, a message for the user, killed
_FINE = (0, _MESSAGE, -9)


class Undisturbed(NamedTuple):
    """A job that nothing happened to: its result, its files, its time, its largest file."""

    job: Job
    result: str
    files: frozenset[str]
    seconds: float
    largest: int


class Outcome(NamedTuple):
    """Of one fault: which, to which job, with which seed, and what was wrong afterwards."""

    job: str
    fault: str
    seed: int
    wrong: tuple[str, ...]
    told: bool  # whether it ended in words at some point


class Laboratory:
    """The jobs, each once undisturbed, and a starter for more of them."""

    def __init__(self, folder: Path, jobs: list[Job], starter: Starter) -> None:
        self._folder, self._starter = folder, starter
        self.undisturbed = [self._whole(job) for job in jobs]

    def faults(self) -> list[tuple[Undisturbed, Fault]]:
        """Every fault with every job that it can happen to."""
        return [(one, fault) for one in self.undisturbed for fault in faults_of(one.job)]

    def try_(self, one: Undisturbed, fault: Fault, seed: int) -> Outcome:
        """Let it happen, run the job to its end, and compare."""
        out = self._folder / f"{one.job.name}-{fault.__name__}-{seed}" / "out"
        out.parent.mkdir()
        rng = random.Random(f"{one.job.name} {fault.__name__} {seed}")
        case = Case(one.job, self._starter, out, one.seconds, one.largest, rng)
        ended = fault(case)
        wrong = [text for each in ended for text in _wrong(each)]
        last = case.run()
        if last.code != 0:
            wrong.append(f"the end: exit code {last.code}: {_tail(last)}")
        elif one.job.result(out) != one.result:
            wrong.append("another result")
        elif surplus := files_of(out) - one.files:
            wrong.append(f"left over: {', '.join(sorted(surplus))}")
        wrong += [f"still runs: {text}" for text in self._starter.left_over()]
        told = any(each.code == _MESSAGE for each in ended)
        return Outcome(one.job.name, fault.__name__, seed, tuple(wrong), told)

    def _whole(self, job: Job) -> Undisturbed:
        seconds, found = 0.0, set()
        for number in range(2):  # twice: what differs between two runs is no result
            out = self._folder / f"{job.name}-whole-{number}" / "out"
            out.parent.mkdir()
            start = time.monotonic()
            ended = self._starter.start(job.into(out), out.parent / "output.txt").end()
            seconds = time.monotonic() - start
            assert ended.code == 0, ended.said
            found.add(job.result(out))
        (result,) = found
        sizes = [path.stat().st_size for path in out.rglob("*") if path.is_file()]
        return Undisturbed(job, result, frozenset(files_of(out)), seconds, max(sizes, default=0))


@contextmanager
def laboratory(folder: Path, only: Collection[str] = ()) -> Iterator[Laboratory]:
    """Ready to be disturbed, with all jobs or those named; servers and processes end with it."""
    with all_jobs(folder, only) as (jobs, env), Starter(env) as starter:
        yield Laboratory(folder, jobs, starter)


def files_of(folder: Path) -> set[str]:
    """Their names below it."""
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def _wrong(ended: Ended) -> list[str]:
    if "Traceback" in ended.said:
        return [f"a traceback: {_tail(ended)}"]
    if ended.code not in _FINE:
        return [f"exit code {ended.code}: {_tail(ended)}"]
    return []


def _tail(ended: Ended) -> str:
    return " | ".join(ended.said.strip().splitlines()[-3:])[-400:]
