"""The count table against a Counter, whatever holds the rows."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from datasets import Dataset
from equimask.core.errors import InputError
from equimask.measures.counting import CountTable, count_rows

VALID = ("male", "female", "non-binary")
ROWS = st.lists(
    st.tuples(st.sampled_from("a bb ü 語 Zz".split()), st.sampled_from(VALID), st.integers(0, 3)),
    min_size=1,
)


def column_of(values: list[str]) -> Any:
    """A column as `datasets` gives it."""
    return Dataset.from_dict({"column": values})["column"]


def as_dict(table: CountTable) -> dict[tuple[str, str], int]:
    return {
        (word, gender): int(table.counts[w, g])
        for w, word in enumerate(table.words)
        for g, gender in enumerate(table.genders)
        if table.counts[w, g]
    }


@given(rows=ROWS)
def test_the_table_equals_a_counter(rows: list[tuple[str, str, int]]) -> None:
    words, genders, times = map(list, zip(*rows, strict=True))
    assume(any(times))
    counted = count_rows(words, genders, VALID, times)
    expected = Counter({})
    for word, gender, n in rows:
        expected[word, gender] += n
    table = counted.table
    assert as_dict(table) == {cell: n for cell, n in expected.items() if n}
    assert list(table.words) == sorted({word for word, _, n in rows if n})
    assert table.genders == tuple(g for g in VALID if any(g == row[1] and row[2] for row in rows))
    for (word, gender, n), w, g in zip(rows, counted.word, counted.gender, strict=True):
        assert (
            (w, g) == (-1, -1) if n == 0 else (table.words[w], table.genders[g]) == (word, gender)
        )


@given(rows=ROWS, seed=st.integers(0, 99))
def test_the_order_of_the_rows_changes_nothing(rows: list[tuple[str, str, int]], seed: int) -> None:
    words, genders, _ = map(list, zip(*rows, strict=True))
    order = np.random.default_rng(seed).permutation(len(rows))
    first = count_rows(words, genders, VALID).table
    second = count_rows([words[i] for i in order], [genders[i] for i in order], VALID).table
    assert (first.words, first.genders, first.hash) == (second.words, second.genders, second.hash)
    np.testing.assert_array_equal(first.counts, second.counts)


def test_weights_equal_repeated_rows() -> None:
    repeated = count_rows(["a", "a", "b"], ["male", "male", "female"], VALID).table
    weighted = count_rows(["b", "a"], ["female", "male"], VALID, [1, 2]).table
    assert repeated.hash == weighted.hash
    assert repeated.hash != count_rows(["b", "a"], ["female", "male"], VALID).table.hash


def test_arrow_columns_in_chunks_are_read_as_they_are() -> None:
    words = pa.chunked_array([["a", "b"], ["b"]])
    genders = pa.chunked_array([["male"], ["female", "female"]])
    assert as_dict(count_rows(words, genders, VALID).table) == {
        ("a", "male"): 1,
        ("b", "female"): 2,
    }


@pytest.mark.parametrize("form", [list, tuple, np.array, pa.array, pd.Series, column_of])
def test_columns_in_any_form(form: Any) -> None:
    counted = count_rows(form(["b", "a", "b"]), form(["male", "female", "male"]), VALID, [1, 2, 3])
    assert as_dict(counted.table) == {("a", "female"): 2, ("b", "male"): 4}


def test_some_genders_and_the_words_said_of_them() -> None:
    table = count_rows(["a", "b", "c"], ["non-binary", "female", "male"], VALID).table
    part = table.of_genders(("male", "female"))
    assert part.words == ("b", "c")
    np.testing.assert_array_equal(part.counts, [[0, 1], [1, 0]])


def test_an_unknown_gender_is_named_with_its_row() -> None:
    with pytest.raises(InputError, match=r"'non-binary' in `gender`, but got 'femle' in row 2"):
        count_rows(["a", "b", "a"], ["male", "female", "femle"], VALID)


@pytest.mark.parametrize(
    ("words", "genders", "message"),
    [
        (["a", None], ["male", "male"], "every row of `word`, but got None in row 1"),
        (["a", "b"], [None, "male"], "every row of `gender`, but got None in row 0"),
        (["a", "b", "c"], ["male"], "3 words and 1 genders"),
    ],
)
def test_rows_that_are_not_whole_are_refused(words: list, genders: list, message: str) -> None:
    with pytest.raises(InputError, match=message):
        count_rows(words, genders, VALID)


@pytest.mark.parametrize(
    ("counts", "message"),
    [
        ([1], "each of the 2 rows, but got 1"),
        ([1, -1], "-1 in row 1"),
        ([1.5, 1], "1.5 in row 0"),
        ([1, float("nan")], "nan in row 1"),
        ([0, 0], "only zeros"),
        ([2**62, 2**62], "at most 9007199254740992, but got 9223372036854775808"),
    ],
)
def test_counts_that_are_none_are_refused(counts: list, message: str) -> None:
    with pytest.raises(InputError, match=message):
        count_rows(["a", "b"], ["male", "female"], VALID, counts)


def test_whole_numbers_written_as_floats_count() -> None:
    table = count_rows(["a", "b"], ["male", "female"], VALID, np.array([3.0, 1.0])).table
    assert as_dict(table) == {("a", "male"): 3, ("b", "female"): 1}
