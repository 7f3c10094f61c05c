"""One result, one verdict: whoever shows it uses the same word."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from rich.console import Console

from equimask.audits.measures import audited_specs
from equimask.audits.results import Audit
from equimask.cli.tour import overview
from equimask.core.result import BiasResult
from equimask.core.verdicts import WORDS, Verdict
from equimask.evaluation import score
from equimask.inputs.forms import rows_of
from equimask.inputs.packaged import packaged_table
from equimask.metrics import measure_of
from equimask.metrics.verdict import verdict
from equimask.reports.audit_tables import tables
from equimask.reports.html import render
from equimask.reports.html.heat import heat_sheets
from equimask.reports.html.numbers import number_sheet
from equimask.reports.html.views import Entry
from equimask.reports.terminal import result_table
from equimask.space.scoring import Measured
from equimask.space.show import result_html
from equimask.training import BiasCallback
from tests.audits.worlds import cell_of
from tests.reports.html.fake_audit import fake_audit

QUICK: dict[str, Any] = {"model": "embedded", "n_resamples": 99, "progress": False}
CALIBRATED = {"calibrate": True, "n_twins": 2}
ROWS = 40
KINDS: dict[str, dict[str, Any]] = {
    "plain": {},
    "calibrated": CALIBRATED,
    "few": {},
    "few, calibrated": CALIBRATED,
    "bounded": {**CALIBRATED, "equivalence": 49.0},
    "without a test": {"balanced_draws": 3, "protocol": "published"},
    "of a foreign text": {},
}
N_ROWS = {"few": 5, "few, calibrated": 5}
WORDS_EXPECTED = {
    "plain": {"stereotype", "male", "uncalibrated"},
    "few": {"too few", "uncalibrated"},
    "few, calibrated": {"too few"},
    "bounded": {"stereotype", "none shown", "equivalent"},  # no bound of 49 for S_JSD
}


@cache
def results(kind: str) -> Mapping[str, BiasResult]:
    """Of every metric that a model is audited by, by its headline measure."""
    if kind == "of a foreign text":
        plain = results("plain")
        return {name: replace(result, unk_rate=0.5) for name, result in plain.items()}
    few = packaged_table("de").rows(range(N_ROWS.get(kind, ROWS)))
    found = {}
    for spec in audited_specs().values():
        columns = dict(rows_of(spec, few).columns)
        if spec.name == "sbm" and kind == "without a test":
            columns["origin_gender"] = ["male", "female"] * (ROWS // 2)
        options = {**QUICK, **KINDS[kind]}
        found[spec.headline.name] = score(spec.name, columns, language="de", **options)
    return found


@cache
def audited(kind: str) -> Audit:
    """The same results as cells, each corrected for itself alone."""
    made_up = fake_audit(
        ("de",), tuple(results(kind)), baseline=None, calibrate=False, reliability=False
    )
    model, cells = made_up.models[0].key, []
    for name, result in results(kind).items():
        q_value = None if result.neutral is None else result.p_value
        cells.append(cell_of(name, measure_of(name).claim, result, q=q_value, model=model))
    return replace(made_up, cells=tuple(cells), agreement=(), flips=())


def word(result: BiasResult) -> str:
    assert result.verdict is not None
    return result.verdict.short + (" ?" if result.is_foreign else "")


def printed(*shown: object) -> list[str]:
    console = Console(width=100, record=True, file=open("/dev/null", "w"))  # noqa: SIM115
    for one in shown:
        console.print(one)
    return [line.rstrip() for line in console.export_text().split("\n")]


def line_of(lines: list[str], column: str) -> str:
    (line,) = (one for one in lines if column in one and re.search(r"\d", one))
    return line


@pytest.mark.parametrize("kind", KINDS)
def test_it_is_computed_once_from_the_result_alone(kind: str) -> None:
    for name, result in results(kind).items():
        assert result.verdict == verdict(measure_of(name), result)
        assert result.as_dict()["verdict"] == result.verdict.value


@pytest.mark.parametrize(("kind", "expected"), WORDS_EXPECTED.items())
def test_the_results_are_of_many_kinds(kind: str, expected: set[str]) -> None:
    assert {result.verdict.short for result in results(kind).values() if result.verdict} == expected


def test_a_score_without_a_test_is_read_by_its_interval_or_not_at_all() -> None:
    found = results("without a test")
    assert found["sbm"].p_value is None and found["mbe"].p_value is None
    assert found["mbe"].verdict == Verdict.UNCALIBRATED
    assert found["sbm"].ci_low is not None and found["sbm"].ci_high is not None
    beside = not found["sbm"].ci_low <= 50 <= found["sbm"].ci_high
    assert found["sbm"].verdict == (Verdict.MALE if beside else Verdict.NONE_SHOWN)


def test_a_text_that_the_model_cannot_read_is_marked() -> None:
    assert all(result.is_foreign for result in results("of a foreign text").values())
    assert not any(result.is_foreign for result in results("plain").values())


@pytest.mark.parametrize("kind", KINDS)
def test_the_terminal_shows_it(kind: str) -> None:
    for name, result in results(kind).items():
        lines = printed(result_table([("de", result)]))
        assert line_of(lines, measure_of(name).column).endswith(f" {word(result)}")
        assert any(line.startswith("?: ") for line in lines) == result.is_foreign


@pytest.mark.parametrize("kind", KINDS)
def test_the_audit_shows_it_in_the_terminal(kind: str) -> None:
    lines = printed(next(iter(tables(audited(kind)))))
    for name, result in results(kind).items():
        assert line_of(lines, f" {measure_of(name).column} ").endswith(f" {word(result)}")


@pytest.mark.parametrize("kind", KINDS)
def test_the_report_shows_it(kind: str) -> None:
    audit = audited(kind)
    ((row,),) = (sheet.rows for sheet in heat_sheets(audit))
    page = render(audit)
    for shown, (name, result) in zip(row[1:], results(kind).items(), strict=True):
        sheet = number_sheet(audit, name)
        (row,) = sheet.rows
        place = [column.name for column in sheet.columns].index("preferred")
        assert isinstance(shown, Entry)
        assert shown.told == row[place] == word(result)
        assert ("quiet" in shown.look) == (not verdict(measure_of(name), result).is_finding)
        assert re.search(rf"<td[^>]*>{re.escape(word(result))}</td>", page)


@pytest.fixture
def without_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    """They take longest, and say nothing in words."""
    monkeypatch.setattr("equimask.space.show.score_part", lambda result: "")


@pytest.mark.usefixtures("without_figures")
@pytest.mark.parametrize("kind", KINDS)
def test_the_page_shows_it(kind: str) -> None:
    for result in results(kind).values():
        page = result_html(Measured(result, {}, "Rows were scored."))
        assert result.verdict is not None
        told = word(result)
        assert f"<b>{told[:1].upper()}{told[1:]}.</b> {WORDS[result.verdict].sentence}" in page


@pytest.mark.parametrize("kind", KINDS)
def test_the_demo_shows_it(kind: str) -> None:
    lines = printed(overview(audited(kind)))
    starred = lines[4].split()[1:]
    legend = {text.partition(": ")[0]: text for text in lines[5:] if ": " in text}
    for number, (name, result) in zip(starred, results(kind).items(), strict=True):
        assert result.verdict is not None
        assert number.endswith("*") == result.verdict.is_finding
        if not result.verdict.is_finding:
            assert measure_of(name).label in legend[result.verdict.short]


@pytest.mark.parametrize("kind", KINDS)
def test_the_callback_tells_it(kind: str) -> None:
    callback = object.__new__(BiasCallback)  # a training adds nothing to this
    callback.results = dict(results(kind))
    assert callback.verdicts == {name: word(result) for name, result in results(kind).items()}


@pytest.mark.usefixtures("without_figures")
@pytest.mark.parametrize("kind", ["calibrated", "few, calibrated", "bounded"])
def test_a_calibrated_score_stands_beside_its_null(kind: str) -> None:
    audit = audited(kind)
    scores = next(iter(tables(audit)))
    assert "null" in [str(column.header) for column in scores.columns]  # type: ignore[union-attr]
    for result in results(kind).values():
        headings = [str(column.header) for column in result_table([("de", result)]).columns]
        assert "null" in headings and "neutral" not in headings
        page = result_html(Measured(result, {}, "Rows were scored."))
        assert '<th scope="col">Null</th>' in page and '<th scope="col">Neutral</th>' not in page
