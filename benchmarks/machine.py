"""What this machine can do, measured beside the work: matmul rate, encoder share, peak memory."""

from __future__ import annotations

import multiprocessing
import os
import platform
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeVar

import numpy as np
import psutil  # type: ignore[import-untyped,unused-ignore]
import torch
from transformers import PretrainedConfig, PreTrainedModel

_T = TypeVar("_T")

_PROBE_TOKENS = 2048


class Span(NamedTuple):
    """How long something took, by the clock on the wall and in CPU seconds of all threads."""

    wall: float
    cpu: float

    def __sub__(self, other: Span) -> Span:
        return Span(self.wall - other.wall, self.cpu - other.cpu)


def now() -> Span:
    return Span(time.perf_counter(), time.process_time())


def describe() -> dict[str, Any]:
    return {
        "processor": platform.processor() or platform.machine(),
        "cores": os.cpu_count(),
        "torch_threads": torch.get_num_threads(),
        "load_average": round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None,
        "torch": str(torch.__version__),
        "dtype": "float32",
    }


class MatmulProbe:
    """The float32 rate of one encoder layer's six matrix products, and nothing but them.

    No bias, outputs allocated once, the same weights each time: this is the most that this
    machine's library gives for these shapes, so a share of it is not flattered.
    """

    def __init__(self, config: PretrainedConfig, tokens: int = _PROBE_TOKENS) -> None:
        hidden, inner = config.hidden_size, config.intermediate_size
        shapes = [(hidden, hidden)] * 4 + [(hidden, inner), (inner, hidden)]
        generator = torch.Generator().manual_seed(0)
        weights = {s: torch.randn(s[1], s[0], generator=generator) for s in set(shapes)}
        inputs = {s: torch.randn(tokens, s[0], generator=generator) for s in set(shapes)}
        outputs = {s: torch.empty(tokens, s[1]) for s in set(shapes)}
        self._calls = [(inputs[s], weights[s].t(), outputs[s]) for s in shapes]
        self.flops = sum(2 * tokens * a * b for a, b in shapes)

    def rate(self) -> float:
        """FLOP per second of wall time, now."""
        start = time.perf_counter()
        for left, right, out in self._calls:
            torch.mm(left, right, out=out)
        return float(self.flops / (time.perf_counter() - start))


def encoder_flops(config: PretrainedConfig, rows: int, length: int) -> int:
    """Multiplications and additions of the layers' matrix products; no norms, GELU or softmax.

    Of the last layer all that comes after attention is counted on the asked rows alone, one for
    each: the work that the engine saves is not work that it has done.
    """
    hidden, inner = config.hidden_size, config.intermediate_size
    projections = 2 * 3 * hidden**2
    attention = 2 * 2 * length * hidden  # scores, and their product with the values
    behind = 2 * (hidden**2 + 2 * hidden * inner)
    layers, tokens = config.num_hidden_layers, rows * length
    whole = layers * tokens * (projections + attention) + (layers - 1) * tokens * behind
    return int(whole + rows * behind)


class EncoderMeter:
    """Times every forward of `base_model`, each beside a matmul probe of the same moment.

    A rate measured a second earlier is what makes a share meaningful on a machine whose load
    changes. `spent` is the time of the probes: it is not the engine's and is taken off.
    """

    def __init__(self, config: PretrainedConfig, probe: MatmulProbe) -> None:
        self.config, self.probe = config, probe
        self.spent = Span(0.0, 0.0)
        self.flops: list[int] = []
        self.seconds: list[float] = []
        self.rates: list[float] = []
        self._start, self._ran = 0.0, False

    @contextmanager
    def on(self, model: PreTrainedModel) -> Iterator[None]:
        """Meter this model's forwards for a while."""
        base: Any = model.base_model
        handles = [
            base.register_forward_pre_hook(self._before, with_kwargs=True),
            base.register_forward_hook(self._after),
            base.encoder.register_forward_hook(self._note),
        ]
        try:
            yield
        finally:
            for handle in handles:
                handle.remove()

    def share(self) -> float:
        """Median over the forwards, each weighted by its work: a hiccup moves it little."""
        if not self.flops:
            return float("nan")
        flops = np.array(self.flops, dtype=float)
        shares = flops / np.array(self.seconds) / np.array(self.rates)
        order = np.argsort(shares)
        reached = np.cumsum(flops[order]) >= flops.sum() / 2
        return float(shares[order][np.argmax(reached)])

    def _before(self, _module: Any, args: Any, kwargs: dict[str, Any]) -> None:
        start = now()
        self.rates.append(self.probe.rate())
        ids = args[0] if args else kwargs["input_ids"]
        rows, length = ids.shape
        self.flops.append(encoder_flops(self.config, rows, length))
        took = now() - start
        self.spent = Span(self.spent.wall + took.wall, self.spent.cpu + took.cpu)
        self._start, self._ran = time.perf_counter(), False

    def _note(self, _module: Any, _args: Any, _output: Any) -> None:
        self._ran = True

    def _after(self, _module: Any, _args: Any, _output: Any) -> None:
        if self._ran:
            self.seconds.append(time.perf_counter() - self._start)
        else:  # a further piece of the head: the states of an earlier run were handed on
            self.rates.pop()
            self.flops.pop()


def in_fresh_process(work: Callable[..., _T], *arguments: object) -> _T:
    """What `work` returns: memory that an earlier run left behind would hide a later one's."""
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=spawn) as fresh:
        return fresh.submit(work, *arguments).result()


class Peak(NamedTuple):
    """MB of the whole process at its peak, and how many of them came meanwhile."""

    process: float
    grown: float


def peak_of_process(work: Callable[[], object], every: float = 0.001) -> Peak:
    """The peak while `work` runs."""
    before = psutil.Process().memory_info().rss / 2**20
    grown = peak_above_now(work, every)
    return Peak(before + grown, grown)


def peak_above_now(work: Callable[[], object], every: float = 0.001) -> float:
    """By how many MB the resident memory of this process rises at most while `work` runs.

    Sampled each millisecond: large tensors take longer than that to be written.
    """
    process = psutil.Process()
    start = process.memory_info().rss
    peak, done = start, threading.Event()

    def watch() -> None:
        nonlocal peak
        while not done.wait(every):
            peak = max(peak, process.memory_info().rss)

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        work()
    finally:
        done.set()
        watcher.join()
    return float(peak - start) / 2**20
