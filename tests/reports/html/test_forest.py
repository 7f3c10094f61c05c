"""Forests say in words what they show; bars and nulls stand where their numbers are."""

from __future__ import annotations

from equimask.audits.results import Audit
from equimask.core.drawing import BLUE
from equimask.reports.digits import decimals_of
from equimask.reports.html.forest import (
    Bar,
    Null,
    Series,
    direction_views,
    forest,
    paint_bars,
    paint_nulls,
)
from tests.reports.html.fake_audit import fake_audit
from tests.reports.html.recording_axes import Axes


def test_a_forest_names_its_extremes_and_its_neutral_point(audit: Audit) -> None:
    described = forest(audit, "s_jsd").description
    arabic, german = (audit.cell(language, "s_jsd") for language in ("ar", "de"))
    assert arabic is not None and german is not None
    ends = sorted((1e3 * cell.result.value, cell.place.key) for cell in (arabic, german))
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
    digits = decimals_of(cell.by_direction[0], 1e3)
    assert shown == f"{1e3 * cell.by_direction[0].null:.{digits}f}"
    assert "differ from their null" in view.picture.description
    plain = fake_audit(("de",), ("cps",), baseline=None, calibrate=False, reliability=False)
    (view,) = direction_views(plain)
    assert "null" not in [column.name for column in view.sheets[0].columns]
    assert "differ from their neutral point" in view.picture.description


def test_bars_show_value_interval_and_certainty() -> None:
    axes = Axes()
    bars = [Bar(1.0, 0.5, 1.5, True), None, Bar(2.0, None, None, False)]
    paint_bars(axes, ["a", "b", "c"], [Series("s", BLUE, "o", bars)], 0.0)
    lines, sure, unsure = (call for call in axes.drawn if call[0] == "plot")
    assert lines[1] == ([0.5, 1.5, None], [0.0, 0.0, None])
    assert sure[1][:2] == ((1.0,), (0.0,)) and sure[2]["markerfacecolor"] == BLUE
    assert unsure[1][:2] == ((2.0,), (2.0,)) and unsure[2]["markerfacecolor"] == "white"
    assert axes.drawn[0][:2] == ("axvline", (0.0,))


def test_a_null_is_a_band_of_its_error() -> None:
    axes = Axes()
    paint_nulls(axes, [None, Null(50.0, 2.0)])
    (_, (rows, width), options), *_ = axes.drawn
    assert (rows, width, options["left"]) == ([1], [4.0], [48.0])


def test_a_bar_may_have_a_null_of_its_own() -> None:
    axes = Axes()
    bars = [Bar(1.0, None, None, True, null=3.0), Bar(2.0, None, None, True)]
    paint_bars(axes, ["a", "b"], [Series("s", BLUE, "o", bars)], None)
    strokes = [call[1] for call in axes.drawn if call[0] == "plot" and "|" in call[1]]
    assert strokes == [((3.0,), (0.0,), "|")]
