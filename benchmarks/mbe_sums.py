"""MBE by summed vectors beside the way that forms all pairs, and at a size where that is no way."""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
from rich.console import Console

from benchmarks import table
from benchmarks.machine import now, peak_of_process
from equimask.measures import mbe
from equimask.stats.draws import bootstrap_two_sets

NAME = "mbe"
_WIDTH = 768
_COMPARED, _LARGE, _RESAMPLED, _DRAWS = 5_000, 100_000, 5_000, 1_000


def add_options(parser: argparse.ArgumentParser) -> None:
    text = "mbe: sentences of each gender in the large run"
    table.add_number(parser, "--sentences", _LARGE, text)


def random_bags(n: int, seed: int = 0) -> mbe.TwoBags:
    rng = np.random.default_rng(seed)
    vectors = [rng.standard_normal((n, _WIDTH), dtype=np.float32) + 0.5 for _ in "mf"]
    return mbe.TwoBags(rng.normal(size=n), rng.normal(size=n), vectors[0], vectors[1])


def all_pairs(bags: mbe.TwoBags) -> float:
    """The n x m way of the released code, with true cosines."""
    male, female = (
        vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
        for vectors in (bags.male_vectors, bags.female_vectors)
    )
    similarity = male @ female.T
    wins = bags.male_scores[:, None] > bags.female_scores[None, :]
    return float(100.0 * (similarity * wins).sum() / similarity.sum())


def run(options: argparse.Namespace, console: Console) -> dict[str, Any]:
    console.print("[dim]MBE: all pairs, summed vectors, a large run, a bootstrap[/dim]")
    small = random_bags(_COMPARED)
    seconds: dict[str, list[float]] = {"pairs": [], "sums": []}
    values: dict[str, float] = {}
    for _ in range(3):
        for name, way in (("pairs", all_pairs), ("sums", mbe.total_of)):
            start = now()
            values[name] = way(small)
            seconds[name].append((now() - start).wall)
    large = random_bags(options.sentences)
    start = now()
    peak = peak_of_process(lambda: mbe.total_of(large))
    large_seconds = (now() - start).wall
    bags = random_bags(min(_RESAMPLED, options.sentences))
    start = now()
    for male, female in bootstrap_two_sets(
        bags.n_male, len(bags.female_scores), _DRAWS, np.random.default_rng(0)
    ):
        mbe.resampled_totals(bags, male, female)
    return {
        "compared_sentences": _COMPARED,
        "ratio_over_all_pairs": float(np.median(seconds["pairs"]) / np.median(seconds["sums"])),
        "difference_points": abs(values["pairs"] - values["sums"]),
        "all_pairs_matrix_mb": 4 * _COMPARED**2 / 1e6,
        "large_sentences": options.sentences,
        "large_seconds": large_seconds,
        "large_all_pairs_matrix_mb": 4 * options.sentences**2 / 1e6,
        "large_peak_mb": peak.process,
        "large_grown_mb": peak.grown,
        "bootstrap_seconds_per_1000": (now() - start).wall,
    }


def show(result: dict[str, Any], console: Console) -> None:
    n, large = result["compared_sentences"], result["large_sentences"]
    rows = [
        (f"times faster than all pairs, {n:,} x {n:,}", f"{result['ratio_over_all_pairs']:.1f}"),
        ("  difference of the two scores, points", f"{result['difference_points']:.1e}"),
        (f"{large:,} x {large:,}: seconds (target 10)", f"{result['large_seconds']:.1f}"),
        ("  peak MB, vectors included (target 2,500)", f"{result['large_peak_mb']:,.0f}"),
        ("  MB that all pairs would need", f"{result['large_all_pairs_matrix_mb']:,.0f}"),
        (
            "seconds for 1,000 resamples of 5,000 x 5,000 (target 60)",
            f"{result['bootstrap_seconds_per_1000']:.1f}",
        ),
    ]
    console.print(table.of_figures("MBE, float32 vectors of 768 numbers", rows))
