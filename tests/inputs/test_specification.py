"""What people type is taken apart: where data lie, which columns and which rows are meant."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from equimask.core.errors import DataError, OptionError
from equimask.inputs.specification import Address, parse_address, parse_choice, text_of
from tests.inputs.worlds import built, pairs, write


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with a file, a dataset, and folders that hold neither."""
    write(tmp_path / "pairs.csv", pairs(1))
    built(tmp_path / "datasets" / "made", {"de": pairs(1)})
    write(tmp_path / "lab" / "deep" / "pairs.csv", pairs(1))
    write(tmp_path / "odd:name" / "pairs.csv", pairs(1))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("pairs.csv", Address("file", "pairs.csv")),
        ("datasets/made", Address("folder", "datasets/made")),
        ("datasets/made/", Address("folder", "datasets/made/")),
        ("./datasets/made:de", Address("folder", "./datasets/made", "de")),
        ("datasets/made:de/test", Address("folder", "datasets/made", "de", None, "test")),
        ("datasets/made/test", Address("folder", "datasets/made", None, None, "test")),
        ("odd:name", Address("folder", "odd:name")),
        ("odd:name:pairs", Address("folder", "odd:name", "pairs")),
        ("org/pairs", Address("hub", "org/pairs")),
        ("org/pairs:de", Address("hub", "org/pairs", "de")),
        ("org/pairs@v1.0.0", Address("hub", "org/pairs", None, "v1.0.0")),
        ("org/pairs/test", Address("hub", "org/pairs", None, None, "test")),
        ("org/pairs:de@v1/test", Address("hub", "org/pairs", "de", "v1", "test")),
        (
            "org/pairs@refs/convert/parquet/test",
            Address("hub", "org/pairs", None, "refs/convert/parquet", "test"),
        ),
        ("org/data.v2", Address("hub", "org/data.v2")),
        # a folder that is called as an organisation of the Hub is no dataset of its own
        ("lab/pairs", Address("hub", "lab/pairs")),
        ("lab/pairs:de@v1", Address("hub", "lab/pairs", "de", "v1")),
    ],
)
def test_an_address_has_its_parts(here: Path, text: str, expected: Address) -> None:
    assert parse_address(text) == expected
    assert str(expected) == text


@pytest.mark.parametrize(
    "text",
    [
        "", ".csv", "absent.csv", "org/absent.parquet", "pairs", "pairs.csv:de", "org/pairs:",
        "org/pairs@", "org/pairs:de:fi", "org//pairs", "/org/pairs", "org/pairs/test/more",
        "...x/..", "org/..", "-org/pairs", "org/pa--irs", "орг/pairs", "org/päirs", "org/pairs ",
        "org/pairs\n", f"org/{'x' * 100}", "org/pairs.git", "a b/c", "org/pairs:de/te st", "\0/x",
        "https://example.org/pairs.csv", "odd:name/absent.csv", "datasets/made/absent.parquet",
    ],
)  # fmt: skip
def test_what_can_be_nothing_is_said_before_anybody_asks_the_hub(here: Path, text: str) -> None:
    with pytest.raises(DataError, match=r"Check the path") as caught:
        parse_address(text)
    assert str(caught.value).isprintable()


def test_a_path_may_be_an_object(here: Path) -> None:
    assert parse_address(here / "pairs.csv").kind == "file"


@pytest.mark.parametrize("text", ["datasets/made@v1.0.0", "datasets/made:de@main/test"])
def test_a_folder_has_no_revisions(here: Path, text: str) -> None:
    with pytest.raises(DataError, match=r"revisions are those of the Hub") as caught:
        parse_address(text)
    assert "Leave the revision out" in str(caught.value)


SIDES = {"sent_more": "A_x", "sent_less": "B_x"}


@pytest.mark.parametrize(
    "columns",
    [
        SIDES,
        "sent_more=A_x,sent_less=B_x",
        ["sent_more=A_x,sent_less=B_x"],
        ("sent_more=A_x", " sent_less = B_x "),
    ],
)
def test_columns_are_named_as_python_has_it_or_as_it_is_typed(columns: Any) -> None:
    assert parse_choice(columns).columns == SIDES


