"""Groups of words by their vectors, and whose words they are (the study's Table 7 and Figure 5).

Every word type is clustered once, so it stands in one cluster only. Clusters are numbered from the
largest down, and the order of the words changes nothing.
A word's vector is what a model sees of it alone: the mean last-layer state of its tokens.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from equimask.core.arrays import Floats, Ints
from equimask.core.drawing import (
    BLUE,
    GENDER_COLOURS,
    GREEN,
    ORANGE,
    PURPLE,
    SKY,
    VERMILION,
    Canvas,
    label_points,
)
from equimask.core.errors import InputError, optional_library, shorten
from equimask.core.randomness import Seed, as_number
from equimask.core.schema import GENDERS
from equimask.studies.analyses.checks import check_words
from equimask.studies.analyses.display import markdown_table

if TYPE_CHECKING:
    from equimask.models.masked_lm import MaskedLM

_COLOURS = (BLUE, ORANGE, GREEN, VERMILION, PURPLE, SKY)
_MARKERS = "osD^vP*X"


class WordVectors(NamedTuple):
    """`vectors` [words, dimensions]; `rows` are the places of the words in what was asked for."""

    words: tuple[str, ...]
    rows: tuple[int, ...]
    vectors: npt.NDArray[np.float32]
    skipped: Mapping[str, int]


def word_vectors(mlm: MaskedLM, words: Sequence[str], *, progress: bool = False) -> WordVectors:
    """Each word read as a sentence of its own; words the tokenizer does not know are counted."""
    check_words(words)
    encoded = mlm.encode(words)
    unknown = mlm.tokenizer.unk_token_id
    rows = []
    for row, word in enumerate(encoded):
        content = [i for i, special in zip(word.ids, word.special, strict=True) if not special]
        if any(i != unknown for i in content):
            rows.append(row)
    if not rows:
        raise InputError(
            expected="words that the model's tokenizer knows",
            got=f"none among {len(words)}: {shorten(list(words))}",
            fix="Pass words of a language that the model was trained on.",
        )
    from equimask.models.scorer import How

    sentences = [encoded[row] for row in rows]
    found = mlm.read_sentences(sentences, False, How(progress=progress))
    skipped = len(words) - len(rows)
    return WordVectors(
        tuple(words[row] for row in rows),
        tuple(rows),
        found.vectors,
        {"unknown to the tokenizer": skipped} if skipped else {},
    )


@dataclass(frozen=True)
class WordClusters:
    """Where each word went, and what the clusters are like.

    `centrality` is a word's rank of nearness to its cluster's centre, from 0. `gender_shares`
    [clusters, genders] and `overall` [genders] are of completions, not of word types.
    """

    words: tuple[str, ...]
    genders: tuple[str, ...]
    assignment: Ints
    centrality: Ints
    silhouette: float
    gender_shares: Floats
    overall: Floats
    plane: Floats
    explained: tuple[float, float]

    @property
    def k(self) -> int:
        """The number of clusters."""
        return len(self.gender_shares)

    def members(self, cluster: int, most: int | None = None) -> list[str]:
        """The words of a cluster, nearest to its centre first."""
        inside = np.flatnonzero(self.assignment == cluster)
        order = inside[np.argsort(self.centrality[inside])]
        return [self.words[row] for row in order.tolist()[:most]]

    def records(self) -> list[dict[str, Any]]:
        """The assignment, one row per word."""
        return [
            {"word": word, "cluster": int(cluster) + 1, "centrality": int(rank)}
            for word, cluster, rank in zip(
                self.words, self.assignment, self.centrality, strict=True
            )
        ]

    def markdown(self, examples: int = 5) -> str:
        """Per cluster: its size, the genders its words were said of, and its central words."""
        headings = ("cluster", "words", *(f"{g} %" for g in self.genders), "examples")
        rows = [
            (
                str(cluster + 1),
                str(int((self.assignment == cluster).sum())),
                *(f"{100 * share:.1f}" for share in self.gender_shares[cluster]),
                ", ".join(self.members(cluster, examples)),
            )
            for cluster in range(self.k)
        ]
        rows.append(
            ("all", str(len(self.words)), *(f"{100 * share:.1f}" for share in self.overall), "")
        )
        return f"{markdown_table(headings, rows)}\nsilhouette {self.silhouette:.3f}\n"


def cluster_words(
    vectors: npt.ArrayLike,
    words: Sequence[str],
    counts: npt.ArrayLike,
    *,
    k: int = 5,
    n_init: int = 10,
    seed: Seed = 0,
    genders: Sequence[str] = GENDERS,
) -> WordClusters:
    """k-means over word types; `counts` [words, genders] says how often a word was said of whom."""
    points, times = _check(vectors, words, counts, genders, k)
    order = sorted(range(len(words)), key=lambda row: words[row])
    points, times = points[order], times[order]
    cluster = optional_library("sklearn.cluster", "analyses")
    fit = cluster.KMeans(n_clusters=k, n_init=n_init, random_state=as_number(seed)).fit(points)
    sizes = np.bincount(fit.labels_, minlength=k)
    firsts = [int(np.flatnonzero(fit.labels_ == label)[0]) for label in range(k)]
    numbers = np.empty(k, dtype=np.int64)
    numbers[sorted(range(k), key=lambda label: (-sizes[label], firsts[label]))] = np.arange(k)
    assignment = numbers[fit.labels_]
    distance = np.linalg.norm(points - fit.cluster_centers_[fit.labels_], axis=1)
    said = np.stack([times[assignment == number].sum(axis=0) for number in range(k)])
    metrics = optional_library("sklearn.metrics", "analyses")
    pca = optional_library("sklearn.decomposition", "analyses").PCA(2, svd_solver="full")
    plane = pca.fit_transform(points)
    return WordClusters(
        tuple(words[row] for row in order),
        tuple(genders),
        assignment,
        _ranks_within(distance, assignment, k),
        float(metrics.silhouette_score(points, assignment)),
        said / said.sum(axis=1, keepdims=True),
        times.sum(axis=0) / times.sum(),
        plane,
        (float(pca.explained_variance_ratio_[0]), float(pca.explained_variance_ratio_[1])),
    )


def cluster_figure(
    found: WordClusters, labels: int = 8, format: str = "svg", title: str = ""
) -> bytes:
    """The words on their two main axes, and whose words each cluster holds."""
    with Canvas(format) as canvas:
        figure, (scatter, bars) = canvas.new(10, 5.2, 1, 2, title, width_ratios=(2.6, 1))
        for cluster in range(found.k):
            inside = found.assignment == cluster
            scatter.scatter(
                *found.plane[inside].T,
                s=16,
                marker=_MARKERS[cluster % len(_MARKERS)],
                color=_COLOURS[cluster % len(_COLOURS)],
                alpha=0.7,
                label=f"cluster {cluster + 1} ({int(inside.sum())} words)",
            )
        scatter.set_xlabel(f"first principal axis ({found.explained[0]:.0%} of variance)")
        scatter.set_ylabel(f"second principal axis ({found.explained[1]:.0%} of variance)")
        scatter.set_title(f"{len(found.words)} words, silhouette {found.silhouette:.2f}")
        left = np.zeros(found.k)
        for column, gender in enumerate(found.genders):
            width = 100 * found.gender_shares[:, column]
            names = [str(cluster + 1) for cluster in range(found.k)]
            colour = GENDER_COLOURS.get(gender, SKY)
            bars.barh(names, width, left=left, color=colour, label=gender)
            left += width
        for edge in 100 * np.cumsum(found.overall)[:-1]:
            bars.axvline(edge, color="black", linestyle="--", linewidth=1)
        bars.invert_yaxis()
        bars.set_xlim(0, 100)
        bars.set_xlabel("completions by gender (%)\ndashed: all words together")
        bars.set_ylabel("cluster")
        figure.legend(*scatter.get_legend_handles_labels(), loc="outside lower left", ncols=3)
        figure.legend(*bars.get_legend_handles_labels(), loc="outside lower right")
        # The central words of all clusters take turns, so that none is left without labels.
        central = [m for c in range(found.k) for m in enumerate(found.members(c, labels))]
        texts = [word for _, word in sorted(central, key=lambda item: item[0])]
        place = {word: row for row, word in enumerate(found.words)}
        points = [tuple(found.plane[place[word]]) for word in texts]
        label_points(figure, scatter, points, texts, size=8)
        return canvas.save(figure)


def _ranks_within(distance: Floats, assignment: Ints, k: int) -> Ints:
    ranks = np.empty(len(distance), dtype=np.int64)
    for cluster in range(k):
        inside = np.flatnonzero(assignment == cluster)
        ranks[inside[np.argsort(distance[inside], kind="stable")]] = np.arange(len(inside))
    return ranks


def _check(
    vectors: npt.ArrayLike,
    words: Sequence[str],
    counts: npt.ArrayLike,
    genders: Sequence[str],
    k: int,
) -> tuple[Floats, Floats]:
    check_words(words)
    points, times = np.asarray(vectors, np.float64), np.asarray(counts, np.float64)
    if points.ndim != 2 or len(points) != len(words) or times.shape != (len(words), len(genders)):
        raise InputError(
            expected=f"a vector and {len(genders)} counts for each of {len(words)} words",
            got=f"vectors of shape {points.shape}, counts of shape {times.shape}",
            fix="Pass one row per word; `WordVectors.rows` says which words have a vector.",
        )
    if points.shape[1] < 2:
        raise InputError(
            expected="vectors of at least two numbers",
            got=f"shape {points.shape}",
            fix="Pass the vectors of `word_vectors`, one row per word.",
        )
    finite = np.asarray(np.isfinite(points).all(axis=1))
    said = np.isfinite(times).all(axis=1) & (times >= 0).all(axis=1) & (times.sum(axis=1) > 0)
    for row in np.flatnonzero(~(finite & said))[:1].tolist():
        counted = times[row].tolist()
        raise InputError(
            expected="a finite vector of every word, and words that were said of somebody",
            got=f"{'counts ' + str(counted) if finite[row] else 'a vector that is not'} "
            f"for {shorten(words[row])} in row {row}",
            fix="Leave out words without completions, or mend the vector.",
        )
    different = len(np.unique(points, axis=0))
    if not 2 <= k < len(words) or k > different:
        raise InputError(
            expected=f"2 to {min(different, len(words) - 1)} clusters",
            got=f"k={k} for {len(words)} words with {different} different vectors",
            fix="Ask for fewer clusters, or pass more words.",
        )
    return points, times
