"""The figures that are committed, and today's beside them."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from scipy.stats import binomtest

from tests.gender.swap.judged.counts import SWAPPED, Counts, Outcome, Source
from tests.gender.swap.judged.records import HERE, Direction

PATH = HERE / "figures.tsv"
OUTCOMES: tuple[Outcome, ...] = ("refused", *SWAPPED)
SUMS = ["sentences", "swappable", "single", "right_single"]
COLUMNS = ["lang", "source", "direction", *SUMS, *OUTCOMES, "refusals"]

Key = tuple[str, Source, Direction]
Figures = dict[Key, Counts]


@dataclass(frozen=True)
class Share:
    """A percentage of a count, with Wilson's interval; empty where there is nothing to count."""

    hits: int
    of: int

    @property
    def percent(self) -> float:
        """Between 0 and 100."""
        return 100.0 * self.hits / self.of if self.of else float("nan")

    def __str__(self) -> str:
        if not self.of:
            return "-"
        interval = binomtest(self.hits, self.of).proportion_ci(0.95, method="wilson")
        return f"{self.percent:.1f} [{100 * interval.low:.1f}, {100 * interval.high:.1f}]"


def shares(counts: Counts) -> dict[str, Share]:
    """Every figure that is printed."""
    swapped = counts.swapped
    return {
        "swapped": Share(swapped, counts.sentences),
        "strict, unread wrong": Share(counts.good(), swapped),
        "strict, unread right": Share(counts.good(unread=True), swapped),
        "lenient, unread wrong": Share(counts.good(lenient=True), swapped),
        "lenient, unread right": Share(counts.good(lenient=True, unread=True), swapped),
        "right of swappable": Share(counts.good(), counts.swappable),
        "right of one person": Share(counts.right_single, counts.single),
    }


def read_figures() -> Figures:
    """What was committed."""
    if not PATH.is_file():
        return {}
    with PATH.open(encoding="utf-8", newline="") as file:
        return dict(_from_row(row) for row in csv.DictReader(file, delimiter="\t"))


def write_figures(figures: Figures) -> None:
    """All of them, in order, so that a change is a line."""
    with PATH.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, delimiter="\t", lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows(_to_rows(figures))


def _to_rows(figures: Figures) -> Iterator[list[object]]:
    for key, counts in sorted(figures.items()):
        sums = [getattr(counts, name) for name in SUMS]
        outcomes = [counts.outcomes[name] for name in OUTCOMES]
        yield [*key, *sums, *outcomes, _refusals(counts.refusals.items())]


def _from_row(row: dict[str, str]) -> tuple[Key, Counts]:
    sums = {name: int(row[name]) for name in SUMS}
    outcomes: Counter[str] = Counter({name: int(row[name]) for name in OUTCOMES})
    refusals = Counter(
        {k: int(v) for k, v in (item.split("=") for item in row["refusals"].split())}
    )
    key = (row["lang"], row["source"], row["direction"])
    return key, Counts(**sums, outcomes=outcomes, refusals=refusals)  # type: ignore[return-value]


def _refusals(items: Iterable[tuple[str, int]]) -> str:
    return " ".join(f"{k}={v}" for k, v in sorted(items, key=lambda item: (-item[1], item[0])))
