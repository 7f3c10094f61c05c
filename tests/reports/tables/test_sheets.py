"""What stands in which cell, and what is refused."""

from __future__ import annotations

from dataclasses import replace

import pytest

from equimask.audits.numbers import Number, numbers_of
from equimask.core.errors import DataError, OptionError
from equimask.core.verdicts import Verdict
from equimask.reports.tables.sheets import Entry, sheet, told_apart
from tests.reports.html.fake_audit import fake_audit

MODELS = ("a/one@11", "b/two@22", "c/three@33")


@pytest.fixture
def three() -> list[Number]:
    audit = fake_audit(("de", "fi"), ("s_jsd", "cps", "mbe"), models=MODELS, baseline=None)
    return numbers_of(audit)


def number_like(some: list[Number], **changes: object) -> Number:
    return replace(some[0], result=replace(some[0].result, **changes))  # type: ignore[arg-type]


def test_one_model_has_a_line_for_each_number() -> None:
    made = sheet(numbers_of(fake_audit(("de", "fi"), ("s_jsd", "cps"), baseline=None)))
    [span] = made.spans
    assert span.columns == ("score", "interval", "null", "q", "n", "preferred")
    assert [(group.heading, [row.label for row in group.rows]) for group in made.groups] == [
        ("S_JSD, × 10⁻³ (neutral 0)", ["German", "Finnish"]),
        ("CPS, % (neutral 50)", ["German", "Finnish"]),
    ]


def test_several_models_stand_side_by_side_with_nulls_and_ranks(three: list[Number]) -> None:
    made = sheet(three)
    assert [span.heading for span in made.spans] == ["a/one", "b/two", "c/three"]
    assert {span.columns for span in made.spans} == {("score", "null", "rank")}
    ranks = [cells[2] for cells in made.groups[0].rows[0].cells]
    assert sorted(int(entry.text) for entry in ranks) == [1, 2, 3]
    assert Entry("2", " (1–3)") in ranks


def test_measures_side_by_side_have_models_below_each_other(three: list[Number]) -> None:
    made = sheet(three, "measures")
    assert [span.heading for span in made.spans] == ["s_jsd·10³", "cps %", "mbe %"]
    assert [group.heading for group in made.groups] == ["a/one", "b/two", "c/three"]


def test_a_score_has_the_digits_that_its_error_leaves(three: list[Number]) -> None:
    one = number_like(three, value=-0.0123456, stderr=0.00042, null=0.00123456)
    row = sheet([one, replace(one, model="b")]).groups[0].rows[0]
    assert row.cells[0][:2] == (Entry("-12.35", " ± 0.42", row.cells[0][0].bold), Entry("1.23"))


def test_without_an_error_the_interval_stands_in_its_place(three: list[Number]) -> None:
    one = number_like(three, value=0.01, stderr=None, ci_low=0.002, ci_high=0.018)
    entry = sheet([one, replace(one, model="b")]).groups[0].rows[0].cells[0][0]
    assert (entry.text, entry.rest) == ("10.0", " [2.0, 18.0]")


@pytest.mark.parametrize(
    ("verdict", "mark", "word"),
    [
        (Verdict.UNCALIBRATED, "u", "not calibrated"),
        (Verdict.TOO_FEW, "f", "too few"),
        (Verdict.EQUIVALENT, "e", "equivalent"),
    ],
)
def test_a_mark_is_told_below(three: list[Number], verdict: Verdict, mark: str, word: str) -> None:
    made = sheet([replace(three[0], verdict=verdict), three[1]])
    marks = {entry.marks for entry in made.entries}
    assert mark in marks and any(note.startswith(f"{mark}: {word}") for note in made.notes)


def test_ranks_are_not_shown_beside_models_that_were_not_ranked(three: list[Number]) -> None:
    other = replace(three[0], model="elsewhere", rank=None)
    assert {name for span in sheet([*three, other]).spans for name in span.columns} == {
        "score",
        "null",
    }


def test_ranks_of_two_audits_do_not_stand_side_by_side(three: list[Number]) -> None:
    others = [
        replace(one, model=f"x/{one.model}", ranked_with=tuple(f"x/{m}" for m in one.ranked_with))
        for one in three
    ]
    assert _columns(three) == _columns(others) == {"score", "null", "rank"}
    assert _columns([*three, *others]) == {"score", "null"}
    elsewhere = [replace(one, place=replace(one.place, key=f"x {one.place.key}")) for one in others]
    assert "rank" in _columns([*three, *elsewhere])  # of other rows


def _columns(numbers: list[Number]) -> set[str]:
    return {name for span in sheet(numbers).spans for name in span.columns}


def test_models_that_share_a_key_are_told_apart_by_what_they_are(three: list[Number]) -> None:
    other = replace(three[0], signed="a/one@99")
    assert {one.model for one in told_apart([three[0], other])} == {"a/one@11", "a/one@99"}


def test_the_same_number_twice_is_one_and_another_in_its_place_is_refused(
    three: list[Number],
) -> None:
    assert sheet([three[0], three[0]]).groups == sheet([three[0]]).groups
    with pytest.raises(DataError, match=r"one number for a model.*got two of a/one, S_JSD, German"):
        sheet([three[0], number_like(three, value=0.5)])


def test_a_missing_number_is_a_dash(three: list[Number]) -> None:
    made = sheet([one for one in three if (one.model, one.place.key) != ("b/two", "fi")])
    assert {entry.text for entry in made.groups[0].rows[1].cells[1]} == {"–"}


def test_no_numbers_and_unknown_layouts_are_refused(three: list[Number]) -> None:
    with pytest.raises(DataError, match="at least one number"):
        sheet([])
    with pytest.raises(OptionError, match="Did you mean 'models'"):
        sheet(three, "model")
