"""One function over many items in several processes, in bounded memory."""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import connection
from multiprocessing.connection import Connection
from typing import TypeVar

from equimask.core.errors import DataError

_K = TypeVar("_K")
_I = TypeVar("_I")
_O = TypeVar("_O")


def map_unordered(
    function: Callable[[_I], _O], items: Iterable[tuple[_K, _I]], *, processes: int
) -> Iterator[tuple[_K, _O]]:
    """Each key with the function's result, as they are ready; few items are held at a time.

    With one process all happens here. `function` must be importable, items and results
    picklable. Where one fails, the others are ended at once, whatever they are at.
    """
    if processes <= 1:
        for key, item in items:
            yield key, function(item)
        return
    # Spawned, not forked: a fork would inherit locks, threads and the ends of our pipes.
    context = multiprocessing.get_context("spawn")
    heard, said = context.Pipe(duplex=False)
    running: dict[Future[_O], _K] = {}
    try:
        with ProcessPoolExecutor(processes, context, _end_with_parent, (heard,)) as pool:
            try:
                for key, item in items:
                    running[pool.submit(function, item)] = key
                    if len(running) > processes + 1:
                        yield from _ready(running)
                while running:
                    yield from _ready(running)
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                said.close()
                raise
    except BrokenProcessPool as error:
        raise DataError(
            expected="worker processes that live as long as the work",
            got="one that was ended from outside",
            fix="It may have had too little memory: run again with fewer --processes.",
        ) from error
    finally:
        heard.close()
        said.close()


def _ready(running: dict[Future[_O], _K]) -> Iterator[tuple[_K, _O]]:
    done, _ = wait(running, return_when=FIRST_COMPLETED)
    for future in done:
        yield running.pop(future), future.result()


def _end_with_parent(heard: Connection) -> None:
    """Let no worker outlive a parent that was killed, or that needs it no more."""
    parent = multiprocessing.parent_process()
    if parent is not None:

        def watch() -> None:
            connection.wait([parent.sentinel, heard])
            os._exit(1)

        threading.Thread(target=watch, daemon=True).start()
