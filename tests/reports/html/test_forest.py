"""Forests say in words what they show, each direction against its own null."""

from __future__ import annotations

from equimask.audits.results import Audit
from equimask.reports.html.forest import direction_views, forest
from tests.reports.html.fake_audit import fake_audit


def test_a_forest_names_its_extremes_and_its_neutral_point(audit: Audit) -> None:
    described = forest(audit, "s_jsd").description
    arabic, german = (audit.cell(language, "s_jsd") for language in ("ar", "de"))
    assert arabic is not None and german is not None
    ends = sorted((1e3 * cell.result.value, cell.language) for cell in (arabic, german))
    names = {"ar": "Arabic", "de": "German"}
    assert (
        f"Lowest: {names[ends[0][1]]}, {ends[0][0]:.1f}; "
        f"highest: {names[ends[1][1]]}, {ends[1][0]:.1f}."
    ) in described
    assert "The dotted line is the neutral point, 0." in described
    assert "squares the baseline" in described
    # the twins of MBE differ by language: no common line
    assert "dotted line" not in forest(audit, "mbe").description


def test_directions_show_the_null_that_each_is_tested_against(audit: Audit) -> None:
    view = direction_views(audit)[0]
    columns = [column.name for column in view.sheets[0].columns]
    cell = audit.cell("ar", "s_jsd")
    assert cell is not None and cell.by_direction[0].null is not None
    shown = view.sheets[0].rows[0][columns.index("null")]
    assert shown == f"{1e3 * cell.by_direction[0].null:.1f}"
    assert "differ from their null" in view.picture.description
    plain = fake_audit(("de",), ("cps",), baseline=None, calibrate=False, reliability=False)
    (view,) = direction_views(plain)
    assert "null" not in [column.name for column in view.sheets[0].columns]
    assert "differ from their neutral point" in view.picture.description
