"""From (word, gender) rows to the table n(word, gender)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import index
from typing import Any

import numpy as np
import pyarrow as pa

from equimask.core.arrays import Ints
from equimask.core.errors import InputError, shorten
from equimask.core.rows import as_list
from equimask.core.signature import content_hash

_MOST_EVENTS = 2**53  # beyond, a float no longer counts by ones


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
    words: Any, genders: Any, valid_genders: Sequence[str], counts: Any = None
) -> CountedRows:
    """Count rows of two equally long columns (lists, NumPy or Arrow), `counts` times each.

    `valid_genders` gives the order of the columns; those that do not occur are left out. A row that
    counts 0 times adds neither a word nor a gender: its positions are -1.
    """
    word, vocabulary = _codes("word", words)
    gender, labels = _codes("gender", genders)
    if len(word) != len(gender):
        raise InputError(
            expected="a word and a gender in every row",
            got=f"{len(word)} words and {len(gender)} genders",
            fix="Pass two columns of the same length.",
        )
    times = _check_times(counts, len(word))
    for label in set(labels) - set(valid_genders):
        raise InputError(
            expected=f"{' or '.join(map(repr, valid_genders))} in `gender`",
            got=f"{shorten(label)} in row {np.argmax(gender == labels.index(label))}",
            fix="Correct the label, or leave the row out.",
        )
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


def _codes(name: str, column: Any) -> tuple[Ints, list[str]]:
    """A number for each row, and what the numbers stand for."""
    whole = column[:] if isinstance(column, Sequence) else column
    array = whole if isinstance(whole, pa.ChunkedArray) else pa.chunked_array([whole])
    if array.null_count:
        raise InputError(
            expected=f"a string in every row of `{name}`",
            got=f"None in row {array.is_null().index(True).as_py()}",
            fix="Mend or drop this row.",
        )
    encoded = array.dictionary_encode().combine_chunks()
    return encoded.indices.to_numpy().astype(np.int64), encoded.dictionary.to_pylist()


def _check_times(counts: Any, n: int) -> Ints | None:
    """One whole number of at least 0 per row."""
    if counts is None:
        return None
    values = as_list(counts) if isinstance(counts, Iterable) else None
    if values is None or len(values) != n:
        raise InputError(
            expected=f"`counts` to have one number for each of the {n} rows",
            got=shorten(counts) if values is None else f"{len(values)} of them",
            fix="Pass how often each row counts, or leave `counts` out: once each.",
        )
    for row, value in enumerate(values):
        if not _is_count(value):
            raise InputError(
                expected="a whole number of at least 0 in every row of `counts`",
                got=f"{shorten(value)} in row {row}",
                fix="Correct the number.",
            )
    total = sum(map(int, values))
    if not 0 < total <= _MOST_EVENTS:
        raise InputError(
            expected=f"at least one event, and at most {_MOST_EVENTS}",
            got=f"{total} events" if total else "only zeros in `counts`",
            fix="Pass how often each row was seen.",
        )
    return np.array(values, dtype=np.int64)


def _is_count(value: Any) -> bool:
    """A whole number, also where a table without integers holds it as 3.0."""
    if isinstance(value, (bool, np.bool_)):
        return False
    if isinstance(value, (float, np.floating)):
        return bool(value >= 0 and float(value).is_integer())
    try:
        return index(value) >= 0
    except TypeError:
        return False


def _places(kept: Sequence[int], n: int) -> Ints:
    """Where each of n codes stands among the kept ones; -1 if it was left out."""
    places = np.full(n, -1, dtype=np.int64)
    places[kept] = np.arange(len(kept))
    return places