@pytest.mark.parametrize(
    "columns",
    [
        {**SIDES, "cluster": ["name", "template"]},
        "sent_more=A_x,sent_less=B_x,cluster=name,cluster=template",
        ["sent_more=A_x,cluster=name", "sent_less=B_x", "cluster=template"],
    ],
)
def test_several_columns_of_clusters_are_crossed(columns: Any) -> None:
    choice = parse_choice(columns)
    assert choice.columns == SIDES and choice.crossed == ("name", "template")
    assert choice.named >= {"name", "template"}
    assert parse_choice(**choice.as_texts()) == choice
    assert choice.within(["A_x", "name"]) == parse_choice("sent_more=A_x")


@pytest.mark.parametrize("columns", [{"cluster": ["name"]}, "cluster=name"])
def test_one_column_of_clusters_is_named_as_any_other(columns: Any) -> None:
    assert parse_choice(columns) == parse_choice({"cluster": "name"})


@pytest.mark.parametrize(
    ("where", "expected"),
    [
        (None, {}),
        ({}, {}),
        ("bias_type=gender", {"bias_type": ("gender",)}),
        (["a=x", "a=y", "b=1=2"], {"a": ("x", "y"), "b": ("1=2",)}),
        ({"a": ["x", 3], "b": None}, {"a": ("x", "3"), "b": ("",)}),
        ({"a": np.array(["x"]), "b": 1.0, "c": True}, {"a": ("x",), "b": ("1",), "c": ("True",)}),
        ("topic=arts, crafts", {"topic": ("arts, crafts",)}),
        ("source=", {"source": ("",)}),
    ],
)
def test_conditions_have_one_value_or_several(where: Any, expected: Any) -> None:
    assert parse_choice(where=where).where == expected


@pytest.mark.parametrize(
    ("group", "expected"),
    [(None, ()), ((), ()), ("source", ("source",)), (["a", "b"], ("a", "b"))],
)
def test_groups_are_named(group: Any, expected: tuple[str, ...]) -> None:
    assert parse_choice(group=group).group == expected


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"columns": "sent_more"}, "columns such as .* but got 'sent_more'"),
        ({"columns": "=A_x"}, "Name the column on the left"),
        ({"columns": {"sent_more": None}}, "got {'sent_more': None}"),
        ({"columns": {"sent_more": ["a", "b"]}}, "columns such as"),
        ({"columns": 7}, "got 7"),
        ({"columns": "sent_more=A,sent_more=B"}, "'sent_more' once"),
        ({"columns": "cluster=A,cluster=A"}, "'A' once in cluster"),
        ({"columns": {"cluster": ["A", 3]}}, "columns such as"),
        ({"columns": {"cluster": []}}, "columns such as"),
        ({"where": "gender"}, "where such as .* but got 'gender'"),
        ({"where": {3: "x"}}, "where such as"),
        ({"where": [("a", "b")]}, "where such as"),
        ({"where": {"a": []}}, "where such as .* but got {'a': \\[\\]}"),
        ({"where": {"a": {"b": 1}}}, "where such as"),
        ({"group": 5}, "group such as 'source'.* but got 5"),
        ({"group": [1, 2]}, "group such as 'source'.* but got \\[1, 2\\]"),
        ({"group": ["a", "a"]}, "'a' once"),
    ],
)
def test_what_cannot_be_read_is_said_with_an_example(given: Any, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        parse_choice(**given)


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        ("x ", "x "),
        (None, ""),
        (float("nan"), ""),
        (np.float32("nan"), ""),
        (pd.NA, ""),
        (pd.NaT, ""),
        (3, "3"),
        (3.0, "3"),  # a whole number in a column with a gap
        (np.float32(0.5), "0.5"),
        (float("inf"), "inf"),
        (1e22, "1e+22"),
        (np.int64(7), "7"),
        (False, "False"),
        (["a"], "['a']"),
        (np.array([1, 2]), "[1 2]"),
    ],
)
def test_a_cell_is_compared_as_it_is_written(cell: Any, text: str) -> None:
    assert text_of(cell) == text


def test_a_choice_is_told_as_it_is_typed_and_read_again() -> None:
    choice = parse_choice(SIDES, {"a": ["x", "y"]}, "source")
    assert parse_choice(**choice.as_texts()) == choice
    assert choice.named >= {"A_x", "B_x", "a", "source"}


def test_as_many_columns_and_conditions_as_anybody_gives_are_read_at_once() -> None:
    many = range(100_000)
    start = time.monotonic()
    choice = parse_choice([f"a{i}=b{i}" for i in many], [f"c={i}" for i in many])
    assert time.monotonic() - start < 3
    assert len(choice.columns) == len(choice.where["c"]) == len(many)
