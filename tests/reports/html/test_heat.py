"""The map says what the audit found: its numbers, its verdicts, and on which side they lie."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from equimask.audits.results import Audit, Cell
from equimask.core.verdicts import Verdict
from equimask.metrics import measure_of
from equimask.reports.digits import decimals_of, number
from equimask.reports.html.heat import (
    STEPS,
    cell_entry,
    difference_entry,
    heat_sheets,
    legend,
    part_entry,
    shade,
)
from equimask.reports.html.sentences import reservations
from equimask.reports.html.views import Entry
from equimask.reports.standardised import standardised
from tests.reports.html.fake_audit import fake_audit

AUDITS = {
    "calibrated": fake_audit(("ar", "de", "es", "fr"), reliability=False),
    "plain": fake_audit(("ar", "de", "es"), calibrate=False, baseline=None, reliability=False),
}


def shown(audit: Audit) -> Iterator[tuple[Cell, Entry]]:
    """Every score beside the entry that shows it."""
    for key, sheet in zip(audit.model_keys, heat_sheets(audit), strict=True):
        for place, row in zip(audit.places, sheet.rows, strict=True):
            for measure, entry in zip(audit.measures, row[1:], strict=True):
                cell = audit.cell(place, measure, key)
                assert cell is not None and isinstance(entry, Entry)
                yield cell, entry


@pytest.mark.parametrize("kind", AUDITS)
def test_every_cell_has_its_number_and_its_verdict(kind: str) -> None:
    for cell, entry in shown(AUDITS[kind]):
        factor = measure_of(cell.measure).factor
        text = number(cell.result.value, factor, decimals_of(cell.result, factor))
        assert (entry.text, entry.told) == (text, cell.verdict.short)
        assert entry.value == pytest.approx(cell.result.value * factor)
        assert entry.tip.endswith(f": {cell.verdict.short}")
        assert f", q {'–' if cell.q_value is None else ''}" in entry.tip


@pytest.mark.parametrize("kind", AUDITS)
def test_a_cell_is_hatched_if_and_only_if_nothing_is_shown(kind: str) -> None:
    kinds = set()
    for cell, entry in shown(AUDITS[kind]):
        assert ("quiet" in entry.look.split()) == (not cell.verdict.is_finding)
        kinds.add(cell.verdict.is_finding)
    assert kinds == {True, False}


@pytest.mark.parametrize("kind", AUDITS)
def test_the_colour_is_on_the_side_of_the_verdict(kind: str) -> None:
    sides = {
        Verdict.STEREOTYPE: "t", Verdict.MALE: "t", Verdict.ANTI_STEREOTYPE: "a",
        Verdict.FEMALE: "a",
    }  # fmt: skip
    for cell, entry in shown(AUDITS[kind]):
        measure, result = measure_of(cell.measure), cell.result
        distance = standardised(measure, result, result.value)
        if cell.verdict.is_finding:
            assert entry.look[:1] == sides[cell.verdict]
        if cell.verdict == Verdict.UNCALIBRATED:
            assert entry.look == "quiet"
        assert entry.look.removesuffix("quiet").strip() == shade(distance)


def test_both_sides_have_the_same_steps() -> None:
    assert [shade(x) for x in (None, 0.0, 0.99, -0.99)] == ["", "", "", ""]
    for step, edge in enumerate(STEPS, 1):
        assert (shade(edge), shade(-edge)) == (f"t{step}", f"a{step}")
    classes = [look for look, _ in legend()]
    assert classes == ["a4", "a3", "a2", "a1", "", "t1", "t2", "t3", "t4"]


def test_measures_of_one_question_stand_under_it(audit: Audit) -> None:
    (first, _) = heat_sheets(audit)
    assert first.groups == (("stereotype", 2), ("male", 1))
    assert first.caption.startswith("lab/tiny-bert: ")
    assert [column.name for column in first.columns] == [
        "language", "s_jsd·10³", "b_s_jsd %", "mbe %",
    ]  # fmt: skip


def test_a_score_that_is_missing_leaves_a_gap_that_is_told(audit: Audit) -> None:
    gone = replace(audit, cells=audit.cells[1:])
    entry = heat_sheets(gone)[0].rows[0][1]
    assert isinstance(entry, Entry)
    assert (entry.text, entry.told, entry.look) == ("–", "no score", "none")
    assert heat_sheets(gone)[0].caption.count(" of 5 scores ") == 1


def test_a_text_that_the_model_cannot_read_is_marked(audit: Audit) -> None:
    cell = audit.cells[0]
    foreign = replace(cell, result=replace(cell.result, unk_rate=0.5))
    entry = cell_entry(audit, foreign)
    assert entry.text.endswith("?") and entry.told.endswith(" ?")
    marked = replace(audit, cells=(foreign, *audit.cells[1:]))
    assert heat_sheets(marked)[0].caption.endswith("; ?: the model hardly knows this text")
    assert sum("fewer than 1 % of the tokens" in told for told in reservations(marked)) == 1
    assert not any("hardly knows" in told for told in reservations(audit))


def test_one_place_has_one_map_with_a_line_for_every_model() -> None:
    audit = fake_audit(("de",), ("cps", "sbm"), reliability=False)
    (only,) = heat_sheets(audit)
    assert [row[0] for row in only.rows] == ["lab/tiny-bert", "lab/other-bert"]
    assert only.columns[0].name == "model" and only.caption.startswith("German: ")


def test_a_part_has_a_star_where_it_is_beyond_chance(audit: Audit) -> None:
    cell = audit.cells[0]
    part = replace(cell.by_category[0], value=-0.02, null=0.0, q_value=0.01, ci_low=-0.03)
    star, plain = part_entry(cell, part), part_entry(cell, replace(part, q_value=0.5))
    assert star.text == f"{plain.text}*"
    assert star.look[:1] == plain.look[:1] == "t"  # below 0, as S_JSD has it
    assert "quiet" not in star.look and "quiet" in plain.look


def test_a_difference_is_coloured_by_what_the_model_leans_more_to(audit: Audit) -> None:
    one = replace(audit.comparisons[0], difference=-0.03, stderr=0.01, q_value=0.001)
    entry = difference_entry(one)
    assert (entry.text, entry.look, entry.told) == ("-30", "t2", "stereotype")
    unsure = difference_entry(replace(one, difference=0.01, q_value=0.6))
    assert (unsure.look, unsure.told) == ("a1 quiet", "none shown")
