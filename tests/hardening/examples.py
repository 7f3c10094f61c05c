"""How many random inputs a property gets, and how many there were in all.

`EQUIMASK_EXAMPLES=20` asks for twenty times as many. Without it every run sees the same ones, so
that the suite does not fail for one person and pass for the next; with it they are new each time.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import wraps
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis.strategies import SearchStrategy

FACTOR = int(os.environ.get("EQUIMASK_EXAMPLES", "1"))
seen = 0


def inputs(
    n: int, *strategies: SearchStrategy[Any]
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """`given`, with `n` times EQUIMASK_EXAMPLES inputs, each counted once the test has passed."""

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        @wraps(test)
        def counted(*args: Any, **kwargs: Any) -> None:
            global seen  # noqa: PLW0603 - one tally for the run
            test(*args, **kwargs)
            seen += 1

        profile = settings(
            max_examples=n * FACTOR,
            deadline=None,  # the machine may be busy; endless loops end by the suite's timeout
            derandomize=FACTOR == 1,
            database=None,
            print_blob=True,
            suppress_health_check=(HealthCheck.too_slow, HealthCheck.function_scoped_fixture),
        )
        return profile(given(*strategies)(counted))

    return decorate
