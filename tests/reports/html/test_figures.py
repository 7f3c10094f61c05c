"""Figures: what they show is what the audit holds, and they fit into a page."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from equimask.audits.results import Audit, Part
from equimask.core.drawing import BLUE
from equimask.core.embedded import embedded_model_path
from equimask.models import load_mlm
from equimask.reports.html import categories, distributions
from equimask.reports.html.categories import category_views
from equimask.reports.html.directions import direction_views
from equimask.reports.html.distributions import distribution
from equimask.reports.html.extremes import SHOWN_PAIRS, extreme_pairs
from equimask.reports.html.forest import forest
from equimask.reports.html.intervals import Bar, Null, Series, paint_bars, paint_nulls
from equimask.reports.html.pictures import draw
from equimask.reports.html.rerun import command, folders
from equimask.reports.html.scatter import scatters
from equimask.reports.html.selection import paired_measures
from tests.reports.html.fake_audit import fake_audit


@pytest.fixture(scope="module")
def audit() -> Audit:
    return fake_audit(("ar", "de"), ("s_jsd", "b_s_jsd", "mbe"), reliability=False)


class Axes:
    """Remembers what is drawn on it."""

    def __init__(self) -> None:
        self.drawn: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = []
        self.spines = {"left": self}
        self.figure = self

    def __getattr__(self, name: str) -> Any:
        return lambda *args, **options: self.drawn.append((name, args, options))


def test_a_figure_keeps_words_as_text_and_colours_as_variables() -> None:
    def paint(axes: Any) -> None:
        axes.plot([0, 1], [0, 1], color=BLUE)
        axes.set_xlabel("<b> & $x$ سارة")

    picture = draw("key", "A & B", "<i>", 3, paint)
    root = ET.fromstring(picture.svg)
    assert [child.text for child in root][:2] == ["A & B", "<i>"]
    assert "<b> & $x$ سارة" in [node.text for node in root.iter("text")]
    assert "stroke:var(--blue)" in picture.svg
    assert not re.search("#[0-9a-f]{6}", picture.svg)
    assert all(node.get("id", "key").startswith("key") for node in root.iter())
    assert "width" not in root.attrib and root.attrib["viewBox"].startswith("0 0 ")


def test_two_figures_share_no_id() -> None:
    pictures = [
        draw(key, key, key, 3, lambda axes: axes.plot([0, 1], "o")) for key in ("one", "two")
    ]
    ids = [set(re.findall(' id="([^"]+)"', picture.svg)) for picture in pictures]
    assert ids[0] and not ids[0] & ids[1]


def test_bars_show_value_interval_and_certainty() -> None:
    axes = Axes()
    bars = [Bar(1.0, 0.5, 1.5, True), None, Bar(2.0, None, None, False)]
    paint_bars(axes, ["a", "b", "c"], [Series("s", BLUE, "o", bars)], 0.0)
    lines, sure, unsure = (call for call in axes.drawn if call[0] == "plot")
    assert lines[1] == ([0.5, 1.5, None], [0.0, 0.0, None])
    assert sure[1][:2] == ((1.0,), (0.0,)) and sure[2]["markerfacecolor"] == BLUE
    assert unsure[1][:2] == ((2.0,), (2.0,)) and unsure[2]["markerfacecolor"] == "white"
    assert axes.drawn[0][:2] == ("axvline", (0.0,))


def test_a_null_is_a_band_of_its_error() -> None:
    axes = Axes()
    paint_nulls(axes, [None, Null(50.0, 2.0)])
    (_, (rows, width), options), *_ = axes.drawn
    assert (rows, width, options["left"]) == ([1], [4.0], [48.0])


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


def test_an_outline_counts_the_pairs() -> None:
    edges = np.array([0.0, 1.0, 2.0, 3.0])
    heights = np.array([0.1, 0.4, 0.4])
    x, y = distributions._outline(heights, edges, 5, (-1, 1))
    assert x.tolist() == [0, 1, 1, 3, 3, 1, 1, 0]
    assert y.tolist() == pytest.approx([4.9, 4.9, 4.6, 4.6, 5.4, 5.4, 5.1, 5.1])
    x, y = distributions._outline(heights, edges, 5, (1,))
    assert y.max() == pytest.approx(5.4) and y.min() == 5.0


def test_the_table_of_pairs_has_their_quartiles(audit: Audit) -> None:
    cell = audit.cell("de", "s_jsd")
    assert cell is not None and cell.effects is not None
    known = 1e3 * cell.effects[~np.isnan(cell.effects)]
    (table,) = distribution(audit, "s_jsd").sheets
    row = next(row for row in table.rows if row[:2] == ("German", "model"))
    assert row[2:7] == (
        str(len(known)),
        *(f"{v:.2f}" for v in (known.mean(), *np.percentile(known, (25, 50, 75)))),
    )
    assert row[7] == f"{100 * (known > 0).mean():.0f} %"


def test_only_measures_with_sizes_have_a_distribution(audit: Audit) -> None:
    assert paired_measures(audit) == ["s_jsd"]


def test_categories_mark_what_is_beyond_chance(audit: Audit) -> None:
    def part(name: str, value: float, q_value: float) -> Part:
        return Part(name, 8, value, 0.0, None, None, q_value, q_value, None)

    cell = replace(
        audit.cells[0], by_category=(part("care", 0.002, 0.01), part("sport", -0.001, 1))
    )
    (view,) = category_views(replace(audit, cells=(cell,), languages=("ar",), measures=("s_jsd",)))
    assert view.sheets[0].rows == (("care", "2.0*"), ("sport", "-1.0"))
    assert "Filled signs, 1 of 2" in view.picture.description


def test_a_calibrated_category_leans_from_its_null(audit: Audit) -> None:
    """Above neutral and below the null, it is the null that was tested."""
    part = Part("care", 8, 55.0, 50.0, None, None, 0.01, 0.01, None, null=70.0)
    cell = replace(audit.cells[1], by_category=(part,))
    assert cell.measure == "b_s_jsd"
    calibrated = replace(audit, cells=(cell,), languages=("ar",), measures=("b_s_jsd",))
    (view,) = category_views(calibrated)
    assert "from its null, at most 15.0" in view.picture.description
    assert [sheet.rows for sheet in view.sheets] == [(("care", "55.0*"),), (("care", "70.0"),)]
    axes = Axes()
    categories._paint_signs(axes, [cell], ["care"], 15.0)
    ((_, (_, _, marker), _),) = axes.drawn
    assert marker == "s"  # a square: away from the claim


def test_categories_of_a_measure_that_is_not_read_have_no_empty_figure() -> None:
    given: dict[str, Any] = {"baseline": None, "reliability": False}
    plain = fake_audit(("de",), ("cps", "mbe"), calibrate=False, **given)
    assert [view.picture.key for view in category_views(plain)] == ["categories-cps"]
    calibrated = fake_audit(("de",), ("mbe",), **given)
    assert [view.picture.key for view in category_views(calibrated)] == ["categories-mbe"]


def test_directions_show_the_null_that_each_is_tested_against(audit: Audit) -> None:
    view = direction_views(audit)[0]
    columns = [column.name for column in view.sheets[0].columns]
    cell = audit.cell("ar", "s_jsd")
    assert cell is not None and cell.by_direction[0].null is not None
    shown = view.sheets[0].rows[0][columns.index("null")]
    assert shown == f"{1e3 * cell.by_direction[0].null:.1f}"
    assert "differ from their null" in view.picture.description
    plain = fake_audit(("de",), ("cps",), baseline=None, calibrate=False, reliability=False)
    (view,) = direction_views(plain)
    assert "null" not in [column.name for column in view.sheets[0].columns]
    assert "differ from their neutral point" in view.picture.description


def test_a_bar_may_have_a_null_of_its_own() -> None:
    axes = Axes()
    bars = [Bar(1.0, None, None, True, null=3.0), Bar(2.0, None, None, True)]
    paint_bars(axes, ["a", "b"], [Series("s", BLUE, "o", bars)], None)
    strokes = [call[1] for call in axes.drawn if call[0] == "plot" and "|" in call[1]]
    assert strokes == [((3.0,), (0.0,), "|")]


def test_a_scatter_draws_a_neutral_line_only_where_all_languages_share_it() -> None:
    """The nulls of MBE differ by language."""
    calibrated = fake_audit(("ar", "de"), ("sbm", "mbe"), baseline=None, reliability=False)
    (picture,) = scatters(calibrated)
    assert picture.svg.count("stroke-dasharray") == 1


def test_extreme_pairs_are_the_ends_of_the_list(audit: Audit) -> None:
    found = extreme_pairs(audit)
    assert found is not None and (found.measure, found.towards) == ("s_jsd", "stereotype")
    for language in found.languages:
        cell = audit.cell(language.language, "s_jsd")
        assert cell is not None and cell.effects is not None
        known = sorted(1e3 * cell.effects[~np.isnan(cell.effects)])
        assert [float(one.effect) for one in language.most] == pytest.approx(
            known[::-1][:SHOWN_PAIRS], abs=0.006
        )
        assert [float(one.effect) for one in language.least] == pytest.approx(
            known[:SHOWN_PAIRS], abs=0.006
        )
        skipped = audit.pairs[language.language][0].id
        assert skipped not in [one.pair.id for one in (*language.most, *language.least)]


def test_few_pairs_are_shown_once(audit: Audit) -> None:
    cell = replace(audit.cells[0], effects=np.array([0.1, np.nan, 0.3, 0.2]))
    pairs = {"ar": audit.pairs["ar"][:4]}
    few = extreme_pairs(
        replace(audit, cells=(cell,), pairs=pairs, languages=("ar",), measures=("s_jsd",))
    )
    assert few is not None
    assert [one.effect for one in few.languages[0].most] == ["300.00"]
    assert [one.effect for one in few.languages[0].least] == ["100.00"]


def test_the_command_repeats_what_was_asked_for(audit: Audit) -> None:
    commit = "0123456789abcdef0123456789abcdef01234567"
    asked = replace(
        audit,
        model=f"lab/my model@{commit}",
        options={**audit.options, "unit": "word", "seed": 3},
    )
    assert command(asked) == (
        f"equimask audit 'lab/my model' --revision {commit} --language ar --language de "
        "--metric s_jsd --metric mbe --baseline lab/other-bert --unit word --calibrate --seed 3"
    )


def test_the_embedded_model_is_asked_for_by_its_own_word(audit: Audit) -> None:
    embedded = load_mlm(embedded_model_path()).signature["model"]
    asked = replace(audit, model=embedded, baseline=None)
    assert command(asked).startswith("equimask audit embedded --language")
    assert folders(asked) == []


def test_a_model_that_no_name_brings_back_is_told(audit: Audit) -> None:
    commit = "0123456789abcdef0123456789abcdef01234567"
    assert folders(audit) == ["lab/tiny-bert", "lab/other-bert"]
    assert folders(replace(audit, model=f"lab/one@{commit}", baseline="live@1a2b")) == ["live"]


def test_all_metrics_need_no_naming() -> None:
    audit = fake_audit(("de",), baseline=None, calibrate=False, reliability=True)
    assert command(audit) == "equimask audit lab/tiny-bert --language de --reliability"
