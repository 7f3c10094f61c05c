"""The tables of scores: what matters first, every number as the audit has it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from equimask.audits.results import Audit
from equimask.metrics import measure_of
from equimask.reports.digits import decimals_of, interval, number
from equimask.reports.html.keys import signature_key
from equimask.reports.html.numbers import number_sheet, numbers_of_place
from equimask.reports.html.views import Entry, Sheet
from equimask.reports.terminal import p_text
from tests.reports.html.document import text_of
from tests.reports.html.fake_audit import fake_audit


def named(sheet: Sheet) -> list[dict[str, str]]:
    columns = [column.name for column in sheet.columns]
    return [dict(zip(columns, map(text_of, row), strict=True)) for row in sheet.rows]


def test_what_matters_most_stands_first() -> None:
    one = number_sheet(fake_audit(("de", "fi"), ("cps",), baseline=None), "cps")
    assert [column.name for column in one.columns][:7] == [
        "language", "score", "interval", "preferred", "q", "n", "mde ±",
    ]  # fmt: skip
    two = number_sheet(fake_audit(("de", "fi"), ("cps",)), "cps")
    assert [column.name for column in two.columns][:3] == ["language", "model", "score"]


@pytest.mark.parametrize("measure", ["s_jsd", "b_s_jsd", "mbe"])
def test_every_number_is_the_audits(audit: Audit, measure: str) -> None:
    sheet = number_sheet(audit, measure)
    rows = iter(zip(sheet.rows, named(sheet), strict=True))
    for place in audit.places:
        for key in audit.model_keys:
            cell = audit.cell(place, measure, key)
            entries, row = next(rows)
            assert cell is not None
            result, factor = cell.result, measure_of(measure).factor
            digits = decimals_of(result, factor)
            assert (row["language"], row["model"]) == (place.name, key)
            assert row["score"] == number(result.value, factor, digits)
            assert row["interval"] == interval(result, factor, " to ")
            assert row["q"] == p_text(cell.q_value) and row["n"] == str(result.n)
            assert row["null"] == number(result.null, factor, digits)
            assert row["mde ±"] == number(result.mde, factor, digits)
            assert row["preferred"] == cell.verdict.short
            assert row["skipped"] == "1 identical" and row["ties"] == "1"
            score = entries[2]
            assert isinstance(score, Entry) and score.link == signature_key(audit, cell)
            assert score.value == pytest.approx(factor * result.value)
    assert next(rows, None) is None


def test_one_place_has_one_table_of_all_measures() -> None:
    audit = fake_audit(("de",), ("s_jsd", "cps", "sbm"), baseline=None, reliability=False)
    rows = named(numbers_of_place(audit))
    assert [row["measure"] for row in rows] == ["S_JSD, × 10⁻³", "CPS, %", "SBM, %"]
    # the contrast of S_JSD has another scale than the others
    assert rows[0]["contrast"].endswith("·10³") and not rows[1]["contrast"].endswith("·10³")


def test_a_p_that_is_not_read_is_not_sorted_by() -> None:
    audit = fake_audit(("de", "fi"), ("mbe",), baseline=None, calibrate=False)
    cells = tuple(replace(c, result=replace(c.result, p_value=0.001)) for c in audit.cells)
    sheet = number_sheet(replace(audit, cells=cells), "mbe")
    place = [column.name for column in sheet.columns].index("p")
    assert [row[place] for row in sheet.rows] == ["–", "–"]


def test_many_rows_of_several_models_can_be_chosen_from() -> None:
    few = number_sheet(fake_audit(("de", "fi"), ("cps",)), "cps")
    many = number_sheet(fake_audit(measures=("cps",)), "cps")
    assert not any(column.chosen for column in few.columns)
    assert [column.name for column in many.columns if column.chosen] == ["language", "model"]
