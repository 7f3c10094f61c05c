"""Control pairs in the form of the rows that they control."""

from __future__ import annotations

import pytest

from equimask.core.errors import DataError, InputError
from equimask.core.schema import HIDDEN, MASK
from equimask.gender.controls import NAMES, NEUTRAL, PER_ROW
from equimask.gender.lexicon.records import load_names
from equimask.inputs.controls import control_rows
from equimask.inputs.forms import rows_of
from equimask.inputs.packaged import packaged_table
from equimask.inputs.pairs import pair_languages
from equimask.metrics import spec_of

PAIRS = {
    "sent_more": ["Anna kocht.", "Mein Onkel liest.", "Heute singt Peter."],
    "sent_less": ["Peter kocht.", "Meine Tante liest.", "Heute singt Laura."],
}


def test_neutral_pairs_keep_the_side_of_each_name() -> None:
    made = control_rows("pairs", PAIRS, "de", NEUTRAL)
    assert made.rows == [0] * PER_ROW + [2] * PER_ROW
    assert made.left_out == {1: "no_name"}
    assert made.columns["sent_more"][0] == "Anna wartete an der Ecke auf den Bus."
    assert made.columns["sent_less"][0] == "Peter wartete an der Ecke auf den Bus."
    assert all("Peter" in text for text in made.columns["sent_more"][PER_ROW:])
    assert all("Laura" in text for text in made.columns["sent_less"][PER_ROW:])


def test_name_pairs_keep_the_sentence() -> None:
    made = control_rows("pairs", PAIRS, "de", NAMES)
    more, less = made.columns["sent_more"], made.columns["sent_less"]
    assert more[:2] == ["Anna kocht."] * 2
    assert less[0] == "Laura kocht."  # the rows' own names come first
    assert less[2:4] == ["Peter kocht."] * 2


def test_whoever_knows_another_gender_is_not_contradicted() -> None:
    columns = {**PAIRS, "gender_more": ["male", "", ""]}
    made = control_rows("pairs", columns, "de", NEUTRAL)
    assert made.left_out == {0: "other_gender", 1: "no_name"}


def test_sides_have_the_male_version_first() -> None:
    sides = {"male": ["Peter kocht.", "Anna kocht."], "female": ["Anna kocht.", "Peter kocht."]}
    made = control_rows("sides", sides, "de", NEUTRAL)
    assert made.left_out == {1: "other_gender"}
    assert all(text.startswith("Peter") for text in made.columns["male"])


def test_what_agrees_is_hidden_beside_a_mask() -> None:
    masks = {
        "masked_sentence": [f"{MASK} {HIDDEN} в саду.", f"{MASK} спит."],
        "male_word": ["Иван", "он"],
        "female_word": ["Анна", "она"],
    }
    made = control_rows("masks", masks, "ru", NEUTRAL)
    assert made.left_out == {1: "no_name"}
    assert {*made.columns["male_word"]} == {"Иван"}
    assert all(text.count(MASK) == 1 for text in made.columns["masked_sentence"])
    assert f"{MASK} {HIDDEN} зонт в поезде." in made.columns["masked_sentence"]
    same = control_rows("masks", masks, "ru", NAMES)
    assert {*same.columns["masked_sentence"]} == {f"{MASK} {HIDDEN} в саду."}
    gender, words = load_names("ru"), ("male_word", "female_word")
    pairs = list(zip(*(same.columns[name] for name in words), strict=True))
    assert [(gender[one], gender[other]) for one, other in pairs] == [
        ("male", "male"), ("male", "male"), ("female", "female"), ("female", "female"),
    ]  # fmt: skip


@pytest.mark.parametrize("kind", [NEUTRAL, NAMES])
@pytest.mark.parametrize("language", pair_languages())
def test_packaged_rows_of_all_forms_have_the_same_controls(language: str, kind: str) -> None:
    table = packaged_table(language)
    made = [
        control_rows(spec_of(name).rows_from, rows_of(spec_of(name), table).columns, language, kind)
        for name in ("cps", "sbm", "dcbm")
    ]
    n = len(table.columns["id"])
    for one in made:
        assert len({*one.rows}) >= n / 2
        assert {*one.rows}.isdisjoint(one.left_out)
        assert len({*one.rows}) + len(one.left_out) == n
        assert {len(column) for column in one.columns.values()} == {len(one.rows)}
    assert {*made[0].rows} == {*made[1].rows} == {*made[2].rows}


def test_rows_without_a_language_are_refused() -> None:
    with pytest.raises(InputError, match=r"the language of the rows.*--language de"):
        control_rows("pairs", PAIRS, None, NEUTRAL)


def test_names_alone_do_where_there_are_no_contexts() -> None:
    pairs = {"sent_more": ["Anna kookt."], "sent_less": ["Albert kookt."]}
    assert len(control_rows("pairs", pairs, "nl", NAMES).rows) == PER_ROW
    with pytest.raises(DataError, match="neutral contexts"):
        control_rows("pairs", pairs, "nl", NEUTRAL)
