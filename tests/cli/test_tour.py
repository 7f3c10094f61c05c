"""The tour on the embedded model: what was planted is found, and there is a report to open."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from rich.console import Console

from equimask.audits.measures import audited_specs
from equimask.audits.results import Audit
from equimask.cli.tour import run_demo
from equimask.core.embedded import embedded_languages
from equimask.core.result import BiasResult

PLANTED = {"s_jsd": -1, "cps": 1, "aula": 1, "sbm": 1, "dcbm": 1, "mbe": 1}
pytestmark = pytest.mark.slow  # all metrics in all languages


@pytest.fixture(scope="module")
def tour(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Audit, BiasResult, Path]:
    out = tmp_path_factory.mktemp("demo")
    text = io.StringIO()
    found, words = run_demo(Console(file=text, width=80), out)
    return text.getvalue(), found, words, out


def test_every_metric_is_shown_in_every_language(
    tour: tuple[str, Audit, BiasResult, Path],
) -> None:
    text, found, _, _ = tour
    assert found.languages == tuple(embedded_languages())
    for metric in (*audited_specs(), "l_pmi"):
        assert metric in text
    assert "uncalibrated: MBE and DCBM" in text
    assert "…  ±" not in text  # no column is cut off in a terminal of 80 characters


def test_every_metric_finds_what_was_planted_in_every_language(
    tour: tuple[str, Audit, BiasResult, Path],
) -> None:
    assert set(PLANTED) == {spec.headline.name for spec in audited_specs().values()}
    for metric, sign in PLANTED.items():
        cells = [cell for cell in tour[1].cells if cell.measure == metric]
        assert [cell.place.key for cell in cells] == list(embedded_languages())
        for cell in cells:
            neutral = 50.0 if cell.result.neutral is None else cell.result.neutral
            assert sign * (cell.result.value - neutral) > 0
            assert not cell.result.skipped
            assert cell.result.p_value is not None
            assert cell.result.p_value < 0.005
            assert cell.verdict.is_finding == (cell.result.neutral is not None)


def test_words_are_tied_to_the_gender_of_the_person(
    tour: tuple[str, Audit, BiasResult, Path],
) -> None:
    words = tour[2]
    assert words.value > 0
    assert words.p_value is not None
    assert words.p_value < 0.001


def test_the_report_stands_where_the_tour_says(tour: tuple[str, Audit, BiasResult, Path]) -> None:
    text, _, _, out = tour
    assert (out / "report.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    assert "report.html" in text.replace("\n", "")
