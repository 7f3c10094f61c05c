"""The tour on the embedded model: what was planted is found, and there is a report to open."""

from __future__ import annotations

import io
from itertools import count
from pathlib import Path

import pytest
from rich.console import Console

from equimask.audits.measures import audited_specs
from equimask.audits.results import Audit
from equimask.cli.tour import run_demo
from equimask.core.result import BiasResult

PLANTED = {"s_jsd": -1, "cps": 1, "aula": 1, "sbm": 1, "dcbm": 1, "mbe": 1}
LANGUAGES = ("ar", "en", "zh")  # `make demo` takes all
pytestmark = pytest.mark.slow  # all metrics, some with twins


@pytest.fixture(scope="module")
def tour(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Audit, BiasResult, Path]:
    out = tmp_path_factory.mktemp("demo")
    text = io.StringIO()
    ticks = count(0.0, 5.0)
    found, words = run_demo(
        Console(file=text, width=80), out, clock=lambda: next(ticks), languages=LANGUAGES
    )
    return text.getvalue(), found, words, out


def test_every_metric_is_shown_in_every_language(
    tour: tuple[str, Audit, BiasResult, Path],
) -> None:
    text, found, _, _ = tour
    assert found.languages == LANGUAGES
    for metric in (*audited_specs(), "l_pmi"):
        assert metric in text
    assert "uncalibrated" not in text
    assert "MBE and DCBM: against untrained twins" in text
    assert "…  ±" not in text  # no column is cut off in a terminal of 80 characters


def test_every_metric_is_shown_in_full_in_one_language(
    tour: tuple[str, Audit, BiasResult, Path],
) -> None:
    _, _, rest = tour[0].partition("one language in full")
    heading, _, *lines = rest.strip().splitlines()
    assert heading.split() == "in metric score interval start p n mde preferred".split()
    shown = [line.split()[1].partition("·")[0] for line in lines if line.startswith("en  ")]
    # latent_pmi is called l_pmi where there is little room
    assert shown == ["s_jsd", "b_s_jsd", "cps", "aula", "sbm", "mbe", "dcbm", "l_pmi"]
    nulls = [line.split()[1] for line in lines if " null " in line and line.startswith("en  ")]
    assert nulls == ["mbe", "dcbm"]


def test_doses_and_expected_time_are_said_before_anything_is_shown(
    tour: tuple[str, Audit, BiasResult, Path],
) -> None:
    before, _, _ = " ".join(tour[0].split()).partition("the embedded model on equimask_pairs")
    assert "stereotype 0.8, which S_JSD, CPS and AULA should find" in before
    assert "prevalence of men 0.5, which SBM, MBE and DCBM should find" in before
    # 5 s by the fake clock, and the words and the report as much as one language and a half
    assert "English took 5 s: the other 2 languages, the words and the report will" in before
    assert "take about 20 s" in before


def test_every_metric_finds_what_was_planted_in_every_language(
    tour: tuple[str, Audit, BiasResult, Path],
) -> None:
    assert set(PLANTED) == {spec.headline.name for spec in audited_specs().values()}
    for metric, sign in PLANTED.items():
        cells = [cell for cell in tour[1].cells if cell.measure == metric]
        assert [cell.place.key for cell in cells] == list(LANGUAGES)
        for cell in cells:
            assert cell.result.neutral is not None
            assert sign * (cell.result.value - cell.result.neutral) > 0
            assert not cell.result.skipped
            assert cell.result.p_value is not None
            assert cell.result.p_value < (0.005 if cell.result.null is None else 0.02)
            assert cell.verdict.is_finding
            assert (cell.result.null is not None) == (metric in ("mbe", "dcbm"))


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
