"""Categories: marked beyond chance, and read from what they were tested against."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from equimask.audits.places import packaged_place
from equimask.audits.results import Audit, Part
from equimask.reports.html import categories
from equimask.reports.html.categories import category_views
from tests.reports.html.fake_audit import fake_audit
from tests.reports.html.recording_axes import Axes


def test_categories_mark_what_is_beyond_chance(audit: Audit) -> None:
    def part(name: str, value: float, q_value: float) -> Part:
        return Part(name, 8, value, 0.0, None, None, q_value, q_value, None)

    cell = replace(
        audit.cells[0], by_category=(part("care", 0.002, 0.01), part("sport", -0.001, 1))
    )
    (view,) = category_views(
        replace(audit, cells=(cell,), places=(packaged_place("ar"),), measures=("s_jsd",))
    )
    assert view.sheets[0].rows == (("care", "2.0*"), ("sport", "-1.0"))
    assert "Filled signs, 1 of 2" in view.picture.description


def test_a_calibrated_category_leans_from_its_null(audit: Audit) -> None:
    """Above neutral and below the null, it is the null that was tested."""
    part = Part("care", 8, 55.0, 50.0, None, None, 0.01, 0.01, None, null=70.0)
    cell = replace(audit.cells[1], by_category=(part,))
    assert cell.measure == "b_s_jsd"
    calibrated = replace(
        audit, cells=(cell,), places=(packaged_place("ar"),), measures=("b_s_jsd",)
    )
    (view,) = category_views(calibrated)
    assert "from its null, at most 15.0" in view.picture.description
    assert [sheet.rows for sheet in view.sheets] == [(("care", "55.0*"),), (("care", "70.0"),)]
    axes = Axes()
    categories._paint_signs(axes, [cell], ["care"], 15.0)
    ((_, (_, _, marker), _),) = axes.drawn
    assert marker == "s"  # a square: away from the claim


def test_categories_of_a_measure_that_is_not_read_have_no_empty_figure() -> None:
    given: dict[str, Any] = {"baseline": None, "reliability": False}
    plain = fake_audit(("de",), ("cps", "mbe"), calibrate=False, **given)
    assert [view.picture.key for view in category_views(plain)] == ["categories-cps"]
    calibrated = fake_audit(("de",), ("mbe",), **given)
    assert [view.picture.key for view in category_views(calibrated)] == ["categories-mbe"]
