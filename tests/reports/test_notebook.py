"""Results and audits as a notebook shows them: small, escaped, and right on any paper."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from equimask.audits.places import Place
from equimask.audits.results import Audit
from equimask.core.result import BiasResult, ResultsApart
from equimask.reports import notebook
from tests.browser import CONTRAST
from tests.reports.html.document import Node, read
from tests.reports.html.fake_audit import fake_audit
from tests.results import CPS

RESULT = replace(
    CPS,
    null=51.0,
    null_stderr=0.5,
    notes=("twelve rows were short",),
    lm_accuracy=0.4,
    unk_rate=0.0,
)


def as_html(found: BiasResult | ResultsApart | Audit) -> str:
    html = notebook.as_html(found)
    assert html is not None
    return html


def cells(page: Node) -> list[str]:
    return [" ".join(node.text.split()) for node in page.all("th", "td")]


def test_a_result_has_score_interval_null_verdict_n_and_signature() -> None:
    page = read(as_html(RESULT))
    shown = cells(page)
    for text in ("CPS, %", "60.0", "95 % interval", "54.0 to 66.0", "51.0", "212", "stereotype"):
        assert text in shown
    [folded] = page.all("details")
    assert "cps|n:212" in folded.text and "twelve rows were short" in folded.text
    assert "The model prefers what the stereotype expects." in page.text


def test_what_is_not_calibrated_has_no_column_for_a_null() -> None:
    assert "null" not in cells(read(as_html(CPS)))


def test_bold_and_a_filled_point_only_where_a_preference_is_shown() -> None:
    sure, unsure = as_html(CPS), as_html(replace(CPS, p_value=0.5))
    assert "<b>60.0</b>" in sure and 'fill="currentColor"' in sure
    assert "<b>60.0</b>" not in unsure and 'fill="currentColor"' not in unsure


def test_the_form_of_the_metric_is_named() -> None:
    aula = replace(CPS, metric="aul", signature="aul|n:212")
    assert "AULA, %" in cells(read(as_html(aula)))


def test_groups_stand_below_each_other_on_one_axis() -> None:
    other = replace(CPS, value=40.0, ci_low=35.0, ci_high=45.0)
    page = read(as_html(ResultsApart({"source=a": CPS, "source=b": other})))
    assert {"source=a", "source=b"} <= set(cells(page))
    middles = [float(node.attributes["cx"]) for node in page.all("circle")]
    assert middles[0] > middles[1]
    assert "No groups" in as_html(ResultsApart())


def test_an_audit_has_places_by_measures_and_models_below_each_other() -> None:
    audit = fake_audit(("de", "fi"), ("s_jsd", "cps"), models=("a/one@1", "b/two@2"))
    page = read(as_html(audit))
    heads = [node.text for node in page.all("th")]
    assert heads == [
        "language", "S_JSD, × 10⁻³", "CPS, %",
        "a/one@1", "German", "Finnish",
        "b/two@2", "German", "Finnish",
        "lab/other-bert@aabbccddeeff", "German", "Finnish",
    ]  # fmt: skip
    assert len(list(page.all("td"))) == len(audit.cells)
    assert "to_frame()" in page.text and "Models: a/one@1" in page.text


def test_a_missing_cell_is_a_dash() -> None:
    audit = fake_audit(("de", "fi"), ("s_jsd", "cps"), baseline=None)
    page = read(as_html(replace(audit, cells=audit.cells[1:])))
    assert next(node.text for node in page.all("td")) == "–"


@given(st.text(min_size=1), st.text())
def test_names_of_any_kind_are_text(name: str, note: str) -> None:
    wild = f"<script>{name}</script><img src=x onerror=1>"
    results = ResultsApart({wild: replace(CPS, notes=(f"<i>{note}",))})
    audit = fake_audit(("de",), ("cps",), baseline=None)
    place = Place("p", wild, None, "d")
    [cell] = audit.cells
    renamed = replace(audit, places=(place,), cells=(replace(cell, place=place),))
    for html in (as_html(results), as_html(renamed)):
        assert "<script" not in html and "<img" not in html and "<i>" not in html


def test_nothing_is_loaded_and_no_colour_is_fixed() -> None:
    for html in (as_html(RESULT), as_html(fake_audit(("de",)))):
        assert not re.search(r"https?://|@import|url\(|<script|#[0-9a-f]{3,6}\b", html)
        assert len(html) < 12_000


@pytest.mark.slow
@pytest.mark.parametrize(("paper", "ink"), [("#ffffff", "#111111"), ("#111111", "#dddddd")])
def test_it_reads_on_light_and_on_dark_paper(browser: Any, paper: str, ink: str) -> None:
    page = browser.new_page()
    body = f'<body style="background:{paper};color:{ink}">{as_html(RESULT)}</body>'
    page.set_content(body)
    for found in page.query_selector_all(".equimask td, .equimask th, .equimask p"):
        if found.is_visible():
            assert found.evaluate(CONTRAST) > 7
    page.close()


def test_a_null_is_no_neutral_point() -> None:
    mbe = replace(RESULT, metric="mbe", signature="mbe|n:212", neutral=51.0)
    shown = cells(read(as_html(mbe)))
    assert shown[shown.index("51.0") + 1] == "–"


def test_what_is_of_no_metric_is_shown_by_its_text() -> None:
    assert notebook.as_html(replace(CPS, metric="shf", signature="shf|n:2")) is None


def test_intervals_of_several_levels_say_their_own() -> None:
    wide = replace(CPS, signature="cps|n:212|confidence_level:0.99")
    shown = cells(read(as_html(ResultsApart({"a": CPS, "b": wide}))))
    assert {"interval", "54.0 to 66.0 (95 %)", "54.0 to 66.0 (99 %)"} <= set(shown)
