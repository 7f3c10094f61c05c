"""The note says what is what, and says it only where it is so."""

from __future__ import annotations

from dataclasses import replace

import pytest

from equimask.audits.numbers import Number, numbers_of
from equimask.reports.tables.sheets import sheet
from tests.reports.html.fake_audit import fake_audit


def note_of(numbers: list[Number], layout: str | None = None) -> str:
    return " ".join(sheet(numbers, layout).notes)


@pytest.fixture
def two() -> list[Number]:
    audit = fake_audit(("de", "fi"), models=("a/one@11", "b/two@22"), baseline="b/two@22")
    return numbers_of(audit)


def test_models_data_and_version_stand_by_their_signed_names(two: list[Number]) -> None:
    note = note_of(two)
    assert "Models: a/one@11, b/two@22 (baseline)." in note
    assert "Data: equimask_pairs@99887766aabb (German, Finnish)." in note
    assert "Equimask 0.1.0." in note
    assert "n: 111 rows, 1 skipped." in note
    assert "unit token; protocol corrected; dtype float32" in note


def test_directions_are_those_of_the_measures_that_are_shown(two: list[Number]) -> None:
    note = note_of(two)
    assert "For S_JSD, negative: the stereotypical sentence is preferred." in note
    assert "For binarised S_JSD, CPS, AULA, AUL, above 50" in note
    some = [one for one in two if one.measure == "cps"]
    assert "S_JSD" not in note_of(some) and "For CPS, above 50" in note_of(some)


def test_the_level_of_intervals_comes_from_the_signatures(two: list[Number]) -> None:
    assert note_of(two[:3], "numbers").startswith("Intervals: 95 %.")
    signature = f"{two[0].result.signature}|confidence_level:0.9"
    other = replace(two[0], result=replace(two[0].result, signature=signature))
    assert note_of([other, two[2]], "numbers").startswith("Intervals: 90 % (S_JSD); 95 % (CPS).")


def test_ranks_hold_at_the_level_of_the_audit_and_not_at_that_of_balanced_draws(
    two: list[Number],
) -> None:
    some = [one for one in two if one.measure == "mbe"]
    balanced = [
        replace(one, result=replace(one.result, details={"balanced_draws": [1.0]})) for one in some
    ]
    assert note_of(balanced, "numbers").startswith("Intervals: 99 %.")
    assert "contradicts, at 95 % for all models" in note_of(balanced, "models")


def test_what_is_not_there_is_not_explained(two: list[Number]) -> None:
    plain = [
        replace(one, rank=None, result=replace(one.result, null=None, null_stderr=None))
        for one in two
        if one.measure == "cps" and not one.verdict.is_finding
    ]
    note = note_of(plain)
    for word in ("Null", "Rank", "Bold", "hardly knows"):
        assert word not in note


def test_bold_is_told_with_its_control(two: list[Number]) -> None:
    found = [replace(one, verdict=one.shown.above) for one in two if one.measure == "cps"]
    assert "false-discovery control" in note_of(found)
    alone = [replace(one, in_audit=False) for one in found]
    assert "at 5 %, each score by itself" in note_of(alone)
    assert "no part of an audit" in note_of([found[0], alone[1]])


def test_other_rows_for_another_model_are_told(two: list[Number]) -> None:
    german = [one for one in two if (one.place.key, one.measure) == ("de", "cps")]
    assert "Not the same rows" not in note_of(german)
    signature = german[1].result.signature.replace("99887766aabb", "000000000000")
    changed = replace(german[1], result=replace(german[1].result, signature=signature))
    assert "Not the same rows for all models: German CPS." in note_of([german[0], changed])


def test_a_choice_that_holds_for_some_says_for_which(two: list[Number]) -> None:
    signature = f"{two[2].result.signature}|likelihood:norm_aula"
    changed = replace(two[2], result=replace(two[2].result, signature=signature))
    assert "likelihood norm_aula (CPS)" in note_of([two[0], changed])
