"""A forest says in words what it shows."""

from __future__ import annotations

from equimask.audits.results import Audit
from equimask.reports.html.forest import forest


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
