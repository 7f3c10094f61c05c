"""The most gendered words, as tables (the study's Tables 3, 4 and 6) and as a figure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from equimask.core.arrays import Floats
from equimask.core.drawing import SENTIMENT_COLOURS, SKY, Canvas
from equimask.core.errors import InputError
from equimask.core.schema import GENDERS, SENTIMENTS
from equimask.measures.ranking import largest_of_each_list, largest_words
from equimask.studies.analyses.checks import check_deviation, check_words, gender_index
from equimask.studies.analyses.display import markdown_table


class TopWord(NamedTuple):
    """A word with a large deviation for this gender and sentiment; rank 1 is the largest."""

    gender: str
    sentiment: str
    rank: int
    word: str
    deviation: float


class PmiWord(NamedTuple):
    """A word and its PMI with each gender, in the order of the table's `genders`."""

    word: str
    pmi: tuple[float, ...]


@dataclass(frozen=True)
class PmiTable:
    """Words with their PMI; `skipped` never occurred with some gender, so its PMI is infinite."""

    genders: tuple[str, ...]
    rows: tuple[PmiWord, ...]
    skipped: int

    def records(self) -> list[dict[str, str | float]]:
        """One row per word, a column per gender."""
        return [
            {"word": row.word, **dict(zip(self.genders, row.pmi, strict=True))} for row in self.rows
        ]

    def markdown(self) -> str:
        """The table with one decimal, as printed in the study."""
        return markdown_table(
            ("word", *(f"PMI {gender}" for gender in self.genders)),
            [(row.word, *(f"{value:.1f}" for value in row.pmi)) for row in self.rows],
        )


def top_deviations(
    deviation: npt.ArrayLike,
    words: Sequence[str],
    *,
    size: int = 10,
    genders: Sequence[str] = GENDERS,
    sentiments: Sequence[str] = SENTIMENTS,
) -> list[TopWord]:
    """Tables 4 and 6: the largest deviations of every gender and sentiment."""
    values = check_deviation(deviation, words, genders, sentiments)
    return [
        TopWord(genders[g], sentiments[s], rank, words[w], float(values[w, s, g]))
        for g, s, rank, w in largest_of_each_list(values, words, size)
    ]


def pmi_contrast(
    pmi: npt.ArrayLike,
    words: Sequence[str],
    *,
    size: int = 15,
    genders: Sequence[str] = GENDERS,
) -> PmiTable:
    """Table 3, left: the largest differences between female and male, by the female PMI."""
    values, names, skipped = _finite(pmi, words, genders)
    male, female = (values[:, gender_index(genders, gender)] for gender in GENDERS)
    found = largest_words(np.abs(female - male), names, size).words
    order = sorted(found.tolist(), key=lambda row: (-female[row], names[row]))
    return _table(order, values, names, genders, skipped)


def pmi_of_gender(
    pmi: npt.ArrayLike,
    words: Sequence[str],
    gender: str,
    *,
    size: int = 5,
    genders: Sequence[str] = GENDERS,
) -> PmiTable:
    """Table 3, right: the largest PMI with one gender."""
    values, names, skipped = _finite(pmi, words, genders)
    found = largest_words(values[:, gender_index(genders, gender)], names, size).words
    return _table(found.tolist(), values, names, genders, skipped)


def deviations_markdown(top: Sequence[TopWord]) -> str:
    """A pair of columns, word and deviation, per gender and sentiment."""
    lists = _lists(top)
    headings = [
        text for gender, sentiment in lists for text in (f"{gender} {sentiment}", "deviation")
    ]
    longest = max(len(found) for found in lists.values())
    rows = []
    for rank in range(longest):
        cells = [found[rank : rank + 1] for found in lists.values()]
        rows.append([c for cell in cells for c in _cells(cell)])
    return markdown_table(headings, rows)


def top_words_figure(top: Sequence[TopWord], format: str = "svg", title: str = "") -> bytes:
    """A panel of bars per gender and sentiment; the scale differs between genders."""
    lists = _lists(top)
    genders = list(dict.fromkeys(gender for gender, _ in lists))
    sentiments = list(dict.fromkeys(sentiment for _, sentiment in lists))
    longest = max(len(found) for found in lists.values())
    with Canvas(format) as canvas:
        height = len(genders) * (0.9 + 0.2 * longest)
        figure, panels = canvas.new(
            3 * len(sentiments),
            height,
            len(genders),
            len(sentiments),
            title,
            sharex="row",
            squeeze=False,
        )
        for g, gender in enumerate(genders):
            for s, sentiment in enumerate(sentiments):
                axes, found = panels[g][s], lists.get((gender, sentiment), [])
                colour = SENTIMENT_COLOURS.get(sentiment, SKY)
                axes.barh([w.rank for w in found], [w.deviation for w in found], color=colour)
                axes.set_yticks([w.rank for w in found], [w.word for w in found])
                axes.invert_yaxis()
                axes.set_title(f"{gender}, {sentiment}")
                axes.grid(axis="x", linewidth=0.4, alpha=0.5)
        figure.supxlabel(
            "deviation from the background (natural logarithm)\n"
            "a gender that is most of the data deviates less: compare within a row",
            fontsize=9,
        )
        return canvas.save(figure)


def _lists(top: Sequence[TopWord]) -> dict[tuple[str, str], list[TopWord]]:
    if not top:
        raise InputError(
            expected="top words", got="none", fix="Pass the result of `top_deviations`."
        )
    lists: dict[tuple[str, str], list[TopWord]] = {}
    for word in top:
        lists.setdefault((word.gender, word.sentiment), []).append(word)
    return lists


def _cells(found: Sequence[TopWord]) -> tuple[str, str]:
    return (found[0].word, f"{found[0].deviation:.1f}") if found else ("", "")


def _finite(
    pmi: npt.ArrayLike, words: Sequence[str], genders: Sequence[str]
) -> tuple[Floats, list[str], int]:
    check_words(words)
    values = np.asarray(pmi, dtype=np.float64)
    if values.shape != (len(words), len(genders)) or np.isnan(values).any():
        raise InputError(
            expected=f"PMI of shape {(len(words), len(genders))} (words, genders) without NaN",
            got=f"shape {values.shape}, {int(np.isnan(values).sum())} NaN",
            fix="Pass words and genders in the array's order; leave out words never said.",
        )
    kept = np.flatnonzero(np.isfinite(values).all(axis=1))
    return values[kept], [words[row] for row in kept.tolist()], len(words) - len(kept)


def _table(
    rows: Sequence[int],
    values: Floats,
    names: Sequence[str],
    genders: Sequence[str],
    skipped: int,
) -> PmiTable:
    found = tuple(PmiWord(names[row], tuple(map(float, values[row]))) for row in rows)
    return PmiTable(tuple(genders), found, skipped)
