"""Bars and nulls stand where their numbers are."""

from __future__ import annotations

from equimask.core.drawing import BLUE
from equimask.reports.html.intervals import Bar, Null, Series, paint_bars, paint_nulls
from tests.reports.html.recording_axes import Axes


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
