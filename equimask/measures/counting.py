"""From (word, gender) rows to the table n(word, gender)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from equimask.errors import InputError, shorten
from equimask.signature import content_hash

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class CountTable:
    """How often each word came with each gender; words are sorted, whatever the rows' order."""

    words: tuple[str, ...]
    genders: tuple[str, ...]
    counts: Ints  # [words, genders]

    @property
    def hash(self) -> str:
        """The same for the same table, from however many rows it was counted."""
        return content_hash([*self.words, *self.genders, self.counts.astype("<i8").tobytes()])

    def of_genders(self, genders: Sequence[str]) -> CountTable:
        """The columns of these genders, and the words that occur with one of them."""
        counts = self.counts[:, [self.genders.index(gender) for gender in genders]]
        kept = np.flatnonzero(counts.sum(axis=1))
        return CountTable(tuple(self.words[i] for i in kept), tuple(genders), counts[kept])


@dataclass(frozen=True)
class CountedRows:
    """The table, and the row of the table and the column that each row of the input fell into."""

    table: CountTable
    word: Ints
    gender: Ints


def count_rows(
    words: Any, genders: Any, valid_genders: Sequence[str], counts: npt.ArrayLike | None = None
) -> CountedRows:
    """Count rows of two equally long columns (lists, NumPy or Arrow), `counts` times each.

    `valid_genders` gives the order of the columns; those that do not occur are left out. A row that
    counts 0 times adds neither a word nor a gender: its positions are -1.
    """
    word, vocabulary = _codes(words)
    gender, labels = _codes(genders)
    for label in set(labels) - set(valid_genders):
        raise InputError(
            expected=f"{' or '.join(map(repr, valid_genders))} in `gender`",
            got=f"{shorten(label)} in row {np.argmax(gender == labels.index(label))}",
            fix="Correct the label, or leave the row out.",
        )
    times = None if counts is None else np.asarray(counts, dtype=np.int64)
    cells = word * len(labels) + gender
    flat = np.zeros(len(vocabulary) * len(labels), dtype=np.int64)
    if times is None:
        flat += np.bincount(cells, minlength=len(flat))
    else:
        np.add.at(flat, cells, times)
    full = flat.reshape(len(vocabulary), len(labels))
    occurring = np.flatnonzero(full.sum(axis=1)).tolist()
    rows = sorted(occurring, key=vocabulary.__getitem__)
    present = [labels.index(label) for label in valid_genders if label in labels]
    columns = [column for column in present if full[:, column].any()]
    table = CountTable(
        words=tuple(vocabulary[row] for row in rows),
        genders=tuple(labels[column] for column in columns),
        counts=np.ascontiguousarray(full[rows][:, columns]),
    )
    word, gender = _places(rows, len(vocabulary))[word], _places(columns, len(labels))[gender]
    if times is not None:
        word[times == 0] = gender[times == 0] = -1
    return CountedRows(table, word, gender)


def _codes(column: Any) -> tuple[Ints, list[str]]:
    """A number for each row, and what the numbers stand for."""
    array = column if isinstance(column, pa.ChunkedArray) else pa.chunked_array([column])
    encoded = array.dictionary_encode().combine_chunks()
    return encoded.indices.to_numpy().astype(np.int64), encoded.dictionary.to_pylist()


def _places(kept: Sequence[int], n: int) -> Ints:
    """Where each of n codes stands among the kept ones; -1 if it was left out."""
    places = np.full(n, -1, dtype=np.int64)
    places[kept] = np.arange(len(kept))
    return places
