"""Measures against each other."""

from __future__ import annotations

from equimask.audits.results import Audit
from equimask.reports.html.concordance import agreement_view, flip_sheet
from tests.reports.html.document import text_of
from tests.reports.html.fake_audit import fake_audit


def test_every_couple_of_measures_has_its_line_and_its_numbers() -> None:
    audit = fake_audit(("ar", "de"), ("s_jsd", "cps", "sbm"), baseline=None)
    view = agreement_view(audit)
    assert view is not None and view.picture is not None
    ranks, sides = view.sheets
    (row,) = ranks.rows
    found = {one.place: one for one in audit.agreement}
    expected = [found[place].rank_correlation for place in (*audit.places, None)]
    assert [text_of(one) for one in row] == ["S_JSD – CPS", *(f"{v:.2f}" for v in expected)]
    shares = [found[place].same_sign for place in (*audit.places, None)]
    assert [text_of(one) for one in sides.rows[0][1:]] == [f"{100 * v:.0f}" for v in shares if v]
    assert "One line for each of 1 couples" in view.picture.description


def test_measures_of_different_questions_are_not_compared() -> None:
    assert agreement_view(fake_audit(("ar", "de"), ("cps", "sbm"), baseline=None)) is None


def test_contradictions_name_measures_models_and_sizes() -> None:
    audit = fake_audit(("ar", "de"), ("s_jsd", "cps"))
    sheet = flip_sheet(audit)
    assert sheet is not None
    assert tuple(map(text_of, sheet.rows[0])) == (
        "Arabic", "lab/tiny-bert", "score", "stereotype", "S_JSD", "12.0 × 10⁻³", "0.003", "CPS",
        "-7.5 points", "0.020",
    )  # fmt: skip
    assert sheet.rows[1][2] == "difference from lab/other-bert"


def test_without_contradictions_there_is_no_table(audit: Audit) -> None:
    assert flip_sheet(audit) is None
