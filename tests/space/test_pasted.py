"""What a visitor pastes, and the example that can be pasted."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from contextlib import suppress
from io import StringIO
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from equimask.core.errors import DataError, EquimaskError, InputError
from equimask.inputs.forms import readable_columns, rows_of
from equimask.inputs.pairs import pair_languages
from equimask.inputs.specification import parse_choice
from equimask.inputs.table import Table, select
from equimask.metrics import all_specs, spec_of
from equimask.space.limits import MAX_CHARACTERS, MAX_ROWS
from equimask.space.pasted import example, read_pasted

COLUMNS = {"sent_more": ["She cooks.", "He leads."], "sent_less": ["He cooks.", "She leads."]}


def pasted(metric: str, text: str, columns: Any = None, where: Any = None) -> Table | None:
    return read_pasted(metric, text, parse_choice(columns, where))


def columns_of(metric: str, text: str, **choice: Any) -> Mapping[str, list[Any]]:
    """Those that the metric reads."""
    table = pasted(metric, text, **choice)
    assert table is not None
    return rows_of(
        spec_of(metric), select(table, parse_choice(**choice), readable_columns())
    ).columns


@pytest.mark.parametrize(
    "text",
    [
        "She cooks.\tHe cooks.\nHe leads.\tShe leads.",
        "sent_more\tsent_less\nShe cooks.\tHe cooks.\nHe leads.\tShe leads.\n",
        "sent_less\tsent_more\nHe cooks.\tShe cooks.\nShe leads.\tHe leads.\n",
        "\ufeffSENT_MORE,Sent_less\r\nShe cooks.,He cooks.\r\nHe leads.,She leads.\r\n",
        '"She cooks.", "He cooks."\n\n   \n"He leads.","She leads."',
        "id,sent_more,lang,sent_less\n1,She cooks.,en,He cooks.\n2,He leads.,en,She leads.",
    ],
)
def test_tabs_commas_headers_and_other_columns_read_alike(text: str) -> None:
    assert columns_of("s_jsd", text) == COLUMNS


@pytest.mark.parametrize("text", ["", " \n\t\n \r\n", "\ufeff", ",,\n,"])
def test_white_space_is_nothing(text: str) -> None:
    assert pasted("cps", text) is None


def test_a_cell_between_quotes_may_hold_commas_and_line_breaks() -> None:
    text = '"Well, she\ncooks.","He said ""no""."\nno comma,here\n'
    found = columns_of("s_jsd", text)
    assert found["sent_more"] == ["Well, she\ncooks.", "no comma"]
    assert found["sent_less"] == ['He said "no".', "here"]


def test_a_sheet_with_tabs_keeps_its_commas_and_quotes() -> None:
    found = columns_of("sbm", 'He said, "no".\tShe said, "no".')
    assert found == {"male": ['He said, "no".'], "female": ['She said, "no".']}


NAMED = "id,A_x,B_x,Bias_Type,gender_more\n1,She cooks.,He cooks.,gender,female\n2,,Old.,age,\n"


def test_all_that_something_reads_is_kept_under_its_name() -> None:
    table = pasted("s_jsd", NAMED, columns="sent_more=A_x, sent_less=B_x", where="bias_type=gender")
    assert table is not None
    assert table.there == ("id", "A_x", "B_x", "bias_type", "gender_more")
    assert table.columns["bias_type"] == ["gender", "age"]  # chosen where all data are
    found = columns_of(
        "s_jsd", NAMED, columns="sent_more=A_x, sent_less=B_x", where="bias_type=gender"
    )
    assert found["sent_more"] == ["She cooks."]


def test_other_forms_of_the_rows_are_read_too() -> None:
    found = columns_of("mbe", "id\tfemale\tmale\n1\tShe left.\tHe left.")
    assert found["sentence"] == ["He left.", "She left."]
    assert found["gender"] == ["male", "female"]


@pytest.mark.parametrize("choice", [{"columns": "sent_more=A"}, {"where": "bias_type=gender"}])
def test_columns_and_rows_are_chosen_by_names_in_the_first_line(choice: dict[str, str]) -> None:
    with pytest.raises(InputError, match=r"a first line with the names .* got 'She\., He\.'"):
        pasted("s_jsd", "She.\tHe.", **choice)


CELLS = st.text(st.characters(exclude_categories=["Cs", "Cc", "Z"]), min_size=1, max_size=20)


@given(st.lists(st.tuples(CELLS, CELLS, CELLS), min_size=1, max_size=5), st.sampled_from("\t,"))
def test_what_a_spreadsheet_writes_is_read_back(
    rows: list[tuple[str, str, str]], delimiter: str
) -> None:
    names = tuple(spec_of("dcbm").columns)
    buffer = StringIO()
    if delimiter == "\t":
        buffer.writelines("\t".join(row) + "\n" for row in (names, *rows))
    else:
        csv.writer(buffer).writerows([names, *rows])
    found = columns_of("dcbm", buffer.getvalue())
    columns = zip(names, zip(*rows, strict=True), strict=True)
    assert found == {name: list(column) for name, column in columns}


@given(st.text(max_size=200))
def test_no_text_ends_in_anything_but_rows_or_a_message(text: str) -> None:
    with suppress(EquimaskError):
        found = pasted("mbe", text)
        assert found is None or len({len(cells) for cells in found.columns.values()}) == 1


def test_counts_are_a_third_column_that_may_be_left_out() -> None:
    words = {"word": ["bold", "kind"], "gender": ["male", "female"]}
    for text in (
        "bold\tmale\t7\nkind\tfemale\t0",
        "count\tword\tgender\n7\tbold\tmale\n0\tkind\tfemale",
    ):
        assert columns_of("latent_pmi", text) == {**words, "count": [7, 0]}
    for text in ("bold\tmale\nkind\tfemale", "gender,word\nmale,bold\nfemale,kind"):
        assert columns_of("latent_pmi", text) == words
    named = columns_of("latent_pmi", "word\tgender\tn\nbold\tmale\t7", columns="count=n")
    assert named["count"] == [7]


@pytest.mark.parametrize(
    ("metric", "text", "message"),
    [
        ("s_jsd", "only one cell", "2 cells in every row.* but got 1 in line 1: 'only one cell'"),
        ("s_jsd", "a,b\nWell, she cooks.,c", "but got 3 in line 2"),
        ("s_jsd", "a\tb\n\n\nc\t\n", "1 to 500 characters .* but got 0 in line 4, sent_less"),
        ("s_jsd", "a\t" + "b" * (MAX_CHARACTERS + 1), "but got 501 in line 1, sent_less"),
        ("s_jsd", "sent_more\tsentless\na\tb", "no column 'sent_less'. Did you mean 'sentless'"),
        ("s_jsd", "sent_more\tsent_more\tsent_less\na\tb\tc", "one column 'sent_more' in 'the"),
        ("s_jsd", "A_x\tB_x\tid\na\tb\t1", "got 3 in line 1.*name all of them in the first line"),
        ("s_jsd", "sent_more\tsent_less\tsource\na\tb\t" + "c" * 501, "501 in line 2, source"),
        ("mbe", "sentence,gender\n", "at least one row below the names"),
        ("s_jsd", '"never closed', "unexpected end of data in line 1"),
        ("latent_pmi", "bold\tmale\tmany", "at most 12 digits .* but got 'many'"),
        ("latent_pmi", "bold\tmale\t" + "9" * 20, "at most 12 digits"),
        ("latent_pmi", "bold\tmale\t7\nkind\tfemale", "3 cells in every row"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_names_the_line(metric: str, text: str, message: str) -> None:
    with pytest.raises((InputError, DataError), match=message):
        columns_of(metric, text)


def test_too_many_rows_are_shown_the_way_to_the_command_line() -> None:
    row = "She cooks.\tHe cooks.\n"
    assert pasted("cps", row * MAX_ROWS) is not None
    with pytest.raises(
        InputError,
        match=r"at most 2,000 rows .* but got 10,000 rows. .* equimask score cps MODEL --data",
    ):
        pasted("cps", row * 10_000)


@pytest.mark.parametrize("metric", all_specs())
def test_an_example_can_be_pasted_back(metric: str) -> None:
    for language in pair_languages():
        found = columns_of(metric, example(metric, language))
        assert tuple(found)[: len(spec_of(metric).columns)] == tuple(spec_of(metric).columns)
        assert len(set(zip(*found.values(), strict=True))) >= 8
        if "gender" in found:
            assert set(found["gender"]) == {"male", "female"}
