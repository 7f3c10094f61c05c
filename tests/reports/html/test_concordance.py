"""Measures against each other."""

from __future__ import annotations

from equimask.reports.html.concordance import scatters
from tests.reports.html.fake_audit import fake_audit


def test_a_scatter_draws_a_neutral_line_only_where_all_languages_share_it() -> None:
    """The nulls of MBE differ by language."""
    calibrated = fake_audit(("ar", "de"), ("sbm", "mbe"), baseline=None, reliability=False)
    (picture,) = scatters(calibrated)
    assert picture.svg.count("stroke-dasharray") == 1
