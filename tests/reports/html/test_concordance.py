"""Measures against each other."""

from __future__ import annotations

from dataclasses import replace

from equimask.audits.places import packaged_place
from equimask.reports.html.concordance import scatters
from tests.reports.html.fake_audit import fake_audit


def test_a_scatter_draws_a_neutral_line_only_where_all_languages_share_it() -> None:
    """The nulls of MBE differ by language."""
    calibrated = fake_audit(("ar", "de"), ("sbm", "mbe"), baseline=None, reliability=False)
    (picture,) = scatters(calibrated)
    assert picture.svg.count("stroke-dasharray") == 1


def test_points_have_names_as_long_as_they_can_be_read() -> None:
    few = fake_audit(("ar", "de"), ("cps", "aul"), baseline=None, reliability=False)
    (picture,) = scatters(few)
    assert ">de</text>" in picture.svg and "named by its key" in picture.description
    places = tuple(replace(packaged_place("de"), key=f"k{number}") for number in range(16))
    german = [cell for cell in few.cells if cell.place.key == "de"]
    cells = tuple(replace(cell, place=place) for place in places for cell in german)
    (picture,) = scatters(replace(few, cells=cells, places=places))
    assert "k3</text>" not in picture.svg and "named by its key" not in picture.description
