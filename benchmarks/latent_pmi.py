"""The latent-variable model on a grid of penalties, and the count table it is fitted to."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pyarrow as pa
import torch
from rich.console import Console

from benchmarks import table
from benchmarks.machine import now, peak_of_process
from equimask.core.arrays import Floats, Ints
from equimask.core.schema import PERSON_GENDERS
from equimask.measures import latent_model as model
from equimask.measures.counting import count_rows
from equimask.measures.latent_pmi import L1_GRID, POSTERIOR_GRID, fit

NAME = "latent_pmi"
_WORDS, _ROWS, _EVENTS = 5_000, 10_000_000, 5_000_000
_FEW, _MANY = 10**4, 10**9
_COMPARED_STEPS = 100  # of the baselines; a whole fit of theirs would take as long as the benchmark


def add_options(parser: argparse.ArgumentParser) -> None:
    table.add_number(parser, "--words", _WORDS, "latent_pmi: size of the vocabulary")
    table.add_number(parser, "--rows", _ROWS, "latent_pmi: rows to count")


def random_table(n_words: int, events: int, seed: int = 0) -> tuple[Ints, Floats]:
    """Zipfian words, 82 % of them about men, a lexicon for 7 words in 10."""
    rng = np.random.default_rng(seed)
    share = np.outer(1.0 / np.arange(1, n_words + 1), [0.82, 0.18])
    share *= np.exp(rng.laplace(0.0, 0.5, share.shape))
    counts = rng.multinomial(events, (share / share.sum()).ravel()).reshape(-1, 2)
    lexicon = rng.dirichlet([1.0, 1.0, 1.0], n_words)
    lexicon[rng.random(n_words) < 0.3] = np.nan
    return counts, lexicon


def autograd_step(counts: Ints, lexicon: Floats) -> Callable[[], None]:
    """A step of one fit as one would first write it: the objective, backward, torch's Adam."""
    known = ~np.isnan(lexicon[:, 0])
    evidence = model.Evidence(
        torch.tensor(counts.T / counts.sum()),
        torch.tensor(np.where(known[:, None], lexicon, 0.0).T),
        torch.tensor(known, dtype=torch.float64),
    )
    background = torch.tensor(np.log((counts.sum(axis=1) + 1) / (counts.sum() + len(counts))))
    shapes = ((1, 3, 2, len(counts)), (1, 3, 2), (1, 2))
    free = [torch.zeros(s, dtype=torch.float64, requires_grad=True) for s in shapes]
    parameters = model.Parameters(free[0], free[1], free[2], background[None])
    penalties = model.Penalties(*(torch.tensor([x], dtype=torch.float64) for x in (1e-4, 0.1)))
    adam = torch.optim.Adam(free)

    def step() -> None:
        adam.zero_grad()
        model.objective(parameters, evidence, penalties).sum().backward()
        adam.step()

    return step


def _seconds(work: Callable[[], object]) -> tuple[float, float]:
    """Wall and CPU seconds."""
    start = now()
    work()
    took = now() - start
    return took.wall, took.cpu


def _grid(counts: Ints, lexicon: Floats) -> dict[str, Any]:
    """The whole grid, timed and weighed; its step beside the same steps fit by fit."""
    found = {}

    def run_grid() -> None:
        found["fits"] = fit(counts, lexicon).fits

    start = now()
    peak = peak_of_process(run_grid, every=0.01)
    took = now() - start

    def steps(l1: Any, posterior: Any) -> Callable[[], object]:
        return lambda: fit(counts, lexicon, l1, posterior, max_iterations=_COMPARED_STEPS)

    pairs = [(l1, posterior) for l1 in L1_GRID for posterior in POSTERIOR_GRID]
    together = _seconds(steps(L1_GRID, POSTERIOR_GRID))
    alone = _seconds(lambda: [steps(*pair)() for pair in pairs])
    step = autograd_step(counts, lexicon)
    plain = _seconds(lambda: [step() for _ in range(_COMPARED_STEPS)])
    return {
        "grid_seconds": took.wall,
        "grid_cpu_seconds": took.cpu,
        "grid_peak_mb": peak.process,
        "grid_grown_mb": peak.grown,
        "grid_steps": max(one.iterations for one in found["fits"]),
        "grid_converged": sum(one.converged for one in found["fits"]),
        "ratio_over_one_by_one": alone[0] / together[0],
        "ratio_over_one_by_one_cpu": alone[1] / together[1],
        "ratio_over_autograd": len(pairs) * plain[0] / together[0],
        "ratio_over_autograd_cpu": len(pairs) * plain[1] / together[1],
    }


