"""Published scores and ours in one picture."""

from __future__ import annotations

from dataclasses import replace

from equimask.papers.beside_published import Bar, bar_of, beside_published
from tests.results import CPS


def test_a_bar_is_in_the_scale_in_which_the_measure_is_shown() -> None:
    s_jsd = replace(
        CPS, metric="s_jsd", signature="s_jsd|n:2", value=-0.02, neutral=0.0, ci_low=-0.03,
        ci_high=-0.01,
    )  # fmt: skip
    assert bar_of(s_jsd) == Bar(-20.0, -30.0, -10.0, True)
    assert bar_of(CPS) == Bar(60.0, 54.0, 66.0, True)
    assert bar_of(None) is None


def test_a_bar_is_filled_by_the_verdict_and_not_by_p_alone() -> None:
    found = bar_of(replace(CPS, neutral=None, null=None))
    assert found is not None and not found.sure


def test_the_picture_names_every_line_and_every_source() -> None:
    bars = [bar_of(CPS), None]
    calibrated = replace(CPS, null=51.0, null_stderr=1.0)
    svg = beside_published(
        ["de", "fi"],
        {"mBERT": [None, Bar(55.0, None, None, False)]},
        {"embedded": bars},
        line=50,
        axis="CPS %",
        nulls=[calibrated, None],
        limits=(0, 100),
    ).decode()
    for text in ("de", "fi", "mBERT, published", "embedded, ours", "CPS %"):
        assert text in svg
