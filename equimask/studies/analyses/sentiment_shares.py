"""Which sentiments a gender's 100 largest deviations have (the study's Figures 4 and 6).

The text leaves open how a word gets its sentiment. `cells` ranks (word, sentiment) cells jointly,
so a word may stand in a list once per sentiment; `words` ranks words by their largest deviation and
gives each the sentiment that the lexicon holds most likely.

`SentimentShares.difference` is the study's test of the two lists. It takes them as given, and lists
of a fit differ even where gender says nothing, the more so the rarer one gender is: its p is not
about the counts. `chance.beyond_chance` with `SentimentShares.contrast` is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from equimask.core.arrays import Floats
from equimask.core.drawing import GENDER_COLOURS, GREY, Canvas
from equimask.core.errors import InputError, OptionError, check_choice
from equimask.core.schema import GENDERS, SENTIMENTS
from equimask.measures.ranking import (
    LIST_SIZE,
    MIN_COUNT,
    Ties,
    largest_cells,
    largest_words,
    said_often,
    ties_of,
)
from equimask.studies.analyses.chance import (
    ALPHA,
    N_SHUFFLES,
    NO_TIES,
    ClassDifference,
    class_difference_test,
)
from equimask.studies.analyses.checks import check_counts_of, check_deviation, gender_index
from equimask.studies.analyses.display import explain, line_panels

READINGS = ("cells", "words")


@dataclass(frozen=True)
class SentimentShares:
    """`labels` [genders, entries, sentiments]: of which sentiment each entry of a list is.

    `tied_at_cut` counts per gender the cells left out although they equal the last one: their place
    is shared; `ties` has what shares it. `unlabelled` counts the words that had no lexicon entry
    and were not ranked.
    """

    genders: tuple[str, ...]
    sentiments: tuple[str, ...]
    labels: Floats
    reading: str
    tied_at_cut: tuple[int, ...]
    unlabelled: int = 0
    ties: tuple[Ties | None, ...] = ()

    @property
    def shares(self) -> Floats:
        """[genders, sentiments]; every row sums to 1."""
        return np.asarray(self.labels.mean(axis=1))

    @property
    def contrast(self) -> Floats:
        """[sentiments]: male minus female share."""
        male, female = (self.shares[gender_index(self.genders, g)] for g in GENDERS)
        return np.asarray(male - female)

    def difference(self, rng: np.random.Generator, n_shuffles: int = N_SHUFFLES) -> ClassDifference:
        """The contrast, and its p if the entries of these very lists are dealt anew."""
        rows = [gender_index(self.genders, gender) for gender in GENDERS]
        male, female = (self.labels[row] for row in rows)
        tied = (self.ties[rows[0]], self.ties[rows[1]]) if self.ties else NO_TIES
        return class_difference_test(male, female, rng, n_shuffles, tied)

    def records(self, **about: Any) -> list[dict[str, Any]]:
        """One row per gender and sentiment, with what else the caller knows: model, fit, size."""
        return [
            {**about, "gender": gender, "sentiment": sentiment, "share": float(share)}
            for gender, row in zip(self.genders, self.shares, strict=True)
            for sentiment, share in zip(self.sentiments, row, strict=True)
        ]


def sentiment_shares(
    deviation: npt.ArrayLike,
    words: Sequence[str],
    *,
    reading: str = "cells",
    lexicon: npt.ArrayLike | None = None,
    counts: npt.ArrayLike | None = None,
    min_count: int = MIN_COUNT,
    size: int = LIST_SIZE,
    genders: Sequence[str] = GENDERS,
    sentiments: Sequence[str] = SENTIMENTS,
) -> SentimentShares:
    """The lists of all genders. `lexicon` [words, sentiments] is q(s | w), NaN where unknown.

    With `counts` [words, genders] a gender's list has only words that were said of it at least
    `min_count` times. Without, as in the study, it may have words that were never said of it.
    """
    values = check_deviation(deviation, words, genders, sentiments)
    check_choice(reading, READINGS, "a reading of 'the 100 largest deviations'")
    listed = np.ones((len(words), len(genders)), dtype=bool)
    if counts is not None:
        listed = said_often(check_counts_of(counts, words, genders), min_count)
    if reading == "cells":
        each = np.eye(len(sentiments))
        of_cell = np.broadcast_to(each, (len(words), *each.shape))
        known = np.full(len(words), True)
    else:
        likely = _most_likely(lexicon, len(words), len(sentiments))
        of_cell = likely[:, None]
        known = np.asarray(~np.isnan(likely).any(axis=1))
    labels, ties, shared = [], [], []
    for g in range(len(genders)):
        rows = np.flatnonzero(known & listed[:, g])
        names, own = [words[row] for row in rows.tolist()], values[rows, :, g]
        if reading == "words":
            found = largest_words(own.max(axis=1, initial=-np.inf), names, size)
        else:
            found = largest_cells(own, names, size)
        labels.append(found.labels(of_cell[rows]))
        ties.append(found.tied_at_cut)
        shared.append(ties_of(found, of_cell[rows]))
    return SentimentShares(
        tuple(genders),
        tuple(sentiments),
        np.stack(labels),
        reading,
        tuple(ties),
        int((~known).sum()),
        tuple(shared),
    )


def _most_likely(lexicon: npt.ArrayLike | None, n_words: int, n_sentiments: int) -> Floats:
    """The most likely sentiment of a word as 1; sentiments that tie share it."""
    if lexicon is None:
        raise OptionError(
            expected="a lexicon q(s | w) for the reading 'words'",
            got="none",
            fix="Pass lexicon=, or use reading='cells'.",
        )
    q = np.asarray(lexicon, dtype=np.float64)
    if q.shape != (n_words, n_sentiments):
        raise InputError(
            expected=f"a lexicon of shape {(n_words, n_sentiments)} (words, sentiments)",
            got=f"shape {q.shape}",
            fix="Give one row per word, of NaN where the lexicon lacks it.",
        )
    best = (q == q.max(axis=1, keepdims=True)).astype(np.float64)
    best[np.isnan(q).any(axis=1)] = np.nan
    return np.asarray(best / best.sum(axis=1, keepdims=True))


def sentiment_figure(
    differences: Mapping[str, Mapping[str, ClassDifference]],
    sentiments: Sequence[str] = SENTIMENTS,
    format: str = "svg",
    title: str = "",
) -> bytes:
    """`differences[group][model]`, say by language: a line per model, a panel per sentiment."""
    lines = [(group, model) for group, models in differences.items() for model in models]
    if not lines:
        raise InputError(
            expected="the differences of at least one model", got="none", fix="Fit one first."
        )
    places, ticks, place = [], [], 0.0
    for row, (group, model) in enumerate(lines):
        first = row == 0 or lines[row - 1][0] != group
        place += 1.6 if first and row else 1.0
        places.append(place)
        ticks.append(f"{group}   {model}" if first and len(differences) > 1 else model)
    with Canvas(format) as canvas:
        height = 1.5 + 0.2 * place
        figure, panels = line_panels(canvas, sentiments, ticks, places, height, title)
        for column, axes in enumerate(panels):
            axes.axvline(0, color="black", linewidth=0.8)
            for place, (group, model) in zip(places, lines, strict=True):
                found = differences[group][model]
                points = 100 * found.difference[column]
                colour = GENDER_COLOURS["male" if points > 0 else "female"] if points else GREY
                axes.plot([0, points], [place, place], color=colour, linewidth=1)
                marker = "x" if found.p_values[column] < ALPHA else "o"
                axes.plot(points, place, marker, color=colour, markerfacecolor="white")
        explain(
            figure,
            "share among a gender's largest deviations, male minus female (percentage points)\n"
            f"× p < {ALPHA:g}, ○ not; blue: more among men, orange: more among women",
        )
        return canvas.save(figure)
