"""A lexicon is the same in every form in which users hold it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from datasets import Dataset, DatasetDict
from equimask.core.errors import DataError, InputError
from equimask.inputs.sentiment_lexicon import read_lexicon, sentiment_of

LEXICON = {"blonde": (0.2, 0.6, 0.2), "negative": (1.0, 0.0, 0.0), "語": (3.0, 2.0, 5.0)}
NAMES = ("word", "negative", "neutral", "positive")
RECORDS = [
    {"lang": "en", **dict(zip(NAMES, (word, *q), strict=True)), "n_sources": 2}
    for word, q in LEXICON.items()
]
COLUMNS = {name: [record[name] for record in RECORDS] for name in NAMES}


@pytest.mark.parametrize(
    "source",
    [
        LEXICON,
        {word: np.array(q) for word, q in LEXICON.items()},
        RECORDS,
        COLUMNS,
        pa.table(COLUMNS),
        pa.Table.from_pylist(RECORDS),
        Dataset.from_dict(COLUMNS),
        pd.DataFrame(RECORDS),
        pd.DataFrame({**COLUMNS, "negative": np.float32(COLUMNS["negative"])}),
    ],
    ids=lambda source: type(source).__name__,
)
def test_every_form(source: Any) -> None:
    read = read_lexicon(source)
    assert list(read) == list(LEXICON)
    for word, entry in LEXICON.items():
        assert read[word] == pytest.approx(entry, rel=1e-6)


def test_a_lexicon_may_hold_the_words_that_columns_are_called() -> None:
    lexicon = {word: [0.2, 0.3, 0.5] for word in (*NAMES, "plain")}
    assert read_lexicon(lexicon) == dict.fromkeys(lexicon, (0.2, 0.3, 0.5))


def test_a_dataset_without_a_split_says_how_to_load_one() -> None:
    with pytest.raises(InputError, match='split="test"'):
        read_lexicon(DatasetDict({"test": Dataset.from_dict(COLUMNS)}))


@pytest.mark.parametrize("as_path", [str, Path])
def test_a_parquet_file(tmp_path: Path, as_path: Any) -> None:
    file = tmp_path / "lexicon.parquet"
    pq.write_table(pa.Table.from_pylist(RECORDS), file)
    assert read_lexicon(as_path(file)) == LEXICON


def test_a_file_may_be_of_any_kind_that_data_come_in(tmp_path: Path) -> None:
    file = tmp_path / "lexicon.jsonl"
    file.write_text("\n".join(map(json.dumps, RECORDS)), encoding="utf-8")
    assert read_lexicon(file) == LEXICON


def test_words_without_an_entry_are_nan() -> None:
    found = sentiment_of(["blonde", "Blonde", "negative"], LEXICON)
    np.testing.assert_array_equal(found[[0, 2]], [LEXICON["blonde"], LEXICON["negative"]])
    assert np.isnan(found[1]).all()


def test_a_word_twice_must_say_the_same() -> None:
    assert read_lexicon([RECORDS[0], RECORDS[0]]) == {"blonde": LEXICON["blonde"]}
    with pytest.raises(InputError, match="another one of 'blonde' in row 1"):
        read_lexicon([RECORDS[0], {**RECORDS[0], "positive": 0.3}])


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ({}, "an empty one"),
        ([], "an empty one"),
        (pa.table({name: [] for name in NAMES}), "an empty one"),
        ({"a": (1, 2)}, r"'a' with \[1, 2\] in row 0"),
        ({"a": (1, 1, 1), "b": (1, 2, -3)}, "'b' with .* in row 1"),
        ({"a": (0, 0, 0)}, "not all 0"),
        ({"a": (1, np.nan, 0)}, "in row 0"),
        ({"a": ("x", "y", "z")}, "in row 0"),
        ({"a": 0.5}, "0.5 in row 0"),
        ({"a": "neg"}, "'neg' in row 0"),
        ({7: (1, 1, 1)}, "7 with"),
        ([{"word": "a"}], "in row 0"),
        (["a"], "'a' in row 0"),
        (pa.table({"word": ["a"]}), "a table without 'negative'"),
        (pd.DataFrame({"word": ["a"]}), "a table without 'negative'"),
        (7, "got 7"),
    ],
)
def test_what_cannot_be_read_is_named(source: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_lexicon(source)


def test_a_parquet_file_without_the_columns(tmp_path: Path) -> None:
    file = tmp_path / "words.parquet"
    pq.write_table(pa.table({"word": ["a"], "negative": [1.0]}), file)
    with pytest.raises(DataError, match="a column 'neutral' in 'words'"):
        read_lexicon(file)


def test_a_file_that_is_not_there_is_named() -> None:
    with pytest.raises(DataError, match=r"no file 'absent\.parquet'"):
        read_lexicon("absent.parquet")