def _events(n_words: int) -> dict[str, Any]:
    """A fit to the same shares, of few events and of many."""
    counts, lexicon = random_table(n_words, _FEW)
    few = counts + 1
    many = few * (_MANY // _FEW)
    few_cpu = _seconds(lambda: fit(few, lexicon, 1e-4, 0.1))[1]
    many_cpu = _seconds(lambda: fit(many, lexicon, 1e-4, 0.1))[1]
    return {"ratio_many_over_few_events_cpu": many_cpu / few_cpu}


def _counting(n_rows: int) -> dict[str, Any]:
    """Rows to a table: from lists and from Arrow, beside a loop over a Counter."""
    rng = np.random.default_rng(0)
    words = [f"word{i}" for i in rng.zipf(1.3, n_rows) % 20_000]
    genders = rng.choice(PERSON_GENDERS, n_rows, p=[0.8, 0.19, 0.01]).tolist()

    def loop() -> Counter[tuple[str, str]]:
        counter: Counter[tuple[str, str]] = Counter()
        for cell in zip(words, genders, strict=True):
            counter[cell] += 1
        return counter

    columns = pa.chunked_array([words]), pa.chunked_array([genders])
    lists = _seconds(lambda: count_rows(words, genders, PERSON_GENDERS))
    arrow = _seconds(lambda: count_rows(*columns, PERSON_GENDERS))
    counter = _seconds(loop)
    return {
        "rows": n_rows,
        "count_seconds": lists[0],
        "ratio_over_counter": counter[0] / lists[0],
        "ratio_over_counter_cpu": counter[1] / lists[1],
        "ratio_over_counter_from_arrow_cpu": counter[1] / arrow[1],
    }


def run(options: argparse.Namespace, console: Console) -> dict[str, Any]:
    console.print("[dim]latent_pmi: the grid, its baselines, few and many events, counting[/dim]")
    counts, lexicon = random_table(options.words, _EVENTS)
    return {
        "words": options.words,
        "torch_threads": torch.get_num_threads(),
        **_grid(counts, lexicon),
        **_events(options.words),
        **_counting(options.rows),
    }


def show(result: dict[str, Any], console: Console) -> None:
    rows = (
        (f"40 fits of {result['words']:,} words: seconds (target 60)", "grid_seconds", ".1f"),
        ("  CPU seconds", "grid_cpu_seconds", ".1f"),
        ("  peak MB of the process (target 2,000)", "grid_peak_mb", ",.0f"),
        ("  MB that the fits added", "grid_grown_mb", ",.0f"),
        ("  steps of the longest fit", "grid_steps", ""),
        ("  fits that converged, of 40", "grid_converged", ""),
        ("times faster than the same fits one by one", "ratio_over_one_by_one", ".2f"),
        ("  by CPU seconds", "ratio_over_one_by_one_cpu", ".2f"),
        ("times faster than 40 fits by autograd and torch's Adam", "ratio_over_autograd", ".2f"),
        ("  by CPU seconds", "ratio_over_autograd_cpu", ".2f"),
        ("CPU seconds of a fit, 10⁹ events over 10⁴", "ratio_many_over_few_events_cpu", ".2f"),
        (f"{result['rows']:,} rows counted: seconds (target 15)", "count_seconds", ".1f"),
        ("  times faster than a Counter loop, from lists", "ratio_over_counter", ".2f"),
        ("  by CPU seconds", "ratio_over_counter_cpu", ".2f"),
        ("  from Arrow columns, by CPU seconds", "ratio_over_counter_from_arrow_cpu", ".2f"),
    )
    title = f"latent_pmi, {result['torch_threads']} torch threads, float64"
    figures = [(label, format(result[key], form)) for label, key, form in rows]
    console.print(table.of_figures(title, figures))
