"""Columns under other names, rows by conditions, groups apart: what was asked for, in its order."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from equimask.core.errors import DataError, InputError
from equimask.core.signature import Signature
from equimask.inputs.specification import Choice, parse_choice
from equimask.inputs.table import Table, apart, chosen_in, select

READABLE = (
    "sent_more", "sent_less", "sent_more_as_published", "sent_less_as_published", "source", "id",
)  # fmt: skip
COLUMNS: dict[str, list[Any]] = {
    "sent_more": ["a", "b", "c", "d"],
    "sent_less": ["A", "B", "C", "D"],
    "source": ["x", "y", "x", None],
    "year": [1, 2.0, float("nan"), "3"],
    "topic": ["p;q", "r=s", "t|u", "p;q"],
}
TABLE = Table("pairs", COLUMNS, there=(*COLUMNS, "unread"))


def chosen(columns: Any = None, where: Any = None, table: Table = TABLE) -> Table:
    return select(table, parse_choice(columns, where), READABLE)


def test_columns_change_places() -> None:
    swapped = chosen({"sent_more": "sent_less", "sent_less": "sent_more"})
    assert swapped.columns["sent_more"] == ["A", "B", "C", "D"]
    assert swapped.columns["sent_less"] == ["a", "b", "c", "d"]
    assert swapped.chosen == {"columns": "sent_less=sent_more;sent_more=sent_less"}
    assert chosen().chosen == {}


def test_one_column_may_have_two_uses() -> None:
    found = chosen("sent_more=topic,id=topic").columns
    assert found["sent_more"] == found["id"] == found["topic"] == COLUMNS["topic"]


def test_another_text_has_not_what_was_published_of_the_first() -> None:
    published = {"sent_more_as_published": list("1234"), "sent_less_as_published": list("5678")}
    table = Table("pairs", {**COLUMNS, **published})
    found = chosen({"sent_more": "topic"}, table=table).columns
    assert "sent_more_as_published" not in found
    assert found["sent_less_as_published"] == list("5678")
    swapped = chosen({"sent_more": "sent_less", "sent_less": "sent_more"}, table=table).columns
    assert swapped["sent_more_as_published"] == list("5678")  # it goes with its column
    own = chosen({"sent_more": "topic", "sent_more_as_published": "year"}, table=table).columns
    assert own["sent_more_as_published"] == COLUMNS["year"]


def test_a_missing_source_and_an_unknown_target_are_named_with_near_ones() -> None:
    with pytest.raises(DataError, match=r"column 'topik' in 'pairs', but got none.*mean 'topic'"):
        chosen({"sent_more": "topik"})
    with pytest.raises(DataError, match=r"Valid: sent_less, .*, unread, year\."):
        chosen(where={"nothing": "x"})
    with pytest.raises(InputError, match=r"sent_mor=topic.*Did you mean 'sent_more'") as caught:
        chosen({"sent_mor": "topic"})
    assert "_as_published" not in str(caught.value)


@pytest.mark.parametrize(
    ("where", "rows"),
    [
        ("source=x", "ac"),
        (["source=x", "source=y"], "abc"),
        ({"source": ("y", "x")}, "abc"),
        ({"source": {"y", "none"}}, "b"),
        ("source=", "d"),
        ({"source": None}, "d"),
        ({"source": [None, "y"]}, "bd"),
        ("source=*", "abcd"),
        ({"source": ["x", "*"]}, "abcd"),
        ({"year": 1}, "a"),
        ({"year": 2}, "b"),
        ("year=2", "b"),
        ({"year": 3.0}, "d"),
        ({"year": float("nan")}, "c"),
        ({"year": pd.NA}, "c"),
        ({"year": np.int64(1)}, "a"),
        (["source=x", "year=1"], "a"),
        ({"topic": "p;q"}, "ad"),
        ("topic=r=s", "b"),
    ],
)
def test_rows_that_fulfil_the_conditions_stay_in_their_order(where: Any, rows: str) -> None:
    found = chosen(where=where)
    assert found.columns["sent_more"] == list(rows)
    assert len(found) == len(rows)
    assert all(len(cells) == len(rows) for cells in found.columns.values())


def test_conditions_are_about_the_names_of_the_data() -> None:
    found = chosen({"source": "topic", "id": "source"}, {"source": "x"})
    assert found.columns["source"] == ["p;q", "t|u"]
    assert found.columns["id"] == ["x", "x"]


def test_where_nothing_is_left_it_says_what_there_is() -> None:
    with pytest.raises(DataError) as caught:
        chosen(where={"source": ["z", "w"]})
    assert str(caught.value) == (
        "Expected rows with source='z' or 'w' in 'pairs', but got none: source is x (2), y (1), "
        "(empty) (1). Correct the condition; values are compared as they are written."
    )
    with pytest.raises(
        DataError, match=r"as they are written\. A list has several \(--where again"
    ):
        chosen(where="source=x,y")
    with pytest.raises(DataError, match=r"rows with source='y'.* none: source is x \(1\)\."):
        chosen(where=["year=1", "source=y"])  # of what the first condition left


def test_many_values_and_long_ones_are_not_all_listed() -> None:
    cells = [f"{i:02} " + "x" * 99 for i in range(20)]
    with pytest.raises(DataError, match=r"and 8 more\. Correct") as caught:
        chosen(where="source=z", table=Table("pairs", {"source": cells}))
    assert len(str(caught.value)) < 900


def test_what_was_chosen_is_told_once_for_all_ways_to_say_it() -> None:
    told = chosen(where=["year=2", "source=x", "source=y"]).chosen
    assert told == {"where": "source=x|y;year=2"}
    assert chosen(where={"source": ["y", "x", "y"], "year": 2.0}).chosen == told
    assert chosen(where={"source": "*"}).chosen == {}


def test_values_with_signs_of_ours_stay_apart_in_the_signature() -> None:
    told = [
        chosen(where=where).chosen["where"]
        for where in ({"topic": "p;q"}, {"topic": ["t|u"]}, {"topic": ["r=s", "t|u"]})
    ]
    assert told == ["topic=p%3Bq", "topic=t%7Cu", "topic=r=s|t%7Cu"]
    signed = Signature("cps", (("where", told[2]),))
    assert Signature.parse(str(signed)) == signed


def test_groups_come_in_the_order_of_the_data_and_know_what_they_are() -> None:
    parts = apart(TABLE, ("source",))
    assert [part.group for part in parts] == ["source=x", "source=y", "source="]
    assert [part.columns["sent_more"] for part in parts] == [["a", "c"], ["b"], ["d"]]
    for part, value in zip(parts, ("x", "y", ""), strict=True):
        alone = chosen(where={"source": value})
        assert (alone.columns, alone.chosen) == (part.columns, part.chosen)


def test_several_columns_make_combinations() -> None:
    parts = apart(TABLE, ("topic", "source"))
    assert [part.group for part in parts] == [
        "topic=p;q, source=x", "topic=p;q, source=", "topic=r=s, source=y", "topic=t|u, source=x",
    ]  # fmt: skip
    assert parts[0].chosen == chosen(where={"topic": "p;q", "source": "x"}).chosen


def test_a_group_of_what_was_chosen_is_the_narrower_condition() -> None:
    wide = chosen(where={"source": ["x", "y"], "topic": ["p;q", "r=s"]})
    (first, second) = apart(wide, ("source",))
    assert first.chosen == {"where": "source=x;topic=p%3Bq|r=s"}
    assert second.columns["sent_more"] == ["b"]


def test_nothing_to_tell_apart_is_the_table_itself() -> None:
    assert apart(TABLE, ()) == [TABLE]
    with pytest.raises(DataError, match=r"a column 'sorce'.*Did you mean 'source'"):
        apart(TABLE, ("sorce",))


UNEVEN = Table("pairs", {"sent_more": list("abc"), "sent_less": list("ab"), "source": list("xyx")})


@pytest.mark.parametrize(
    "cut", [lambda t: chosen(where="source=x", table=t), lambda t: apart(t, ["source"])]
)
def test_rows_of_columns_that_are_not_equally_long_are_not_chosen(cut: Any) -> None:
    with pytest.raises(InputError) as caught:
        cut(UNEVEN)
    assert str(caught.value) == (
        "Expected columns of the same length, but got 3 in `sent_more` and 2 in `sent_less`. "
        "Row 2 is the first without a partner."
    )


def test_the_label_is_a_hash_of_what_is_scored() -> None:
    pair = {name: COLUMNS[name] for name in ("sent_more", "sent_less")}
    assert TABLE.label(pair).startswith("pairs@")
    assert TABLE.label(pair) == Table("pairs", pair).label(pair)
    assert TABLE.label(pair) != TABLE.label(dict(reversed(pair.items())))


names = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=6)
cells = st.lists(st.text(max_size=6), min_size=1, max_size=3, unique=True).map(sorted)
choices = st.builds(
    Choice,
    st.dictionaries(st.sampled_from(["sent_more", "sent_less", "id"]), names, max_size=3),
    st.dictionaries(names, cells.map(tuple), max_size=3),
    st.just(()),
    st.sampled_from(["", '[He|She] said: "{a=b;c}"']),
    st.lists(names, min_size=2, max_size=3, unique=True).map(tuple) | st.just(()),
)


@given(choices)
def test_what_was_chosen_is_read_from_the_signature_again(choice: Choice) -> None:
    table = Table(
        "pairs", {}, named=choice.columns, where=choice.where, template=choice.template,
        crossed=choice.crossed,
    )  # fmt: skip
    signed = Signature.parse(str(Signature("cps", (("n", "1"), *table.chosen.items()))))
    assert chosen_in(dict(signed.fields)) == choice
