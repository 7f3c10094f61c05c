"""A table in the form that a metric reads, and as its authors scored it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from equimask.core.errors import DataError, InputError
from equimask.inputs.forms import can_read, readable_columns, rows_of, texts_of
from equimask.inputs.table import Table
from equimask.metrics import spec_of

PAIRS = {"sent_more": ["he a", "he b"], "sent_less": ["she a", "she b"]}
SIDES = {"male": ["Max runs.", "He is."], "female": ["Ida runs.", "She is."]}
WORDS = {"male_word": ["Max", "He"], "female_word": ["Ida", "She"]}
MASKS = {"masked_sentence": ["[MASK] runs.", "[MASK] is."], **WORDS}
BAGS = {"sentence": ["He is.", "She is."], "gender": ["male", "female"]}


def table(**columns: Any) -> Table:
    return Table("mine", columns, there=tuple(columns))


@pytest.mark.parametrize(
    ("columns", "readers"),
    [
        (PAIRS, {"s_jsd", "cps", "aul"}),
        (SIDES, {"sbm", "mbe"}),
        ({**SIDES, **WORDS}, {"sbm", "mbe", "dcbm"}),
        (MASKS, {"dcbm"}),
        (BAGS, {"mbe"}),
        ({"word": ["a"], "gender": ["male"]}, {"latent_pmi"}),
        ({"sent_more": ["a"]}, set()),
    ],
)
def test_every_metric_reads_what_it_can_make_its_columns_of(
    columns: dict[str, Any], readers: set[str]
) -> None:
    names = ("s_jsd", "cps", "aul", "sbm", "mbe", "dcbm", "latent_pmi")
    assert {name for name in names if can_read(spec_of(name), table(**columns))} == readers


def test_sides_become_bags_and_masks() -> None:
    bags = rows_of(spec_of("mbe"), table(**SIDES)).columns
    assert bags["sentence"] == [*SIDES["male"], *SIDES["female"]]
    assert bags["pair_id"] == ["0", "1", "0", "1"]
    named = rows_of(spec_of("mbe"), table(**SIDES, id=["x", 7])).columns
    assert named["pair_id"] == ["x", "7", "x", "7"]
    twice = rows_of(spec_of("mbe"), table(**SIDES, id=["x", "x"])).columns
    assert twice["pair_id"] == ["0", "1", "0", "1"]  # an id of both pairs pairs nothing
    masks = rows_of(spec_of("dcbm"), table(**SIDES, **WORDS)).columns
    assert masks["masked_sentence"] == MASKS["masked_sentence"]
    together = table(**SIDES, **WORDS, cluster=["a", "b"])
    assert rows_of(spec_of("mbe"), together).columns["cluster"] == ["a", "b", "a", "b"]
    assert rows_of(spec_of("dcbm"), together).columns["cluster"] == ["a", "b"]


@pytest.mark.parametrize("gap", [None, 7, " "])
def test_a_gap_among_sides_is_named_where_masks_are_made_of_them(gap: object) -> None:
    columns = {**SIDES, **WORDS, "female": ["Ida runs.", gap]}
    with pytest.raises(InputError, match=r"in every row of `female`, but got .* in row 1"):
        rows_of(spec_of("dcbm"), table(**columns))


def test_a_form_that_stands_there_is_taken_before_one_that_can_be_made() -> None:
    both = table(**SIDES, **BAGS)
    assert rows_of(spec_of("mbe"), both).columns["sentence"] == BAGS["sentence"]


def test_what_is_known_of_rows_comes_along() -> None:
    beside = {"gender_more": ["male", ""], "topic": ["x", "y"], "count": [1, 2]}
    assert rows_of(spec_of("cps"), table(**PAIRS, **beside)).columns == {
        **PAIRS, "gender_more": ["male", ""],
    }  # fmt: skip


PUBLISHED = {
    **PAIRS,
    "sent_more_as_published": [" he a", None],
    "sent_less_as_published": [float("nan"), "she b "],
}


def test_the_published_protocol_reads_the_text_as_its_authors_scored_it() -> None:
    cps = spec_of("cps")
    found = rows_of(cps, table(**PUBLISHED), published=True)
    assert found.columns == {"sent_more": [" he a", "he b"], "sent_less": ["she a", "she b "]}
    corrected = rows_of(cps, table(**PUBLISHED))
    assert corrected.columns == PAIRS
    assert corrected.label == rows_of(cps, table(**PAIRS)).label != found.label
    assert found.label == rows_of(cps, table(**found.columns)).label


def test_what_was_published_of_sides_and_bags_is_read_in_every_form() -> None:
    sides = {**SIDES, **WORDS, "male_as_published": ["Max runs. ", ""]}
    bags = rows_of(spec_of("mbe"), table(**sides), published=True).columns
    assert bags["sentence"][:2] == ["Max runs. ", "He is."]
    assert {"male_as_published", "sentence_as_published"} <= readable_columns()


@pytest.mark.parametrize(
    ("metric", "columns", "message"),
    [
        ("cps", {"sent_more": ["a"], "sent_les": ["b"]}, "no column 'sent_less'.*'sent_les'"),
        ("cps", {"A_x": ["a"], "B_x": ["b"]}, r"columns=\{'sent_more': NAME, 'sent_less': NAME\}"),
        ("cps", {"sent_more": ["a"], "B_x": ["b"]}, r"Name it so.*--columns sent_less=NAME\)"),
        ("cps", {"A_x": ["a"]}, "no column 'sent_more' and no column 'sent_less'.*Name them so"),
        ("cps", {"sent_less": ["b"]}, "Add 'sent_more'"),
        ("cps", {}, "no rows"),
        ("cps", {"a;b": ["1;2"]}, "separated by semicolons"),
        ("mbe", {"male": ["a"], "x": ["b"]}, "no column 'female'"),
        ("dcbm", {**SIDES, "male_word": ["a"], "x": ["b"]}, "no column 'female_word'"),
        ("mbe", {"x": ["a"]}, "the columns sentence, gender, or male, female in 'mine'"),
        ("dcbm", {"sentence": ["a"], "x": ["b"]}, r"\(--template\) makes them"),
    ],
)
def test_a_column_that_is_missing_is_named_with_how_to_name_it(
    metric: str, columns: dict[str, Any], message: str
) -> None:
    with pytest.raises(DataError, match=message):
        rows_of(spec_of(metric), table(**columns))


def test_what_a_template_makes_is_said_to_a_metric_that_reads_something_else() -> None:
    made = replace(table(**SIDES, x=["a", "b"]), template="[He|She]: {x}")
    with pytest.raises(DataError, match=r"The template makes male, female"):
        rows_of(spec_of("cps"), made)


def test_both_texts_of_a_row_can_be_shown() -> None:
    assert texts_of(table(**PAIRS)) == [("he a", "she a"), ("he b", "she b")]
    assert texts_of(table(**SIDES)) == [("Max runs.", "Ida runs."), ("He is.", "She is.")]
    assert texts_of(table(**MASKS))[0] == ("[MASK] runs.: Max", "[MASK] runs.: Ida")
    assert texts_of(table(**BAGS)) == []


@pytest.mark.parametrize("columns", [SIDES, MASKS])
def test_the_more_stereotypical_text_is_shown_first_where_it_is_known(
    columns: dict[str, Any],
) -> None:
    male_first = texts_of(table(**columns))
    labelled = texts_of(table(**columns, gender_more=["female", ""]))
    assert labelled == [male_first[0][::-1], male_first[1]]
    pairs = table(**PAIRS, **columns, gender_more=["female", "male"])
    assert texts_of(pairs) == texts_of(table(**PAIRS))
