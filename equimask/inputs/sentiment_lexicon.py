"""A sentiment lexicon as users hold it: a dict, records, a table, or a file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from equimask.core.arrays import Floats
from equimask.core.errors import InputError, shorten
from equimask.core.rows import as_list
from equimask.core.schema import SENTIMENTS
from equimask.inputs.reading import read_columns

Entry = tuple[float, float, float]

_COLUMNS = ("word", *SENTIMENTS)


def read_lexicon(source: Any) -> dict[str, Entry]:
    """Every word's (negative, neutral, positive), from

    - a mapping word -> (negative, neutral, positive);
    - records with the keys word, negative, neutral, positive;
    - a Dataset, DataFrame or Arrow table with these columns, or the path of a file of them.
    """
    lexicon: dict[str, Entry] = {}
    for row, (word, *values) in enumerate(_rows(source)):
        entry = _entry(row, word, values)
        if lexicon.setdefault(word, entry) != entry:
            raise InputError(
                expected="one sentiment for each word of the lexicon",
                got=f"another one of {shorten(word)} in row {row}",
                fix="Keep the rows of one language, and one row per word.",
            )
    if not lexicon:
        raise InputError(
            expected="a sentiment lexicon with entries",
            got="an empty one",
            fix="Pass entries, or sentiment=None for a model without sentiments.",
        )
    return lexicon


def sentiment_of(words: Sequence[str], lexicon: Mapping[str, Entry]) -> Floats:
    """[words, 3]: the entries of these words, NaN for a word without one."""
    nothing = (np.nan,) * len(SENTIMENTS)
    return np.array([lexicon.get(word, nothing) for word in words], dtype=np.float64)


def _rows(source: Any) -> Iterable[tuple[Any, ...]]:
    if isinstance(source, (str, Path)):
        return _columns(read_columns(source, _COLUMNS))
    if isinstance(source, Mapping):
        if _has_columns(source):
            return _columns(source)
        return ((word, *_values(row, entry)) for row, (word, entry) in enumerate(source.items()))
    if isinstance(source, Sequence):
        return (_record(row, record) for row, record in enumerate(source))
    names = getattr(source, "column_names", getattr(source, "columns", None))  # Arrow, else pandas
    if names is None:
        raise _unreadable(shorten(source))
    missing = [name for name in _COLUMNS if name not in list(names)]
    if missing:
        raise _unreadable(f"a table without {missing[0]!r}")
    return _columns({name: source[name] for name in _COLUMNS})


def _has_columns(source: Mapping[Any, Any]) -> bool:
    """Whether it maps names to columns; an English lexicon may hold these four words as well."""
    if not set(_COLUMNS) <= set(source):
        return False
    first = next(iter(source["word"]), "")
    return isinstance(getattr(first, "as_py", lambda: first)(), str)


def _columns(columns: Mapping[str, Any]) -> Iterable[tuple[Any, ...]]:
    lists = [columns[name] for name in _COLUMNS]
    plain = (c.to_pylist() if hasattr(c, "to_pylist") else as_list(c) for c in lists)
    return zip(*plain, strict=True)


def _record(row: int, record: Any) -> tuple[Any, ...]:
    if not isinstance(record, Mapping) or not set(_COLUMNS) <= set(record):
        raise _unreadable(f"{shorten(record)} in row {row}")
    return tuple(record[name] for name in _COLUMNS)


def _values(row: int, entry: Any) -> Sequence[Any]:
    if hasattr(entry, "column_names"):
        raise InputError(
            expected="one table as the lexicon",
            got="several by name, as `load_dataset` gives them without a split",
            fix='Pass load_dataset(..., split="test").',
        )
    if isinstance(entry, str) or not isinstance(entry, Iterable):
        raise _unreadable(f"{shorten(entry)} in row {row}")
    return tuple(entry)


def _entry(row: int, word: Any, values: Sequence[Any]) -> Entry:
    try:
        entry = tuple(float(value) for value in values)
    except (TypeError, ValueError):
        entry = ()
    valid = len(entry) == len(SENTIMENTS) and np.isfinite(entry).all() and min(entry) >= 0
    if not isinstance(word, str) or not valid or not sum(entry):
        raise InputError(
            expected="a word and three numbers (negative, neutral, positive) of at least 0, not "
            "all 0, in every row of the lexicon",
            got=f"{shorten(word)} with {shorten(values)} in row {row}",
            fix="Mend or drop this row.",
        )
    negative, neutral, positive = entry
    return negative, neutral, positive


def _unreadable(got: str) -> InputError:
    return InputError(
        expected=f"a lexicon {{word: (negative, neutral, positive)}}, or a list of records, a "
        f"table or a file with {', '.join(_COLUMNS)}",
        got=got,
        fix="Pass sentiment= in one of these forms.",
    )
