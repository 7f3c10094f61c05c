"""Forests say in words what they show; bars and nulls stand where their numbers are."""

from __future__ import annotations

from typing import Any

import pytest

import equimask
from equimask.audits.results import Audit
from equimask.core.bars import Bar, Null, Series, paint_bars, paint_nulls
from equimask.core.drawing import BLUE
from equimask.metrics import measure_of
from equimask.reports.html import forest as module
from equimask.reports.html.forest import forest, forest_of_measures
from equimask.reports.standardised import standardised
from tests.reports.html.fake_audit import fake_audit
from tests.reports.html.recording_axes import Axes


@pytest.fixture
def series(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What is painted: labels, series and line of every figure."""
    found: list[Any] = []
    monkeypatch.setattr(module, "paint_bars", lambda axes, *what: found.append(what))
    return found


def test_a_forest_names_its_extremes_and_its_neutral_point(audit: Audit) -> None:
    described = forest(audit, "s_jsd").description
    cells = [cell for cell in audit.cells if cell.measure == "s_jsd"]
    low, high = (pick(cells, key=lambda c: c.result.value) for pick in (min, max))
    assert (
        f"Lowest: {low.place.name} ({low.model}), {1e3 * low.result.value:.1f}; "
        f"highest: {high.place.name} ({high.model}), {1e3 * high.result.value:.1f}."
    ) in described
    assert "The dotted line is the neutral point, 0." in described
    assert "Circles are lab/tiny-bert, squares lab/other-bert." in described
    # the twins of MBE differ by language: no common line
    assert "dotted line" not in forest(audit, "mbe").description


def test_all_models_stand_in_every_line_with_their_nulls(audit: Audit, series: Any) -> None:
    forest(audit, "s_jsd").paint(Axes())
    ((labels, drawn, line),) = series
    assert (labels, line) == (["Arabic", "German"], 0.0)
    assert [one.name for one in drawn] == list(audit.model_keys)
    assert len({(one.colour, one.marker) for one in drawn}) == 2
    for one in drawn:
        for place, bar, null in zip(audit.places, one.bars, one.nulls, strict=True):
            cell = audit.cell(place, "s_jsd", one.name)
            assert cell is not None and cell.result.null is not None and bar is not None
            assert bar.value == pytest.approx(1e3 * cell.result.value)
            assert bar.sure == cell.verdict.is_finding
            assert null is not None and null.value == pytest.approx(1e3 * cell.result.null)


def test_one_place_shows_all_measures_on_one_scale(series: Any) -> None:
    audit = fake_audit(("de",), ("s_jsd", "cps", "mbe"), baseline=None, reliability=False)
    forest_of_measures(audit).paint(Axes())
    ((labels, (only,), line),) = series
    assert (labels, line) == (["S_JSD", "CPS", "MBE"], 0.0)
    for cell, bar in zip(audit.cells, only.bars, strict=True):
        result = cell.result
        expected = standardised(measure_of(cell.measure), result, result.value)
        assert bar.value == pytest.approx(expected)
        assert bar.low <= bar.value <= bar.high  # also where a lower score is more of the claim


def test_one_place_tells_its_numbers_in_their_own_unit() -> None:
    audit = fake_audit(("de",), ("s_jsd", "mbe"), baseline=None, calibrate=False)
    svg = forest_of_measures(audit).svg
    s_jsd, mbe = (cell.result for cell in audit.cells)
    assert f">{1e3 * s_jsd.value:.1f} (" in svg and "× 10⁻³</text>" in svg
    assert f">{mbe.value:.1f} (" in svg  # without a start it has its number and no bar


def test_a_figure_for_a_notebook_has_all_models(audit: Audit) -> None:
    figure = audit.plot("cps" if "cps" in audit.measures else "s_jsd")
    assert [text.get_text() for text in figure.legends[0].get_texts()] == [
        "tiny-bert",
        "other-bert",
    ]
    assert [text.get_text() for text in figure.axes[0].get_yticklabels()] == ["Arabic", "German"]
    with pytest.raises(equimask.EquimaskError, match="s_jsd"):
        audit.plot("s_jd")


def test_bars_show_value_interval_and_certainty() -> None:
    axes = Axes()
    bars = [Bar(1.0, 0.5, 1.5, True), None, Bar(2.0, None, None, False)]
    paint_bars(axes, ["a", "b", "c"], [Series("s", BLUE, "o", bars)], 0.0)
    lines, sure, unsure = (call for call in axes.drawn if call[0] == "plot")
    assert lines[1] == ([0.5, 1.5, None], [0.0, 0.0, None])
    assert sure[1][:2] == ((1.0,), (0.0,)) and sure[2]["markerfacecolor"] == BLUE
    assert unsure[1][:2] == ((2.0,), (2.0,)) and unsure[2]["markerfacecolor"] == "white"
    assert axes.drawn[0][:2] == ("axvline", (0.0,))


def test_a_series_without_a_bar_takes_no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("equimask.core.bars.explain", lambda *what: None)
    axes = Axes()
    bar = Bar(1.0, None, None, True)
    series = [Series("s", BLUE, "o", [bar, None]), Series("t", BLUE, "o", [bar, bar])]
    paint_bars(axes, ["a", "b"], series, None)
    first, second = (call[1][1] for call in axes.drawn if call[0] == "plot" and call[1][0])
    assert first[0] < 0 < second[0] == -first[0]  # together around the label of their row
    assert second[1] == 1.0  # alone in its row, beside the label


def test_a_null_is_a_band_of_its_error() -> None:
    axes = Axes()
    paint_nulls(axes, [None, Null(50.0, 2.0)])
    (_, (rows, width), options), *_ = axes.drawn
    assert (rows, width, options["left"]) == ([1.0], [4.0], [48.0])


def test_without_nulls_there_is_no_band() -> None:
    axes = Axes()
    paint_nulls(axes, [None, None])
    assert axes.drawn == []
