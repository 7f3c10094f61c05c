"""Categories and directions: marked beyond chance, and read from what they were tested against."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from equimask.audits.places import packaged_place
from equimask.audits.results import Audit, Part
from equimask.reports.digits import decimals_of
from equimask.reports.html.categories import category_views
from equimask.reports.html.directions import direction_views
from equimask.reports.html.views import Entry
from tests.reports.html.document import text_of
from tests.reports.html.fake_audit import fake_audit


def texts(row: tuple[str | Entry, ...]) -> tuple[str, ...]:
    return tuple(map(text_of, row))


def test_categories_mark_what_is_beyond_chance(audit: Audit) -> None:
    def part(name: str, value: float, q_value: float) -> Part:
        return Part(name, 8, value, 0.0, value - 0.001, value + 0.001, q_value, q_value, None)

    cell = replace(
        audit.cells[0], by_category=(part("care", 0.002, 0.01), part("sport", -0.001, 1))
    )
    (view,) = category_views(
        replace(audit, cells=(cell,), places=(packaged_place("ar"),), measures=("s_jsd",))
    )
    (sheet,) = view.sheets
    assert [texts(row) for row in sheet.rows] == [("care", "2.00*"), ("sport", "-1.00")]
    assert "1 of 2 beyond chance" in sheet.caption
    looks = [entry.look for _, entry in sheet.rows if isinstance(entry, Entry)]
    assert looks == ["a3", "t2 quiet"]  # S_JSD above 0 is against the stereotype


def test_a_calibrated_category_leans_from_its_null(audit: Audit) -> None:
    """Above neutral and below the null, it is the null that was tested."""
    part = Part("care", 8, 55.0, 50.0, None, None, 0.01, 0.01, None, null=70.0, stderr=5.0)
    cell = replace(audit.cells[1], by_category=(part,))
    assert cell.measure == "b_s_jsd"
    calibrated = replace(
        audit, cells=(cell,), places=(packaged_place("ar"),), measures=("b_s_jsd",)
    )
    (view,) = category_views(calibrated)
    ((_, entry),) = view.sheets[0].rows
    assert isinstance(entry, Entry)
    assert (entry.text, entry.look) == ("55.0*", "a2")
    assert entry.tip == "n 8, null 70.0, q 0.010"


def test_categories_of_a_measure_that_is_not_read_have_no_empty_map() -> None:
    given: dict[str, Any] = {"baseline": None, "reliability": False}
    plain = fake_audit(("de",), ("cps", "mbe"), calibrate=False, **given)
    assert [view.title for view in category_views(plain)] == ["CPS by category"]
    calibrated = fake_audit(("de",), ("mbe",), **given)
    assert [view.title for view in category_views(calibrated)] == ["MBE by category"]


def test_every_model_has_its_categories(audit: Audit) -> None:
    for view in category_views(audit):
        assert len(view.sheets) == 2
        for sheet, key in zip(view.sheets, audit.model_keys, strict=True):
            assert f", {key}: " in sheet.caption


def test_directions_show_the_null_that_each_is_tested_against(audit: Audit) -> None:
    (sheet,) = direction_views(audit)[0].sheets
    columns = [column.name for column in sheet.columns]
    cell = audit.cell("ar", "s_jsd")
    assert cell is not None and cell.by_direction[0].null is not None
    row = dict(zip(columns, texts(sheet.rows[0]), strict=True))
    digits = decimals_of(cell.by_direction[0], 1e3)
    assert row["null"] == f"{1e3 * cell.by_direction[0].null:.{digits}f}"
    assert (row["model"], row["stereotypes"]) == ("lab/tiny-bert", "about women")
    assert row["preferred"] == cell.verdict_on(cell.by_direction[0]).short
    plain = fake_audit(("de",), ("cps",), baseline=None, calibrate=False, reliability=False)
    (view,) = direction_views(plain)
    assert "null" not in [column.name for column in view.sheets[0].columns]
