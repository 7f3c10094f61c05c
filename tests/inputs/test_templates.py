"""Sentences in a template: both sides, their words, and the mask between."""

from __future__ import annotations

from typing import Any

import pytest

from equimask.core.errors import InputError, OptionError
from equimask.inputs.forms import rows_of
from equimask.inputs.reading import read_one
from equimask.inputs.specification import parse_choice
from equimask.inputs.table import Table
from equimask.inputs.templates import parse_template
from equimask.metrics import spec_of

SAID = '[He|She] said: "{sentence}"'
RECORDS = [
    {"sentence": "I am [sic] strong.", "stereotype": "9", "lang": "en"},
    {"sentence": "I am {kind}.", "stereotype": "4", "lang": "en"},
]


def read(template: str, records: Any = RECORDS, **choice: Any) -> Table:
    return read_one(records, parse_choice(template=template, **choice))


def test_a_template_gives_what_sides_masks_and_bags_are_read_from() -> None:
    table = read(SAID)
    male = ['He said: "I am [sic] strong."', 'He said: "I am {kind}."']
    assert table.columns["male"] == male
    assert table.columns["female"] == [text.replace("He", "She") for text in male]
    assert table.columns["male_word"] == ["He", "He"]
    masks = rows_of(spec_of("dcbm"), table).columns
    assert masks["masked_sentence"] == [text.replace("He", "[MASK]") for text in male]
    assert rows_of(spec_of("sbm"), table).columns["female"] == table.columns["female"]
    assert table.chosen == {"template": SAID}


def test_rows_are_chosen_before_they_are_put_in() -> None:
    table = read("[He|She] is {stereotype}: {sentence}", where={"stereotype": 4})
    assert table.columns["male"] == ["He is 4: I am {kind}."]
    assert table.chosen == {
        "where": "stereotype=4", "template": "[He|She] is {stereotype}: {sentence}",
    }  # fmt: skip


def test_what_was_published_of_the_sides_of_the_data_is_not_that_of_the_template() -> None:
    records = [{**RECORDS[0], "male_as_published": "another"}]
    found = rows_of(spec_of("sbm"), read(SAID, records), published=True).columns
    assert found["male"] == ['He said: "I am [sic] strong."']


@pytest.mark.parametrize(
    "template",
    ["", "He said: {sentence}", "[He|She] said it.", "[He|She] [his|her] {x}", "[|She] {x}", 7],
)
def test_a_template_has_one_slot_and_a_column(template: Any) -> None:
    with pytest.raises(OptionError, match=r"one \[male word\|female word\] and a \{column\}"):
        parse_choice(template=template)


def test_a_column_that_is_missing_and_a_cell_that_is_empty_are_named() -> None:
    with pytest.raises(InputError, match=r"column 'sentense'.*Did you mean 'sentence'"):
        read("[He|She]: {sentense}")
    with pytest.raises(InputError, match="'  ' in row 1"):
        read(SAID, [RECORDS[0], {**RECORDS[1], "sentence": "  "}])
    with pytest.raises(InputError, match="2 in `sentence` and 1 in `stereotype`"):
        read("[He|She] {stereotype} {sentence}", {"sentence": ["a", "b"], "stereotype": ["x"]})


def test_the_parts_of_a_template() -> None:
    assert parse_template(SAID) == ("", ("He", "She"), ' said: "{sentence}"')
    assert parse_template("{a} [x|y] {b}{a}").columns == {"a", "b"}
