"""What a visitor pastes, and the example that can be pasted."""

from __future__ import annotations

import csv
from contextlib import suppress
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from equimask.core.errors import InputError
from equimask.inputs.pairs import pair_languages
from equimask.metrics import all_specs, spec_of
from equimask.space.pasted import MAX_CHARACTERS, MAX_ROWS, Pasted, example, read_pasted

COLUMNS = {"sent_more": ["She cooks.", "He leads."], "sent_less": ["He cooks.", "She leads."]}


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
    assert read_pasted("s_jsd", text) == Pasted(COLUMNS, None)


@pytest.mark.parametrize("text", ["", " \n\t\n \r\n", "\ufeff", ",,\n,"])
def test_white_space_is_nothing(text: str) -> None:
    assert read_pasted("cps", text) is None


def test_a_cell_between_quotes_may_hold_commas_and_line_breaks() -> None:
    text = '"Well, she\ncooks.","He said ""no""."\nno comma,here\n'
    found = read_pasted("s_jsd", text)
    assert found is not None
    assert found.columns["sent_more"] == ["Well, she\ncooks.", "no comma"]
    assert found.columns["sent_less"] == ['He said "no".', "here"]


def test_a_sheet_with_tabs_keeps_its_commas_and_quotes() -> None:
    found = read_pasted("sbm", 'He said, "no".\tShe said, "no".')
    assert found is not None
    assert found.columns == {"male": ['He said, "no".'], "female": ['She said, "no".']}


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
    found = read_pasted("dcbm", buffer.getvalue())
    assert found is not None
    columns = zip(names, zip(*rows, strict=True), strict=True)
    assert found.columns == {name: list(column) for name, column in columns}


@given(st.text(max_size=200))
def test_no_text_ends_in_anything_but_rows_or_a_message(text: str) -> None:
    with suppress(InputError):
        found = read_pasted("mbe", text)
        assert found is None or len(found.columns["sentence"]) == len(found.columns["gender"]) > 0


def test_counts_are_a_third_column_that_may_be_left_out() -> None:
    words = {"word": ["bold", "kind"], "gender": ["male", "female"]}
    for text in (
        "bold\tmale\t7\nkind\tfemale\t0",
        "count\tword\tgender\n7\tbold\tmale\n0\tkind\tfemale",
    ):
        assert read_pasted("latent_pmi", text) == Pasted(words, [7, 0])
    for text in ("bold\tmale\nkind\tfemale", "gender,word\nmale,bold\nfemale,kind"):
        assert read_pasted("latent_pmi", text) == Pasted(words, None)


@pytest.mark.parametrize(
    ("metric", "text", "message"),
    [
        ("s_jsd", "only one cell", "2 cells in every row.* but got 1 in line 1: 'only one cell'"),
        ("s_jsd", "a,b\nWell, she cooks.,c", "but got 3 in line 2"),
        ("s_jsd", "a\tb\n\n\nc\t\n", "1 to 500 characters .* but got 0 in line 4, sent_less"),
        ("s_jsd", "a\t" + "b" * (MAX_CHARACTERS + 1), "but got 501 in line 1, sent_less"),
        ("s_jsd", "sent_more\tsentless\na\tb", "without 'sent_less'. Did you mean 'sentless'"),
        ("mbe", "sentence,gender\n", "at least one row below the names"),
        ("s_jsd", '"never closed', "unexpected end of data in line 1"),
        ("latent_pmi", "bold\tmale\tmany", "at most 12 digits .* but got 'many'"),
        ("latent_pmi", "bold\tmale\t" + "9" * 20, "at most 12 digits"),
        ("latent_pmi", "bold\tmale\t7\nkind\tfemale", "3 cells in every row"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_names_the_line(metric: str, text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_pasted(metric, text)


def test_too_many_rows_are_shown_the_way_to_the_command_line() -> None:
    row = "She cooks.\tHe cooks.\n"
    assert read_pasted("cps", row * MAX_ROWS) is not None
    with pytest.raises(
        InputError,
        match=r"at most 2,000 rows .* but got 10,000 rows. .* equimask score cps MODEL --data",
    ):
        read_pasted("cps", row * 10_000)


@pytest.mark.parametrize("metric", all_specs())
def test_an_example_can_be_pasted_back(metric: str) -> None:
    for language in pair_languages():
        found = read_pasted(metric, example(metric, language))
        assert found is not None
        assert tuple(found.columns) == tuple(spec_of(metric).columns)
        assert len(set(zip(*found.columns.values(), strict=True))) >= 8
        if "gender" in found.columns:
            assert set(found.columns["gender"]) == {"male", "female"}
