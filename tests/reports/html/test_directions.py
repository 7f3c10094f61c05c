"""Stereotypes about men and about women, each against its own null."""

from __future__ import annotations

from equimask.audits.results import Audit
from equimask.reports.html.directions import direction_views
from tests.reports.html.fake_audit import fake_audit


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
