"""Clusters of one gender's words at a time, as in the study (Table 7 and Figure 5).

The study clusters what was said of men and what was said of women apart. A word that was said of
both is then in a cluster of each, and the numbers of the two divisions have nothing to do with each
other. To ask whether a kind of word goes with a gender, cluster all words once:
`clusters.cluster_words`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from equimask.core.drawing import GENDER_COLOURS, SKY, Canvas
from equimask.core.errors import InputError
from equimask.core.randomness import Seed
from equimask.core.schema import GENDERS
from equimask.measures.ranking import said_often
from equimask.studies.analyses.checks import check_counts_of, gender_index
from equimask.studies.analyses.clusters import WordClusters, cluster_words
from equimask.studies.analyses.display import markdown_table
from equimask.studies.published import PublishedClusterWord


def cluster_by_gender(
    vectors: npt.ArrayLike,
    words: Sequence[str],
    counts: npt.ArrayLike,
    *,
    of: Sequence[str] = GENDERS,
    min_count: int = 1,
    k: int = 5,
    n_init: int = 10,
    seed: Seed = 0,
    genders: Sequence[str] = GENDERS,
) -> dict[str, WordClusters]:
    """k-means over the words that were said of each gender at least `min_count` times.

    `counts` [words, genders] say how often; by default every word that was said of a gender is
    among its words, as in the study. The shares of a cluster are of all genders' completions.
    """
    times = check_counts_of(counts, words, genders)
    points = np.asarray(vectors, dtype=np.float64)
    if len(points) != len(words):
        raise InputError(
            expected=f"a vector of each of {len(words)} words",
            got=f"{len(points)} vectors",
            fix="Pass one row per word; `WordVectors.rows` says which words have a vector.",
        )
    found = {}
    for gender in of:
        rows = np.flatnonzero(said_often(times[:, gender_index(genders, gender)], min_count))
        if len(rows) <= k:
            raise InputError(
                expected=f"more than {k} words that were said of {gender} people",
                got=f"{len(rows)} said at least {min_count} times",
                fix="Ask for fewer clusters, or leave this gender out of `of`.",
            )
        found[gender] = cluster_words(
            points[rows],
            [words[row] for row in rows.tolist()],
            times[rows],
            k=k,
            n_init=n_init,
            seed=seed,
            genders=genders,
        )
    return found


def clusters_markdown(
    found: Mapping[str, WordClusters],
    examples: int = 5,
    published: Sequence[PublishedClusterWord] = (),
) -> str:
    """Table 7: central words of every cluster, gender by gender; printed clusters above ours.

    Numbers of clusters say nothing, so that no printed cluster belongs to one of ours.
    """
    printed: dict[tuple[str, int], list[str]] = {}
    for row in published:
        printed.setdefault((row.gender, row.cluster), []).append(row.word)
    rows = [("published", *map(str, key), "", ", ".join(words)) for key, words in printed.items()]
    rows += [
        (
            "ours",
            gender,
            str(cluster + 1),
            str(int((clusters.assignment == cluster).sum())),
            ", ".join(clusters.members(cluster, examples)),
        )
        for gender, clusters in found.items()
        for cluster in range(clusters.k)
    ]
    quality = ", ".join(f"{g} {c.silhouette:.3f}" for g, c in found.items())
    table = markdown_table(("", "gender", "cluster", "words", "examples"), rows)
    return f"{table}\nsilhouette: {quality}\n" if found else table


def gender_clusters_figure(
    found: Mapping[str, WordClusters], examples: int = 4, format: str = "svg", title: str = ""
) -> bytes:
    """Figure 5: a panel per clustered gender, a bar per cluster: of whom its words were said."""
    if not found:
        raise InputError(
            expected="the clusters of at least one gender", got="none", fix="Cluster words first."
        )
    tallest = max(clusters.k for clusters in found.values())
    with Canvas(format) as canvas:
        size = (10, len(found) * (0.9 + 0.32 * tallest) + 0.6)
        figure, panels = canvas.new(*size, len(found), 1, title, sharex=True, squeeze=False)
        for (gender, clusters), axes in zip(found.items(), panels[:, 0], strict=True):
            _draw_shares(axes, clusters, examples)
            axes.set_title(f"words said of {gender} people ({len(clusters.words):,})")
        panels[-1][0].set_xlabel(
            "completions by gender (%); dashed: all words of the panel together"
        )
        handles = panels[0][0].get_legend_handles_labels()
        figure.legend(*handles, loc="outside upper right", ncols=3)
        return canvas.save(figure)


def _draw_shares(axes: Any, clusters: WordClusters, examples: int) -> None:
    names = [
        f"{cluster + 1}: {', '.join(clusters.members(cluster, examples))}"
        for cluster in range(clusters.k)
    ]
    left = np.zeros(clusters.k)
    for column, gender in enumerate(clusters.genders):
        width = 100 * clusters.gender_shares[:, column]
        colour = GENDER_COLOURS.get(gender, SKY)
        axes.barh(range(clusters.k), width, left=left, color=colour, label=gender)
        left += width
    for edge in 100 * np.cumsum(clusters.overall)[:-1]:
        axes.axvline(edge, color="black", linestyle="--", linewidth=1)
    axes.set_yticks(range(clusters.k), names)
    axes.invert_yaxis()
    axes.set_xlim(0, 100)
