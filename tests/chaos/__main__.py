"""Disturbs jobs and prints what came of it; the exit code is 1 if anything was wrong.

python -m tests.chaos [--faults 300] [--seed 0] [--job NAME] [--fault NAME]
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from itertools import count, islice
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.chaos.run import Outcome, laboratory


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--faults", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--job")
    parser.add_argument("--fault")
    given = parser.parse_args()
    start = time.monotonic()
    outcomes: list[Outcome] = []
    with TemporaryDirectory(prefix="equimask-chaos-") as folder, laboratory(Path(folder)) as lab:
        for one in lab.undisturbed:
            print(
                f"{one.job.name}: {one.seconds:.1f} s undisturbed, {len(one.files)} files",
                flush=True,
            )
        chosen = [
            (one, fault)
            for one, fault in lab.faults()
            if given.job in (None, one.job.name) and given.fault in (None, fault.__name__)
        ]
        turns = ((one, fault, seed) for seed in count(given.seed) for one, fault in chosen)
        for one, fault, seed in islice(turns, given.faults):
            outcome = lab.try_(one, fault, seed)
            outcomes.append(outcome)
            for text in outcome.wrong:
                print(f"{outcome.job} {outcome.fault} {seed}: {text}", flush=True)
    table(outcomes)
    print(f"{len(outcomes)} faults in {time.monotonic() - start:.0f} s")
    return int(any(outcome.wrong for outcome in outcomes))


def table(outcomes: list[Outcome]) -> None:
    """How often each fault happened to each job, ended in words on the way, and went wrong."""
    kinds = Counter((one.job, one.fault) for one in outcomes)
    print(f"{'job':12} {'fault':12} {'times':>5} {'words':>5} {'wrong':>5}")
    for (job, fault), times in kinds.items():
        own = [one for one in outcomes if (one.job, one.fault) == (job, fault)]
        told, wrong = sum(one.told for one in own), sum(bool(one.wrong) for one in own)
        print(f"{job:12} {fault:12} {times:5} {told:5} {wrong:5}")


if __name__ == "__main__":
    sys.exit(main())
