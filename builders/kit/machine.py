"""What a builder may know of the machine that it runs on: who started it, and how many cores."""

from __future__ import annotations

import os


def is_launched() -> bool:
    """Whether torchrun, accelerate or a cluster has started this process beside others."""
    return os.environ.get("WORLD_SIZE", "1") != "1"


def threads_each(processes: int) -> int | None:
    """An equal share of the cores for each; None where somebody has chosen already."""
    if "OMP_NUM_THREADS" in os.environ:
        return None
    return max(1, (os.cpu_count() or 1) // processes)
