"""What `latent_pmi` says word by word: ranked lists, the PMI table, a value for each input row."""

from __future__ import annotations

from typing import Any

import numpy as np

from equimask.core.arrays import Floats, Ints
from equimask.core.result import RowValues
from equimask.measures import pmi
from equimask.measures.counting import CountedRows, CountTable
from equimask.measures.latent_pmi import LatentPmi
from equimask.measures.ranking import largest_of_each_list

_TOP = 10  # words per gender and sentiment, as in the study's tables


def top_words(
    fitted: LatentPmi, counts: Ints, deviation: Floats, spread: Floats
) -> list[dict[str, Any]]:
    """The largest deviations above 0 of each gender and sentiment."""
    small = pmi.expected(counts) < pmi.SMALL
    size = min(_TOP, len(fitted.words))
    return [
        {
            "gender": fitted.genders[g],
            "sentiment": fitted.sentiments[s],
            "rank": rank,
            "word": fitted.words[w],
            "deviation": float(deviation[w, s, g]),
            "spread": float(spread[w, s, g]),
            "count": int(counts[w, g]),
            "small_cell": bool(small[w, g]),
        }
        for g, s, rank, w in largest_of_each_list(deviation, fitted.words, size)
        if deviation[w, s, g] > 0
    ]


def pmi_table(table: CountTable, draws: pmi.Bootstrap, add_k: float) -> list[dict[str, Any]]:
    """One row per word and gender; None stands for minus infinity."""
    expected = pmi.expected(table.counts)
    columns = (
        table.counts.tolist(),
        expected.tolist(),
        *(_plain(values) for values in (pmi.pmi(table.counts, add_k), draws.low, draws.high)),
        (expected < pmi.SMALL).tolist(),
    )
    names = ("count", "expected", "pmi", "ci_low", "ci_high", "small_cell")
    return [
        {"word": word, "gender": gender}
        | {name: column[w][g] for name, column in zip(names, columns, strict=True)}
        for w, word in enumerate(table.words)
        for g, gender in enumerate(table.genders)
    ]


def row_values(
    rows: CountedRows, fitted: LatentPmi, deviation: Floats, add_k: float
) -> dict[str, RowValues]:
    """What each row's word has to do with its gender; masked where that was not estimated."""
    of_cell = {"pmi": pmi.pmi(rows.table.counts, add_k)}
    words = np.isin(rows.table.words, fitted.words)  # both are sorted
    for s, sentiment in enumerate(fitted.sentiments):
        cells = np.full(rows.table.counts.shape, np.nan)
        for g, gender in enumerate(fitted.genders):
            cells[words, rows.table.genders.index(gender)] = deviation[:, s, g]
        of_cell[f"deviation_{sentiment}"] = cells
    counted = rows.word >= 0
    return {
        name: np.ma.masked_invalid(np.where(counted, cells[rows.word, rows.gender], np.nan))
        for name, cells in of_cell.items()
    }


def _plain(values: Floats) -> list[Any]:
    """As JSON can hold it: None where a number is not finite."""
    cells = values.astype(object)
    cells[~np.isfinite(values)] = None
    return list(cells.tolist())
