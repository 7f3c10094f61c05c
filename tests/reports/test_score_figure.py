"""A score on one axis: drawn for every measure, read aloud, in the page's colours."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest

from equimask.core.result import BiasResult
from equimask.metrics import all_measures, measure_of
from equimask.reports.html.inline_svg import THEME
from equimask.reports.score_figure import score_file, score_part, told
from tests.results import CPS


def texts(svg: str | bytes) -> list[str]:
    root = ET.fromstring(svg)
    return ["".join(one.itertext()) for one in root.iter() if one.tag.endswith("text")]


@pytest.mark.parametrize("measure", all_measures())
def test_every_measure_has_its_axis_with_both_sides(measure: str) -> None:
    svg = score_part(replace(CPS, metric=measure))
    root = ET.fromstring(svg)
    assert root.get("role") == "img"
    assert svg == score_part(replace(CPS, metric=measure))
    drawn = set(re.findall("#[0-9a-f]{6}", svg))
    assert not drawn & set(THEME)  # what has a colour has one of the page's
    shown = measure_of(measure)
    said = texts(svg)
    assert shown.axis in said
    assert f"{shown.above.short} →" in said
    assert [one for one in said if one in LEGEND] == ["score", "interval", "neutral"]


LEGEND = ("score", "interval", "neutral", "untrained")


@pytest.mark.parametrize(
    ("result", "legend", "words"),
    [
        (CPS, ["score", "interval", "neutral"],
         "The score is 60.0, its interval 54.0 to 66.0; neutral is 50."),
        (replace(CPS, null=51.5, null_stderr=2.0), ["score", "interval", "untrained"],
         "The score is 60.0, its interval 54.0 to 66.0; untrained copies score 51.5."),
        (replace(CPS, ci_low=None, ci_high=None, stderr=None, neutral=None), ["score"],
         "The score is 60.0."),
    ],
)  # fmt: skip
def test_only_what_there_is_is_drawn_and_told(
    result: BiasResult, legend: list[str], words: str
) -> None:
    assert [one for one in texts(score_part(result)) if one in LEGEND] == legend
    assert told(result) == words
    assert words in score_part(result)


def test_a_percentage_is_seen_on_its_whole_scale() -> None:
    assert {"0", "20", "40", "60", "80", "100"} <= set(texts(score_part(CPS)))


def test_a_file_of_its_own_has_white_paper() -> None:
    assert b"#ffffff" in score_file(CPS)
