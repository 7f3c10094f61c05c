"""Tables that Python holds: each is read in its order, or refused with what is wrong with it."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Iterator
from types import MappingProxyType
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

from datasets import ClassLabel, Dataset, DatasetDict, Features, IterableDataset, Value
from equimask.core.errors import DataError, EquimaskError, InputError
from equimask.inputs.live import is_split_by_name, of_live
from tests.inputs.worlds import PAIRS, columns_of, pairs

RECORDS = [{"id": str(i), **record, "other": i} for i, record in enumerate(pairs(3))]
COLUMNS = columns_of(RECORDS)
WANTED = {name: COLUMNS[name] for name in ("id", *PAIRS)}


def read(data: Any, *names: str) -> dict[str, list[Any]]:
    table = of_live(data, {*PAIRS, "id", *names}.__contains__)
    return dict(table.columns)


class Polars:
    """A frame that speaks of itself by Arrow's protocol alone."""

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return pa.table(COLUMNS).__arrow_c_stream__(requested_schema)


class Records:
    """Something that can only be gone through."""

    def __iter__(self) -> Iterator[Any]:
        return iter(RECORDS)


DATASET = Dataset.from_list(RECORDS)


@pytest.mark.parametrize(
    "data",
    [
        COLUMNS,
        MappingProxyType(COLUMNS),
        {name: tuple(cells) for name, cells in COLUMNS.items()},
        {name: (cell for cell in cells) for name, cells in COLUMNS.items()},
        {name: deque(cells) for name, cells in COLUMNS.items()},
        {name: np.array(cells) for name, cells in COLUMNS.items()},
        {name: pa.array(cells) for name, cells in COLUMNS.items()},
        {name: pd.Series(cells, index=[5, 1, 3]) for name, cells in COLUMNS.items()},
        {name: DATASET[name] for name in COLUMNS},
        {name: dict.fromkeys(cells).values() for name, cells in columns_of(RECORDS).items()}
        | COLUMNS,
        RECORDS,
        tuple(map(OrderedDict, RECORDS)),
        deque(RECORDS),
        (record for record in RECORDS),
        Records(),
        pd.DataFrame(COLUMNS),
        pd.DataFrame(COLUMNS, index=["x", "x", "x"]),
        pd.DataFrame(COLUMNS).astype({"id": "category", "sent_more": "string"}),
        pa.table(COLUMNS),
        pa.RecordBatch.from_pydict(COLUMNS),
        pa.table(COLUMNS).to_reader(),
        Polars(),
        DATASET,
        DATASET.with_format("pandas"),
        DATASET.with_format("arrow"),
        DATASET.with_format("numpy"),
        DATASET.select([0, 1, 2]).with_transform(lambda batch: {"broken": []}),
        DATASET.to_iterable_dataset(),
        IterableDataset.from_generator(lambda: iter(RECORDS)),
    ],
    ids=lambda data: type(data).__name__,
)
def test_every_form_of_a_table_is_read_in_its_order(data: Any) -> None:
    assert read(data) == WANTED


def test_rows_of_a_dataset_that_were_chosen_are_read_and_no_others() -> None:
    assert read(DATASET.select([2, 0]))["id"] == ["2", "0"]


def test_labels_of_a_dataset_are_read_by_their_names() -> None:
    features = Features({"sent_more": Value("string"), "id": ClassLabel(names=["age", "gender"])})
    dataset = Dataset.from_dict({"sent_more": ["a", "b", "c"], "id": [1, 0, None]}, features)
    assert read(dataset)["id"] == ["gender", "age", None]


def test_all_columns_are_known_for_messages() -> None:
    for data in (COLUMNS, RECORDS, pd.DataFrame(COLUMNS), pa.table(COLUMNS), DATASET):
        table = of_live(data, PAIRS.__contains__)
        assert table.there == tuple(COLUMNS)
        assert set(table.columns) == set(PAIRS)


def test_a_column_that_is_none_was_left_out() -> None:
    assert read({**COLUMNS, "id": None}) == {name: COLUMNS[name] for name in PAIRS}


def test_names_that_are_no_text_are_nobodys_columns() -> None:
    assert read({**COLUMNS, 3: ["x"], ("a", "b"): []}) == WANTED
    assert read([{**record, 3: "x", None: "y"} for record in RECORDS]) == WANTED
    assert read(pd.DataFrame(COLUMNS).assign(**{"x": 1}).rename(columns={"x": 3})) == WANTED


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({**COLUMNS, "id": {"1", "2", "3"}}, "`id` to be a list.*a set"),
        ({**COLUMNS, "id": frozenset("abc")}, "a set"),
        ({**COLUMNS, "id": dict.fromkeys("abc").keys()}, "a set"),
        ({**COLUMNS, "id": {0: "a"}}, "`id` to be a list.*a mapping"),
        ({**COLUMNS, "id": "abc"}, "`id` to be a list of strings, but got 'abc'"),
        ({**COLUMNS, "id": b"abc"}, "got b'abc'"),
        ({**COLUMNS, "id": np.array("abc")}, "`id` to be a list of strings, but got array"),
        ({**COLUMNS, "id": 7}, "got 7"),
        (RECORDS[0], "Wrap a single sentence in a list"),
        (pd.DataFrame(COLUMNS).to_dict(), r"a mapping.*to_dict\('list'\)"),
        (pd.DataFrame(COLUMNS).to_dict("index"), r"records by key.*list\(data\.values\(\)\)"),
        ({"a": RECORDS[0], "b": RECORDS[1]}, r"records by key \('a', …\)"),
        ({"id": RECORDS[0], "x": RECORDS[1]}, "records by key"),
        (RECORDS[0].values(), "got '0' in row 0"),
        ([*RECORDS, ("a", "b")], r"got \('a', 'b'\) in row 3"),
        (["he", "she"], "got 'he' in row 0"),
        (np.array([["he", "she"]]), "in row 0"),
        (pd.Series(["he"]), "in row 0|struct"),
        (pa.array(["he"]), "records|struct"),
        (pa.chunked_array([["he"]]), "records|struct"),
        ({"he", "she"}, "got set"),
        (b"pairs.csv", "got bytes b'pairs.csv'"),
        (7, "got int 7"),
        (object(), "got object"),
        (len, "got builtin"),
    ],
)
def test_what_has_no_order_or_no_columns_is_refused(data: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read(data)


@pytest.mark.parametrize(
    "data",
    [
        pd.DataFrame([["a", "b", "c"]], columns=["sent_more", "sent_less", "sent_less"]),
        pa.Table.from_arrays([pa.array(["a"])] * 3, names=["sent_more", "sent_less", "sent_less"]),
    ],
)
def test_a_column_that_is_there_twice_is_refused(data: Any) -> None:
    with pytest.raises(DataError, match=r"one column 'sent_less' .*, but got 2 of them"):
        read(data)


def test_cells_that_arrow_cannot_hand_over_get_a_message() -> None:
    broken = pa.table({"sent_more": pa.array([b"\xff"]).view(pa.string()), "sent_less": ["a"]})
    with pytest.raises(EquimaskError, match=r"UTF-8|utf-8"):
        read(broken)


def test_tables_by_name_are_splits() -> None:
    assert is_split_by_name(DatasetDict({"test": DATASET}))
    assert is_split_by_name({"test": pd.DataFrame(COLUMNS)})
    assert is_split_by_name({"test": pa.table(COLUMNS)})
    assert not is_split_by_name(COLUMNS)
    assert not is_split_by_name({})
    assert not is_split_by_name({name: pd.Series(cells) for name, cells in COLUMNS.items()})
