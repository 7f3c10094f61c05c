"""Two bags whose sentences are in clusters: interval, test and draws of MBE.

To first order MBE is a mean over sentences (`measures.mbe_pulls`), so it gets the error of a mean
of rows in clusters, one-way or crossed. Labels are permuted cluster by cluster.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from equimask import stats
from equimask.core.arrays import Bools, Floats, Ints
from equimask.core.options import Options
from equimask.core.schema import PAIR_ID
from equimask.evaluation.bag_totals import totals_of_draws
from equimask.evaluation.estimates import Clusters, few_clusters_notes
from equimask.evaluation.job import Job
from equimask.inputs.checks import is_shared
from equimask.measures import mbe
from equimask.measures.mbe_pulls import pulls, tied_share
from equimask.stats.crossed import changing
from equimask.stats.draws import swap_clusters


class Tested(NamedTuple):
    """A p, how it was found, and what is told beside it."""

    p_value: float | None
    test: str
    details: dict[str, float]


def pooled_clusters(job: Job, kept: Sequence[int], male: Bools) -> list[list[str]] | None:
    """Columns of labels of the kept sentences, men first; None where all of them are alone.

    Versions of a sentence that are in no cluster with others are one by themselves.
    """
    given = job.clusters
    if given is None:
        return None
    order = np.concatenate([np.flatnonzero(male), np.flatnonzero(~male)])
    places = [kept[place] for place in order.tolist()]
    found = [list(column) for column in zip(*(given[place] for place in places), strict=True)]
    if not any(is_shared(column) for column in found):
        return None
    ids = job.columns.get(PAIR_ID)
    own = [""] * len(places) if ids is None else [ids[place] for place in places]
    return [[_label(*row) for row in zip(column, own, strict=True)] for column in found]


def _label(cluster: str, pair: str) -> str:
    if cluster:
        return f"cluster {cluster}"
    return f"pair {pair}" if pair else ""


def rows_of_score(bags: mbe.TwoBags, value: float, options: Options) -> Floats:
    """Numbers of the pooled sentences whose mean is the score, and that vary as it does."""
    moved = pulls(bags, options.min_similarity)
    rows: Floats = value + len(moved) * moved
    return rows


@dataclass(frozen=True)
class InClusters:
    """A score of two bags, its sentences as rows, and how surely their clusters let it be known."""

    value: float
    rows: Floats
    columns: Clusters
    error: stats.ClusterError | None
    n_male: int

    @classmethod
    def of(cls, bags: mbe.TwoBags, value: float, columns: Clusters, options: Options) -> InClusters:
        """From the bags, and labels of their pooled sentences."""
        rows = rows_of_score(bags, value, options)
        return cls(value, rows, columns, stats.crossed_error(rows, columns), bags.n_male)

    @property
    def n_clusters(self) -> int:
        """The fewest of any column."""
        return 1 if self.error is None else self.error.n_clusters

    @property
    def attainable_p(self) -> float:
        """The smallest p that so few clusters can give, of whatever genders they hold.

        Clusters of both genders turn by a coin each; those of one change places among themselves.
        """
        found, least = changing(self.columns), stats.attainable_p(self.n_clusters)
        if len(found) != 1:
            return least
        men, women = ({*side.tolist()} for side in np.split(found[0], [self.n_male]))
        labels = stats.attainable_p_of_labels(len(men), len(women), n_pairs=len(men & women))
        return max(least, labels)

    @property
    def df(self) -> float | None:
        """Degrees of freedom of the error; None where one cluster is all."""
        return None if self.error is None else self.error.df

    def notes(self, options: Options) -> tuple[str, ...]:
        """What is to be said beside the score."""
        few = few_clusters_notes(self.n_clusters, self.attainable_p)
        if not options.published:
            return few
        return (*few, "the published test takes sentences for independent: they are in clusters")

    def interval(self, confidence_level: float) -> stats.Interval:
        """That of a percentage; none where one cluster is all."""
        return stats.percentage_by_error(self.value, self.error, confidence_level)

    def draws(self, options: Options) -> Floats | None:
        """Clusters drawn anew; those of two models on the same sentences go in step."""
        if self.error is None:
            return None
        rng = np.random.default_rng(options.seed)
        return stats.cluster_bootstrap(self.rows, self.columns, options.n_resamples, rng)

    def test(
        self, bags: mbe.TwoBags, lengths: Ints, options: Options, rng: np.random.Generator
    ) -> Tested:
        """Labels permuted by cluster; of crossed clusters, a wild bootstrap of the rows.

        To permute the labels of one column alone would leave out what the other one shares. There
        the score is tested that bags without a difference have: 50 less half of the ties.
        """
        found, test = changing(self.columns), "label permutation test of clusters"
        if not found:
            return Tested(None, test, {})
        if len(found) > 1:
            centre = 50.0 - tied_share(bags, options.min_similarity) / 2.0
            rows, n_resamples = self.rows - centre, options.n_resamples
            p_value = stats.wild_cluster_test(rows, found, n_resamples, rng)
            return Tested(p_value, f"wild cluster bootstrap, of {centre:.3g} %", {})
        sizes = bags.n_male, len(bags.female_scores), options.n_resamples

        def p_among(draws: Floats) -> float:
            return max(self.attainable_p, stats.permutation_p_value(self.value, draws))

        anywhere, within = (
            totals_of_draws(options, bags, swap_clusters(found[0], *sizes, rng, strata))
            for strata in (None, lengths)
        )
        matched = {
            "length_matched_null": float(np.nanmean(within)),
            "p_length_matched": p_among(within),
        }
        return Tested(p_among(anywhere), test, matched)
