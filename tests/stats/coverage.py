"""How often intervals hold the truth, and tests raise false alarms, in worlds that are known.

`python -m tests.stats.coverage [REPETITIONS [RESAMPLES [WORD]]]` prints the table, or what of it
bears a name with the word; `test_coverage.py` runs it short. Clusters are drawn whole and are of
uneven size, rows are binary or heavy-tailed (Student's t with 3 degrees of freedom, in the rows and
in what a cluster shares).
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
from scipy import stats as sps

from equimask import stats
from equimask.core.arrays import Floats, Ints
from equimask.core.options import Options
from equimask.evaluation.bag_clusters import InClusters
from equimask.measures import mbe

LEVEL, ALPHA = 0.95, 0.05
N_CLUSTERS = (20, 50, 200)
N_MODELS = 5
BOUND = 1.0


class Sample(NamedTuple):
    """Rows of a world, the columns of their clusters, and the mean that they should find."""

    rows: Floats
    columns: list[Ints]
    truth: float


class Told(NamedTuple):
    """What one repetition found: does the interval hold the truth, is there a false alarm?"""

    holds: bool | None
    alarm: bool | None


class Cell(NamedTuple):
    """A world and a statistic in it."""

    name: str
    told: Callable[[np.random.Generator, int], Told]


class Rates(NamedTuple):
    """In %, of all repetitions."""

    coverage: float | None
    false_alarms: float | None


def rates(cell: Cell, repetitions: int, n_resamples: int, seed: int = 0) -> Rates:
    """Over repetitions with draws of their own, the same ones for the same seed."""
    rng = np.random.default_rng([seed, *cell.name.encode()])
    found = [cell.told(rng, n_resamples) for _ in range(repetitions)]

    def percent(flags: list[bool | None]) -> float | None:
        return None if flags[0] is None else 100.0 * float(np.mean(np.array(flags, dtype=bool)))

    return Rates(percent([told.holds for told in found]), percent([told.alarm for told in found]))


# Worlds


def uneven(n_clusters: int, rng: np.random.Generator) -> Ints:
    """Rows by cluster: nine on average, many clusters of one or two and a few of forty."""
    sizes = 1 + rng.poisson(rng.gamma(0.7, 8.0 / 0.7, n_clusters))
    return np.repeat(np.arange(n_clusters), sizes)


def crossed(sizes: tuple[int, ...], rng: np.random.Generator) -> list[Ints]:
    """Five rows for each cluster of the longest column, each in a random cluster of every column.

    Some clusters are met often, some hardly ever.
    """
    columns = []
    for size in sizes:
        often = 0.1 + rng.gamma(1.2, 1.0, size)
        columns.append(rng.choice(size, 5 * max(sizes), p=often / often.sum()))
    return columns


def sample(
    columns: list[Ints], kind: str, shared: tuple[float, ...], rng: np.random.Generator
) -> Sample:
    """Rows that vary by themselves, and with each column by what is `shared` in its clusters."""
    law = {"heavy": lambda n: rng.standard_t(3, n)}.get(kind, rng.standard_normal)
    rows = law(len(columns[0]))
    for column, spread in zip(columns, shared, strict=True):
        rows = rows + spread * law(int(column.max()) + 1)[column]
    if kind == "heavy":
        return Sample(rows, columns, 0.0)
    share = float(kind.removesuffix("%")) / 100.0
    threshold = sps.norm.isf(share) * np.sqrt(1.0 + np.square(shared).sum())
    return Sample((rows > threshold).astype(np.float64), columns, share)


# Statistics


def one_way(kind: str, shared: float, n_clusters: int) -> Callable[..., Told]:
    """Rows in clusters of one kind."""

    def told(rng: np.random.Generator, n_resamples: int) -> Told:
        return by_door(sample([uneven(n_clusters, rng)], kind, (shared,), rng), rng, n_resamples)

    return told


def two_way(kind: str, shared: tuple[float, float], sizes: tuple[int, int]) -> Callable[..., Told]:
    """Rows in clusters of two kinds, crossed."""

    def told(rng: np.random.Generator, n_resamples: int) -> Told:
        return by_door(sample(crossed(sizes, rng), kind, shared, rng), rng, n_resamples)

    return told


def by_door(drawn: Sample, rng: np.random.Generator, n_resamples: int) -> Told:
    """What users get: percentages of bits, means of all else."""
    if drawn.truth:
        found = stats.clustered_percentage(drawn.rows, drawn.columns, LEVEL, n_resamples, rng)
        holds = within(100.0 * drawn.truth, found.interval)
        return Told(holds, found.p_value <= ALPHA if drawn.truth == 0.5 else None)
    found = stats.clustered_mean(drawn.rows, drawn.columns, 0.0, LEVEL, n_resamples, rng)
    return Told(within(0.0, found.interval), found.p_value <= ALPHA)


def few_bits(share: float, n: int) -> Callable[..., Told]:
    """Independent bits, too few for a bootstrap."""

    def told(rng: np.random.Generator, n_resamples: int) -> Told:
        bits = (rng.random(n) < share).astype(np.float64)
        interval = stats.percentage_interval(bits, LEVEL, 9, rng)
        alarm = stats.sign_test(bits) <= ALPHA if share == 0.5 else None
        return Told(within(100.0 * share, interval), alarm)

    return told


def equivalence(n_clusters: int, by: str) -> Callable[..., Told]:
    """An effect on the bound: to call it small is a false alarm."""

    def told(rng: np.random.Generator, n_resamples: int) -> Told:
        kind = "65%" if by == "t, bits" else "heavy"
        drawn = sample([uneven(n_clusters, rng)], kind, (0.6,), rng)
        if by == "flips":
            rows, columns = BOUND + drawn.rows, drawn.columns
            found = stats.clustered_equivalence(rows, columns, 0.0, BOUND, n_resamples, rng)
            return Told(None, found.p_value <= ALPHA)
        error = stats.cluster_error(drawn.rows, drawn.columns[0])
        bound = BOUND if kind == "heavy" else drawn.truth - 0.5
        effect = bound - drawn.truth + float(drawn.rows.mean())
        return Told(None, stats.tost(effect, error.stderr, error.df, bound).p_value <= ALPHA)

    return told


def effect(n_clusters: int) -> Callable[..., Told]:
    """A mean of half a standard deviation, normal rows."""

    def told(rng: np.random.Generator, n_resamples: int) -> Told:
        clusters = uneven(n_clusters, rng)
        rows = rng.normal(size=len(clusters)) + 0.6 * rng.normal(size=n_clusters)[clusters]
        spread = float(np.sqrt(1.36))
        found = stats.standardised_effect(0.5 * spread + rows, [clusters], LEVEL)
        return Told(within(0.5, found.interval), None)

    return told


def two_groups(kind: str, n_clusters: int) -> Callable[..., Told]:
    """The difference of two groups within three strata, all rows of a cluster in one group.

    Two clusters in five are of the first one; an alarm is a difference where there is none.
    """

    def told(rng: np.random.Generator, n_resamples: int) -> Told:
        clusters = uneven(n_clusters, rng)
        first, strata = clusters % 5 < 2, rng.permutation(np.arange(len(clusters)) % 3)
        if kind == "effect":
            rows = rng.normal(size=len(clusters)) + 0.6 * rng.normal(size=n_clusters)[clusters]
            values = 4.0 * strata + first * 0.5 * np.sqrt(1.36) + rows
            found = stats.standardised_difference(values, first, [clusters], strata, LEVEL)
            return Told(within(0.5, found.interval), None)
        values = 4.0 * strata + sample([clusters], kind, (0.6,), rng).rows
        rows = stats.difference_rows(values, first, clusters, strata)
        found = stats.clustered_mean(rows, [clusters], 0.0, LEVEL, n_resamples, rng)
        return Told(within(0.0, found.interval), found.p_value <= ALPHA)

    return told


def contrast(kind: str, n_clusters: int, *, of: str, crossing: bool = False) -> Callable[..., Told]:
    """Rows of two kinds with one mean; 0 is the truth of their difference.

    Kinds go by cluster, by row, or by row while clusters answer to one of them only.
    """

    def told(rng: np.random.Generator, n_resamples: int) -> Told:
        columns = crossed((n_clusters, n_clusters), rng) if crossing else [uneven(n_clusters, rng)]
        shared = (0.5,) * len(columns)
        whole = sample(columns, kind, shared, rng).rows
        if of == "clusters":
            first = rng.permutation(np.arange(n_clusters) % 2 == 0)[columns[0]]
        else:
            first = rng.random(len(whole)) < 0.4
        if of == "rows apart":
            whole = np.where(first, whole, sample(columns, kind, (0.0,) * len(columns), rng).rows)
        found = stats.contrast_of_means(whole, first, columns, LEVEL)
        return Told(within(0.0, found.interval), found.p_value <= ALPHA)

    return told


def standardised_contrast(n_clusters: int) -> Callable[..., Told]:
    """Means half a standard deviation apart, normal rows."""

    def told(rng: np.random.Generator, n_resamples: int) -> Told:
        clusters = uneven(n_clusters, rng)
        first = rng.random(len(clusters)) < 0.4
        rows = rng.normal(size=len(clusters)) + 0.6 * rng.normal(size=n_clusters)[clusters]
        rows = rows + 0.5 * np.sqrt(1.36) * first
        found = stats.contrast_of_means(rows, first, [clusters], LEVEL)
        return Told(within(0.5, found.effect.interval), None)

    return told


def models(kind: str, n_clusters: int, *, apart: float) -> Callable[..., Told]:
    """Models on the same rows: all differences at once; an alarm is a rank interval that is wrong.

    With `apart` 0 the models are equal and all ranks are true, so an alarm is any shorter interval.
    """

    def told(rng: np.random.Generator, n_resamples: int) -> Told:
        column = uneven(n_clusters, rng)
        skill = apart * np.arange(N_MODELS)
        shared = sample([column], "heavy", (0.5,), rng).rows
        own = [sample([column], "heavy", (0.5,), rng).rows for _ in skill]
        rows = skill[:, None] + shared + np.array(own)
        truth = skill[:, None] - skill
        if kind == "binary":
            rows = (rows > 0.0).astype(np.float64)
            truth = np.zeros_like(truth)  # only asked for where models are equal
        found = stats.simultaneous_differences(rows, [column], LEVEL, n_resamples, rng)
        ranks = stats.rank_intervals(found)
        best, worst = 1 + (truth < 0).sum(axis=1), N_MODELS - (truth > 0).sum(axis=1)
        holds = bool(((found.low <= truth + 1e-12) & (truth - 1e-12 <= found.high)).all())
        return Told(holds, bool(((ranks.best > best) | (ranks.worst < worst)).any()))

    return told


def bags(kind: str, n_clusters: int) -> Callable[..., Told]:
    """MBE of two bags that do not differ, but whose clusters do, each in its own direction."""

    def told(rng: np.random.Generator, n_resamples: int) -> Told:
        drawn, columns = bags_in_clusters(kind, n_clusters, rng)
        options = Options(n_resamples=n_resamples)
        value = mbe.total_of(drawn)
        found = InClusters.of(drawn, value, columns, options)
        lengths = np.ones(len(columns[0]), dtype=np.int64)
        p_value = found.test(drawn, lengths, options, rng).p_value
        return Told(within(50.0, found.interval(LEVEL)), p_value <= ALPHA)

    return told


def bags_in_clusters(
    kind: str, n_clusters: int, rng: np.random.Generator
) -> tuple[mbe.TwoBags, list[Ints]]:
    """Heavy-tailed likelihoods. What a cluster shares is its level and its difference of genders.

    Bags of pairs have both versions of a sentence, those of one gender only clusters of men and
    clusters of women; in mixed and crossed ones every sentence has a gender by a coin.
    """
    sizes = (n_clusters, n_clusters)
    columns = crossed(sizes, rng) if kind == "crossed" else [uneven(n_clusters, rng)]
    columns = [np.tile(column, 2) for column in columns] if kind == "pairs" else columns
    n = len(columns[0])
    male = rng.random(n) < 0.5
    if kind == "pairs":
        male = np.arange(n) < n // 2
    elif kind == "one gender":
        male = rng.permutation(np.arange(n_clusters) % 2 == 0)[columns[0]]
    scores = rng.standard_t(3, n)
    if kind == "pairs":
        scores = np.tile(rng.standard_t(3, n // 2), 2) + 0.3 * scores
    for column in columns:
        level, difference = rng.standard_t(3, (2, n_clusters))
        scores = scores + 0.5 * level[column] + 0.4 * difference[column] * (male - 0.5)
    order = np.argsort(~male, kind="stable")
    n_male = int(male.sum())
    left, right = np.split(scores[order], [n_male])
    ones = np.ones((n, 1))
    found = mbe.TwoBags(left, right, ones[:n_male], ones[n_male:], "none")
    return found, [column[order] for column in columns]


def within(truth: float, interval: stats.Interval) -> bool:
    """An interval without ends leaves nothing out."""
    return interval.low is None or interval.low <= truth <= interval.high


def cells() -> Iterator[Cell]:
    """All that is measured."""
    for kind in ("50%", "20%", "heavy"):
        for n in N_CLUSTERS:
            yield Cell(f"one-way, {kind}, {n}", one_way(kind, 0.6, n))
    for kind in ("50%", "heavy"):
        for n in (5, 6, 8, 10):
            yield Cell(f"few clusters, {kind}, {n}", one_way(kind, 0.6, n))
    for n in N_CLUSTERS:
        yield Cell(f"one-way, heavy, nothing shared, {n}", one_way("heavy", 0.0, n))
    for kind in ("50%", "20%", "heavy"):
        for n in N_CLUSTERS:
            yield Cell(f"crossed, {kind}, {n} x {n}", two_way(kind, (0.5, 0.5), (n, n)))
        yield Cell(f"crossed, {kind}, 20 x 200", two_way(kind, (0.5, 0.5), (20, 200)))
    for n in N_CLUSTERS:
        yield Cell(
            f"crossed, heavy, one column matters, {n} x {n}", two_way("heavy", (0.7, 0.0), (n, n))
        )
    for n in N_CLUSTERS:
        yield Cell(
            f"crossed, heavy, nothing shared, {n} x {n}", two_way("heavy", (0.0, 0.0), (n, n))
        )
    for n in (10, 20, 29):
        for share in (0.5, 0.2):
            yield Cell(f"independent bits, {share:.0%}, {n}", few_bits(share, n))
    for n in N_CLUSTERS:
        for by in ("flips", "t", "t, bits"):
            yield Cell(f"equivalence by {by}, effect on the bound, {n}", equivalence(n, by))
    for kind in ("pairs", "mixed", "one gender", "crossed"):
        for n in N_CLUSTERS:
            yield Cell(f"MBE, bags, {kind}, {n}", bags(kind, n))
    for n in N_CLUSTERS:
        yield Cell(f"standardised effect, {n}", effect(n))
    for kind in ("50%", "20%", "heavy"):
        for n in N_CLUSTERS:
            for of in ("rows", "rows apart", "clusters"):
                yield Cell(f"contrast of {of}, {kind}, {n}", contrast(kind, n, of=of))
            crossing = contrast(kind, n, of="rows apart", crossing=True)
            yield Cell(f"contrast of rows apart, crossed, {kind}, {n} x {n}", crossing)
    for n in N_CLUSTERS:
        yield Cell(f"standardised contrast, {n}", standardised_contrast(n))
    for n in N_CLUSTERS:
        yield Cell(f"two groups, heavy, {n}", two_groups("heavy", n))
        yield Cell(f"two groups, 50%, {n}", two_groups("50%", n))
        yield Cell(f"two groups, standardised, {n}", two_groups("effect", n))
    for n in N_CLUSTERS:
        yield Cell(f"{N_MODELS} models apart, heavy, {n}", models("heavy", n, apart=0.2))
        yield Cell(f"{N_MODELS} equal models, heavy, {n}", models("heavy", n, apart=0.0))
        yield Cell(f"{N_MODELS} equal models, binary, {n}", models("binary", n, apart=0.0))


def main(repetitions: int = 2000, n_resamples: int = 499, about: str = "") -> None:
    """Print the table, or the part of it whose names hold a word."""
    print(f"{repetitions} repetitions, {n_resamples} resamples, nominal 95 and 5 %")
    print(f"{'':48}{'coverage %':>12}{'false alarms %':>16}")
    for cell in cells():
        if about not in cell.name:
            continue
        found = [
            "" if rate is None else f"{rate:.1f}" for rate in rates(cell, repetitions, n_resamples)
        ]
        print(f"{cell.name:48}{found[0]:>12}{found[1]:>16}", flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]), *sys.argv[3:])
