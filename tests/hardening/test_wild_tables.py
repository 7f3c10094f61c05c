"""Wild names of data, wild tables, wild choices: a message, or exactly the rows that were meant."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterator
from math import isnan
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import assume
from hypothesis import strategies as st

from datasets import Dataset
from equimask.core.errors import DataError, EquimaskError, InputError, OptionError
from equimask.core.signature import Signature
from equimask.evaluation import score
from equimask.inputs.forms import rows_of
from equimask.inputs.reading import read_apart, read_groups, read_one
from equimask.inputs.repositories import Repository
from equimask.inputs.specification import ANY, Address, Choice, parse_address, parse_choice
from equimask.inputs.table import Table, select
from equimask.metrics import spec_of
from tests.hardening.examples import inputs
from tests.hardening.files import json_values
from tests.hardening.strategies import broken_text, wild_text
from tests.inputs.worlds import built, pairs, write

OURS = (DataError, InputError, OptionError)
# What the Hub takes for the name of a dataset.
HUB_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*/[A-Za-z0-9][A-Za-z0-9._-]{0,95}")


def attempt(ask: Callable[..., Any], *given: Any) -> tuple[Any, str]:
    """What comes of it, or a message of ours."""
    try:
        return ask(*given), ""
    except OURS as error:
        message = str(error)
    assert message.isprintable()
    return None, message


@pytest.fixture
def asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Address]:
    """A working directory with data, and what would have been asked of the Hub."""
    write(tmp_path / "pairs.csv", pairs(1))
    built(tmp_path / "made", {"de": pairs(1), "fi": pairs(2)})
    write(tmp_path / "plain" / "deep" / "x.csv", pairs(1))
    monkeypatch.chdir(tmp_path)
    addresses: list[Address] = []

    def hub(address: Address) -> Repository:
        addresses.append(address)
        raise DataError(expected="a dataset", got="none", fix="Wait.")

    monkeypatch.setattr("equimask.inputs.repositories._hub", hub)
    return addresses


_PIECES = (
    "made", "pairs.csv", "plain", "deep", "de", "fi", "test", "lab", "v1", ".", "..", "x.csv",
)  # fmt: skip
_SIGNS = (":", "@", "/", "//", "", " ", "=", "--", "refs/pr/1", ".git")
specifications = st.one_of(
    broken_text,
    st.lists(st.sampled_from(_PIECES + _SIGNS), max_size=8).map("".join),
    st.lists(st.one_of(st.sampled_from(_PIECES + _SIGNS), wild_text), max_size=6).map("".join),
)


@inputs(400, specifications)
def test_any_text_names_data_or_gets_a_message(asked: list[Address], text: str) -> None:
    asked.clear()
    table, message = attempt(read_one, text, Choice())
    if not message:
        assert not asked
        assert len(table) in (1, 2)
    for address in asked:
        assert HUB_ID.fullmatch(address.name), address
        assert address.name in text


@inputs(200, specifications)
def test_the_parts_of_an_address_are_parts_of_the_text(tmp_path: Path, text: str) -> None:
    found, message = attempt(parse_address, text)
    if message:
        return
    if found.kind != "hub":  # what lies here
        assert Path(found.name).exists()
        return
    told = found.name
    for sign, part in ((":", found.config), ("@", found.revision), ("/", found.split)):
        told += "" if part is None else sign + part
    assert told == text


anything = st.one_of(
    json_values,
    broken_text,
    st.lists(broken_text, max_size=3),
    st.dictionaries(st.one_of(broken_text, st.integers(), st.none()), json_values, max_size=3),
    st.sets(st.one_of(wild_text, st.integers()), max_size=3),
    st.binary(max_size=9),
)


@inputs(300, anything, anything, anything)
def test_any_choice_is_read_or_gets_a_message(columns: Any, where: Any, group: Any) -> None:
    choice, message = attempt(parse_choice, columns, where, group)
    if message:
        return
    table = Table("t", {"sent_more": ["a", "b"], "": ["x", None]}, there=("sent_more", ""))
    chosen, message = attempt(select, table, choice, ("sent_more", "sent_less"))
    if not message:
        signature = Signature("cps", tuple(chosen.chosen.items()) or (("n", "0"),))
        assert Signature.parse(str(signature)) == signature


names = st.one_of(
    st.sampled_from(("sent_more", "sent_less", "source", "lang", "bias_type", "id", "male", "")),
    broken_text,
    st.integers(),
    st.none(),
)
columns_of_anything = st.dictionaries(
    names,
    st.one_of(
        st.lists(json_values, max_size=3),
        st.tuples(json_values, json_values),
        st.sets(st.one_of(wild_text, st.none()), max_size=2),
        json_values,
    ),
    max_size=4,
)
records_of_anything = st.lists(
    st.one_of(st.dictionaries(names, json_values, max_size=4), json_values), max_size=3
)


@inputs(400, st.one_of(columns_of_anything, records_of_anything, anything))
def test_any_object_is_a_table_or_gets_a_message(data: Any) -> None:
    assume(not isinstance(data, str))  # the name of one
    for read in (read_one, read_apart):
        attempt(read, data, Choice())


@inputs(150, columns_of_anything)
def test_only_whole_rows_of_text_would_be_scored(data: dict[Any, Any]) -> None:
    """Everything is refused in the end: no model is given."""
    with pytest.raises(EquimaskError) as caught:
        score("cps", data)
    if "model=None" in str(caught.value):
        more, less = data["sent_more"], data["sent_less"]
        assert len(more) == len(less)
        assert all(isinstance(text, str) and text.strip() for text in (*more, *less))


# Cells that all kinds of tables can hold; a CSV has a text in place of each.
cells = {
    "text": st.one_of(st.none(), st.sampled_from(("x", "y", "z ", "1", "a;b", "*b", "X"))),
    "number": st.one_of(st.none(), st.integers(0, 3)),
    "flag": st.one_of(st.none(), st.booleans()),
    "share": st.one_of(st.none(), st.sampled_from((0.5, 0.25))),
}
rows = st.lists(st.fixed_dictionaries(cells), min_size=1, max_size=8)
conditions = st.fixed_dictionaries(
    {},
    optional={
        "text": st.one_of(cells["text"], st.lists(cells["text"], min_size=1, max_size=3)),
        "number": st.one_of(cells["number"], st.lists(cells["number"], min_size=1, max_size=3)),
        "flag": cells["flag"],
        "share": cells["share"],
    },
)


def in_every_form(folder: Path, records: list[dict[str, Any]]) -> Iterator[Any]:
    columns = {name: [record[name] for record in records] for name in records[0]}
    yield records
    yield (record for record in records)
    yield columns
    yield pd.DataFrame(records)
    yield pa.table(columns)
    yield Dataset.from_dict(columns)
    (folder / "p.json").write_text(json.dumps(columns))
    yield folder / "p.json"
    stream = io.StringIO(newline="")
    writer = csv.DictWriter(stream, records[0])
    writer.writeheader()
    writer.writerows(records)
    (folder / "p.csv").write_text(stream.getvalue(), newline="")
    yield str(folder / "p.csv")


def is_meant(cell: Any, wanted: Any) -> bool:
    """By hand: the same value, or a gap where a gap was asked for."""
    gap = cell is None or (isinstance(cell, float) and isnan(cell))
    return wanted is None if gap else type(cell) is type(wanted) and cell == wanted


@inputs(60, rows, conditions)
def test_exactly_the_rows_that_fulfil_the_conditions_are_scored_in_their_order(
    tmp_path: Path, found: list[dict[str, Any]], where: dict[str, Any]
) -> None:
    records = [{"sent_more": f"he {i}", "sent_less": f"she {i}", **r} for i, r in enumerate(found)]
    lists = {name: v if isinstance(v, list) else [v] for name, v in where.items()}
    meant = [
        record["sent_more"]
        for record in records
        if all(any(is_meant(record[n], one) for one in lists[n]) for n in lists)
    ]
    labels = set()
    for data in in_every_form(tmp_path, records):
        table, message = attempt(read_one, data, parse_choice(where=where))
        if message:
            assert not meant, message
            assert "none: " in message
        else:
            scored = rows_of(spec_of("cps"), table)
            assert scored.columns["sent_more"] == meant
            assert scored.columns["sent_less"] == [text.replace("he", "she") for text in meant]
            labels.add(scored.label.partition("@")[2])
    assert len(labels) == (1 if meant else 0)


@inputs(60, rows, st.sampled_from(("text", "number", "flag")))
def test_groups_have_every_row_once_and_are_what_their_condition_says(
    tmp_path: Path, found: list[dict[str, Any]], name: str
) -> None:
    records = [{"sent_more": f"he {i}", "sent_less": f"she {i}", **r} for i, r in enumerate(found)]
    assume(all(record[name] != ANY for record in records))
    for data in in_every_form(tmp_path, records):
        again = records if isinstance(data, Iterator) else data
        parts = read_groups(data, parse_choice(group=name))
        together = [text for part in parts for text in part.columns["sent_more"]]
        assert sorted(together) == sorted(record["sent_more"] for record in records)
        for part in parts:
            value = part.group.removeprefix(f"{name}=")
            alone = read_one(again, parse_choice(where={name: value}))
            assert part.columns["sent_more"] == alone.columns["sent_more"]
            assert part.chosen == alone.chosen
