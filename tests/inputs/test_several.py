"""One specification, a list of them, or each under a name: which of these is meant."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import datasets
from equimask.core.errors import OptionError
from equimask.inputs.several import specifications
from equimask.inputs.specification import parse_choice

PAIRS = {"sent_more": ["A."], "sent_less": ["B."]}
RECORD = {"sent_more": "A.", "sent_less": "B.", "words": ["A", "B"]}
FRAME = pd.DataFrame(PAIRS)
DATASET = datasets.Dataset.from_dict(PAIRS)


def shown(data: Any, columns: Any = None) -> list[tuple[str, int]]:
    """Names, and objects by their identity: frames cannot be compared by one sign."""
    return [(name, id(one)) for name, one in specifications(data, parse_choice(columns))]


@pytest.mark.parametrize(
    "data",
    [
        "pairs.csv",
        Path("pairs.csv"),
        PAIRS,
        {"sent_more": ["A."]},
        {"sent_more": {0: "A."}, "sent_less": {0: "B."}},  # refused where columns are read
        {"sent_more": "A.", "sent_less": "B."},
        {"x": ["A."], "y": ("B.",)},
        {"x": pd.Series(["A."])},
        [RECORD],
        [{"x": "A."}, {"x": "B."}],
        [RECORD, 7],
        FRAME,
        DATASET,
        datasets.DatasetDict(train=DATASET, test=DATASET),
        {},
    ],
    ids=lambda data: str(data)[:40],
)
def test_one(data: Any) -> None:
    assert shown(data) == [("", id(data))]


@pytest.mark.parametrize(
    "data",
    [PAIRS, FRAME, DATASET, [RECORD], "pairs.csv", Path("pairs.csv"), {"A_x": ["A."]}],
    ids=lambda data: str(data)[:40],
)
def test_under_a_name_or_in_a_list(data: Any) -> None:
    assert shown({"mine": data, "gender": FRAME}) == [("mine", id(data)), ("gender", id(FRAME))]
    if not isinstance(data, list):
        assert shown([data, FRAME]) == [("", id(data)), ("", id(FRAME))]
    assert shown([FRAME, {"mine": data}]) == [("", id(FRAME)), ("mine", id(data))]


def test_columns_that_were_named_make_a_table() -> None:
    data = {"A_x": {0: "A."}, "B_x": {0: "B."}}
    assert [name for name, _ in shown(data)] == ["A_x", "B_x"]
    assert shown(data, columns={"sent_more": "A_x"}) == [("", id(data))]


@pytest.mark.parametrize("name", ["", " ", 3, None])
def test_names_are_words(name: Any) -> None:
    with pytest.raises(OptionError, match="data under names"):
        shown({name: FRAME})
