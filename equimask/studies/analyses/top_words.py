"""The most gendered words, as tables (the study's Tables 3, 4 and 6) and as a figure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from equimask.core.arrays import Floats, Ints
from equimask.core.drawing import SENTIMENT_COLOURS, SKY, Canvas
from equimask.core.errors import InputError
from equimask.core.schema import GENDERS, SENTIMENTS
from equimask.measures.pmi import SMALL, Bootstrap, expected
from equimask.measures.ranking import (
    MIN_COUNT,
    largest_of_each_list,
    largest_words,
    said_often,
)
from equimask.studies.analyses.chance import DeviationBounds
from equimask.studies.analyses.checks import (
    check_counts_of,
    check_deviation,
    check_words,
    gender_index,
)
from equimask.studies.analyses.display import markdown_table

FEW_EXPECTED = f"chance would have it fewer than {SMALL:g} times"
SMALL_CELL_NOTE = f"\\* {FEW_EXPECTED}: the value says little."


class TopWord(NamedTuple):
    """A word with a large deviation for this gender and sentiment; rank 1 is the largest.

    `events` is how often it was said of the gender, and in a `small_cell` chance would have let one
    expect fewer than five. `low` and `high` bound the deviation, where that was measured.
    """

    gender: str
    sentiment: str
    rank: int
    word: str
    deviation: float
    events: int | None = None
    small_cell: bool = False
    low: float | None = None
    high: float | None = None


class PmiWord(NamedTuple):
    """A word with its PMI, counts and small cells by gender, in the order of the table's `genders`.

    `low` and `high` are empty where no intervals were given.
    """

    word: str
    pmi: tuple[float, ...]
    counts: tuple[int, ...]
    small_cells: tuple[bool, ...]
    low: tuple[float, ...] = ()
    high: tuple[float, ...] = ()


@dataclass(frozen=True)
class PmiTable:
    """Words with their PMI, minus infinity for a gender that a word was never said of.

    `skipped` words were never said of a gender that is compared, so there is nothing to rank;
    `rare` ones were said of the gender that they would be listed for fewer than `min_count` times.
    """

    genders: tuple[str, ...]
    rows: tuple[PmiWord, ...]
    skipped: int
    rare: int
    min_count: int

    def records(self) -> list[dict[str, Any]]:
        """One row per word, columns per gender; None for minus infinity."""
        return [
            {
                "word": row.word,
                **{gender: _plain(value) for gender, value in self._by_gender(row.pmi)},
                **{f"{gender}_count": n for gender, n in self._by_gender(row.counts)},
                **{f"{gender}_small_cell": is_small for gender, is_small in self._small(row)},
                **{f"{g}_ci_low": _plain(v) for g, v in self._by_gender(row.low)},
                **{f"{g}_ci_high": _plain(v) for g, v in self._by_gender(row.high)},
            }
            for row in self.rows
        ]

    def markdown(self) -> str:
        """With one decimal, as printed in the study; intervals, and * for small cells."""
        table = markdown_table(
            ("word", *(f"PMI {gender}" for gender in self.genders)),
            [
                (row.word, *(_pmi_cell(row, g) for g in range(len(self.genders))))
                for row in self.rows
            ],
        )
        note = f"\n{SMALL_CELL_NOTE}\n" if any(any(row.small_cells) for row in self.rows) else ""
        return f"{table}{note}"

    def _by_gender(self, values: Sequence[Any]) -> list[tuple[str, Any]]:
        return list(zip(self.genders, values, strict=True)) if values else []

    def _small(self, row: PmiWord) -> list[tuple[str, bool]]:
        return self._by_gender(row.small_cells)


def top_deviations(
    deviation: npt.ArrayLike,
    words: Sequence[str],
    counts: npt.ArrayLike,
    *,
    size: int = 10,
    min_count: int = MIN_COUNT,
    bounds: DeviationBounds | None = None,
    genders: Sequence[str] = GENDERS,
    sentiments: Sequence[str] = SENTIMENTS,
) -> list[TopWord]:
    """Tables 4 and 6: the largest deviations above 0 of every gender and sentiment.

    `counts` [words, genders] are those that were fitted. A word stands in the lists of a gender if
    it was said of it at least `min_count` times: the model has deviations of other words, too, but
    they come from the penalties and not from what was said.
    """
    values = check_deviation(deviation, words, genders, sentiments)
    times = check_counts_of(counts, words, genders)
    small = expected(times) < SMALL
    return [
        TopWord(
            genders[g],
            sentiments[s],
            rank,
            words[w],
            float(values[w, s, g]),
            int(times[w, g]),
            bool(small[w, g]),
            *((None, None) if bounds is None else (float(b[w, s, g]) for b in bounds)),
        )
        for g, s, rank, w in largest_of_each_list(values, words, size, said_often(times, min_count))
    ]


def pmi_contrast(
    pmi: npt.ArrayLike,
    words: Sequence[str],
    counts: npt.ArrayLike,
    *,
    size: int = 15,
    min_count: int = MIN_COUNT,
    bounds: Bootstrap | None = None,
    genders: Sequence[str] = GENDERS,
) -> PmiTable:
    """Table 3, left: the largest differences between female and male, by the female PMI.

    Other genders have no say in it: a word that was never said of a non-binary person is compared
    like any other. A word is listed for the gender with the larger PMI, of which it must have been
    said at least `min_count` times.
    """
    values = _check_pmi(pmi, words, genders)
    times = check_counts_of(counts, words, genders)
    columns = [gender_index(genders, gender) for gender in GENDERS]
    compared = values[:, columns]
    finite = np.isfinite(compared).all(axis=1)
    of_listed = np.take_along_axis(times[:, columns], compared.argmax(axis=1)[:, None], axis=1)
    often = said_often(of_listed[:, 0], min_count)
    male, female = compared.T
    rows = np.flatnonzero(finite & often)
    found = _largest(np.abs(female[rows] - male[rows]), rows, words, size)
    order = sorted(found, key=lambda row: (-female[row], words[row]))
    table = _Cells(values, times, bounds)
    skipped, rare = int((~finite).sum()), int((finite & ~often).sum())
    return PmiTable(tuple(genders), table.words(order, words), skipped, rare, min_count)


def pmi_of_gender(
    pmi: npt.ArrayLike,
    words: Sequence[str],
    counts: npt.ArrayLike,
    gender: str,
    *,
    size: int = 5,
    min_count: int = MIN_COUNT,
    bounds: Bootstrap | None = None,
    genders: Sequence[str] = GENDERS,
) -> PmiTable:
    """Table 3, right: the largest PMI with one gender, of words said of it `min_count` times."""
    values = _check_pmi(pmi, words, genders)
    times = check_counts_of(counts, words, genders)
    column = gender_index(genders, gender)
    finite = np.isfinite(values[:, column])
    often = said_often(times[:, column], min_count)
    rows = np.flatnonzero(finite & often)
    found = _largest(values[rows, column], rows, words, size)
    table = _Cells(values, times, bounds)
    skipped, rare = int((~finite).sum()), int((finite & ~often).sum())
    return PmiTable(tuple(genders), table.words(found, words), skipped, rare, min_count)


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
                bars = axes.barh(
                    [w.rank for w in found],
                    [w.deviation for w in found],
                    xerr=_whiskers(found),
                    color=colour,
                    ecolor="black",
                    error_kw={"linewidth": 0.8},
                )
                for bar, word in zip(bars, found, strict=True):
                    if word.small_cell:
                        bar.set(facecolor="white", edgecolor=colour, hatch="////")
                axes.set_yticks([w.rank for w in found], [_label(w) for w in found])
                axes.invert_yaxis()
                axes.set_title(f"{gender}, {sentiment}")
                axes.grid(axis="x", linewidth=0.4, alpha=0.5)
        figure.supxlabel(
            "deviation from the background (natural logarithm); in brackets: events\n"
            "a gender that is most of the data deviates less: compare within a row"
            + (f"\nhatched: {FEW_EXPECTED}" if any(word.small_cell for word in top) else "")
            + (
                "\nlines: interval of the deviation"
                if any(word.low is not None for word in top)
                else ""
            ),
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
    if not found:
        return ("", "")
    word = found[0]
    ends = "" if word.low is None else f" [{word.low:.1f}, {word.high:.1f}]"
    return (word.word, f"{word.deviation:.1f}{ends}{'*' if word.small_cell else ''}")


def _label(word: TopWord) -> str:
    return word.word if word.events is None else f"{word.word} ({word.events:,})"


def _whiskers(found: Sequence[TopWord]) -> Floats | None:
    """[2, words]: how far the interval reaches to either side; None where none was measured."""
    ends = [
        (w.deviation - w.low, w.high - w.deviation)
        for w in found
        if w.low is not None and w.high is not None
    ]
    return np.maximum(np.array(ends).T, 0.0) if len(ends) == len(found) and ends else None


def _check_pmi(pmi: npt.ArrayLike, words: Sequence[str], genders: Sequence[str]) -> Floats:
    check_words(words)
    values = np.asarray(pmi, dtype=np.float64)
    if values.shape != (len(words), len(genders)) or np.isnan(values).any():
        raise InputError(
            expected=f"PMI of shape {(len(words), len(genders))} (words, genders) without NaN",
            got=f"shape {values.shape}, {int(np.isnan(values).sum())} NaN",
            fix="Pass words and genders in the array's order; leave out words never said.",
        )
    return values


def _largest(values: Floats, rows: Ints, words: Sequence[str], size: int) -> list[int]:
    """Of `rows`, those with the largest values: at most `size`."""
    if not len(rows):
        return []
    names = [words[row] for row in rows.tolist()]
    return list(rows[largest_words(values, names, min(size, len(rows))).words].tolist())


class _Cells(NamedTuple):
    pmi: Floats
    counts: Ints
    bounds: Bootstrap | None

    def words(self, rows: Sequence[int], words: Sequence[str]) -> tuple[PmiWord, ...]:
        small = expected(self.counts) < SMALL
        ends = () if self.bounds is None else (self.bounds.low, self.bounds.high)
        return tuple(
            PmiWord(
                words[row],
                tuple(self.pmi[row].tolist()),
                tuple(self.counts[row].tolist()),
                tuple(small[row].tolist()),
                *(tuple(end[row].tolist()) for end in ends),
            )
            for row in rows
        )


def _pmi_cell(row: PmiWord, gender: int) -> str:
    value = row.pmi[gender]
    if not np.isfinite(value):
        return "–"
    ends = [row.low[gender], row.high[gender]] if row.low else []
    told = ", ".join(f"{end:.1f}" if np.isfinite(end) else "open" for end in ends)
    mark = "*" if row.small_cells[gender] else ""
    return f"{value:.1f}{f' [{told}]' if told else ''}{mark}"


def _plain(value: float) -> float | None:
    return value if np.isfinite(value) else None
