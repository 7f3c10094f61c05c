"""Stereotype against prevalence, and bias against language quality: points where they belong."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from equimask.audits.results import Audit
from equimask.reports.html import knowledge, two_axes
from equimask.reports.html.scatter import Spot
from tests.reports.html.fake_audit import fake_audit
from tests.reports.html.recording_axes import Axes

PLAIN: dict[str, Any] = {"baseline": None, "reliability": False}


@pytest.fixture
def painted(monkeypatch: pytest.MonkeyPatch) -> list[tuple[list[Spot], tuple[Any, Any]]]:
    """The points and lines of every figure that is painted."""
    found: list[tuple[list[Spot], tuple[Any, Any]]] = []

    def record(axes: Any, spots: list[Spot], looks: Any, names: Any, lines: Any) -> None:
        found.append((spots, lines))

    for module in (two_axes, knowledge):
        monkeypatch.setattr(module, "paint_spots", record)
    return found


def test_prevalence_goes_to_the_right_and_contrast_upwards(painted: Any) -> None:
    audit = fake_audit(("ar", "de"), ("cps", "aula", "aul", "mbe"), **PLAIN)
    pictures = two_axes.two_axes(audit)
    # one of AUL and AULA, which read the same rows; none of MBE, which has no pairs
    assert [picture.key for picture in pictures] == ["two-axes-cps", "two-axes-aula"]
    pictures[0].paint(Axes())
    ((spots, lines),) = painted
    assert lines == (50.0, 0.0)
    for spot in spots:
        cell = audit.cell(spot.name, "cps")
        assert cell is not None
        found = cell.result.details
        assert (spot.x, spot.y) == (found["male_prevalence"], found["stereotype_contrast_d"])
        assert spot.x_ends == (found["male_prevalence_ci_low"], found["male_prevalence_ci_high"])
        assert f"{spot.name} {spot.x:.0f} % and {spot.y:.1f}" in pictures[0].description


def test_metrics_that_read_the_same_rows_share_a_figure(painted: Any) -> None:
    audit = fake_audit(("ar", "de"), ("aul", "sbm", "cps"), **PLAIN)
    numbers = {cell.place: cell.result.details for cell in audit.cells if cell.measure == "aul"}
    cells = [
        replace(c, result=replace(c.result, details=numbers[c.place])) if c.measure == "sbm" else c
        for c in audit.cells
    ]
    pictures = two_axes.two_axes(replace(audit, cells=tuple(cells)))
    assert [picture.title.partition(":")[0] for picture in pictures] == ["AUL and SBM", "CPS"]
    german = tuple(cell for cell in cells if cell.place.key == "de")
    (picture,) = two_axes.two_axes(replace(audit, cells=german, places=audit.places[1:]))
    picture.paint(Axes())
    assert [spot.name for spot in painted[-1][0]] == ["AUL, SBM", "CPS"]


def test_one_place_shows_its_measures_in_one_figure(painted: Any) -> None:
    (picture,) = two_axes.two_axes(fake_audit(("de",), ("cps", "aul", "sbm"), **PLAIN))
    picture.paint(Axes())
    ((spots, _),) = painted
    assert [spot.name for spot in spots] == ["CPS", "AUL", "SBM"]


def test_without_both_numbers_there_is_no_point(audit: Audit) -> None:
    bare = [
        replace(c, result=replace(c.result, details={"lm_read": "masked"})) for c in audit.cells
    ]
    assert two_axes.two_axes(replace(audit, cells=tuple(bare))) == []


def test_bias_stands_against_what_the_model_gets_right(painted: Any) -> None:
    audit = fake_audit(("ar", "de", "zh"), ("cps", "aul", "mbe"), **PLAIN)
    (picture,) = knowledge.bias_by_knowledge(audit)  # tokens in sight are not to be compared
    assert picture.key == "knowledge-cps"
    picture.paint(Axes())
    ((spots, lines),) = painted
    assert lines == (None, 0.0)
    for spot in spots:
        cell = audit.cell(spot.name, "cps")
        assert cell is not None and cell.result.lm_accuracy is not None
        assert cell.result.null is not None
        assert spot.x == pytest.approx(100 * cell.result.lm_accuracy)
        off = cell.result.value - cell.result.null
        assert spot.y == pytest.approx(off / (4.0**2 + 2.0**2) ** 0.5)
        assert spot.sure == cell.verdict.is_finding


def test_two_points_make_no_picture_of_quality() -> None:
    assert knowledge.bias_by_knowledge(fake_audit(("ar", "de"), ("cps",), **PLAIN)) == []
    twice = fake_audit(("ar", "de"), ("cps",), reliability=False)
    (picture,) = knowledge.bias_by_knowledge(twice)
    assert "Circles are lab/tiny-bert, squares lab/other-bert." in picture.description


def test_names_stand_beside_their_points_and_cover_no_other() -> None:
    audit = fake_audit(measures=("cps",), **PLAIN)
    (picture,) = two_axes.two_axes(audit)
    named = [place.key for place in audit.places if f">{place.key}</text>" in picture.svg]
    assert len(named) == len(audit.places)
