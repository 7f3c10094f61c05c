"""What only all cells together can tell: parts, false discoveries, contradictions."""

from __future__ import annotations

import json

import pytest

from equimask.audits import assembling
from equimask.audits.results import Audit
from equimask.metrics import measure_of
from equimask.metrics.verdict import corrected
from equimask.stats import q_values
from tests.audits.worlds import cell_of, quick_audit, result_of


def test_categories_and_directions_are_scores_of_their_pairs(german: Audit) -> None:
    cps = german.cell("de", "cps")
    assert cps is not None
    pairs, bits = german.pairs["de"], cps.result.rows["cps"]
    for parts, name_of in (
        (cps.by_category, lambda pair: pair.category),
        (cps.by_direction, lambda pair: pair.gender_more),
    ):
        assert sum(part.n for part in parts) == len(pairs)
        for part in parts:
            own = [bit for pair, bit in zip(pairs, bits, strict=True) if name_of(pair) == part.name]
            assert part.value == pytest.approx(100 * sum(own) / len(own))
            assert part.mde is not None and cps.result.mde is not None
            assert part.mde > cps.result.mde  # fewer pairs show less
    assert {part.name for part in cps.by_direction} == {"male", "female"}
    assert len(cps.by_category) == 14


def test_every_measure_has_its_parts_and_its_detectable_effect(german: Audit) -> None:
    assert len(german.cells) == 8
    for cell in german.cells:
        assert len(cell.by_category) == 14
        assert len(cell.by_direction) == 2
        assert cell.result.mde is not None


def test_false_discovery_is_controlled_where_there_is_a_neutral_point(german: Audit) -> None:
    tested = [c.result.p_value if c.result.neutral is not None else None for c in german.cells]
    assert [cell.q_value for cell in german.cells] == q_values(tested)
    untested = {cell.measure for cell in german.cells if cell.q_value is None}
    assert untested == {"mbe", "dcbm"}  # their null is not 50: it needs twins
    parts = [part for cell in german.cells for part in cell.by_category]
    assert [p.q_value for p in parts] == q_values(
        [p.p_value if p.neutral is not None else None for p in parts]
    )


@pytest.mark.slow
def test_calibrated_scores_have_a_null_and_are_all_tested() -> None:
    found = quick_audit(metrics=["mbe", "cps"], calibrate=True)
    assert all(cell.result.null is not None and cell.q_value is not None for cell in found.cells)
    assert found.options["calibrate"] is True
    for cell in found.cells:
        for part in (*cell.by_category, *cell.by_direction):
            assert part.null is not None and part.tested_against == part.null
    # The nulls are of the parts' own pairs: together they are the null of all pairs.
    cps = found.cell("de", "cps")
    assert cps is not None
    for parts in (cps.by_category, cps.by_direction):
        together = sum(part.n * (part.null or 0.0) for part in parts) / cps.result.n
        assert together == pytest.approx(cps.result.null)


def test_verdicts_go_by_the_q_value_and_come_back_as_they_were(german: Audit) -> None:
    found = german
    for cell in found.cells:
        shown = measure_of(cell.measure)
        assert cell.result.verdict == cell.verdict == corrected(shown, cell.result, cell.q_value)
        for part in (*cell.by_category, *cell.by_direction):
            assert part.verdict == corrected(shown, part, part.q_value)
    content = json.loads(json.dumps(found.as_dict()))
    assert [cell.verdict for cell in Audit.from_dict(content).cells] == [
        cell.verdict for cell in found.cells
    ]
    for entry in (*content["results"], *content["other_results"]):
        for old in (entry, *entry["by_category"], *entry["by_direction"]):
            for name in ("verdict", "attainable_p"):
                del old[name]
    assert [cell.verdict for cell in Audit.from_dict(content).cells] == [
        cell.verdict for cell in found.cells
    ]


def test_what_results_say_of_their_model_is_said_once_with_its_place() -> None:
    everywhere, here = "its weights are of paper", "40 % of the tokens are unknown"
    cells = [
        cell_of(
            "cps", "stereotype", result_of("cps", 60.0, notes=notes), language=language, model=m
        )
        for m, language, notes in (
            ("model", "de", (everywhere,)),
            ("model", "fi", (everywhere, here)),
            ("model", "fi", (everywhere, here)),
            ("baseline", "de", ()),
            ("baseline", "fi", (here,)),
        )
    ]
    assert assembling._said_of_models(cells) == [
        f"model: {everywhere}",
        f"model fi: {here}",
        f"baseline fi: {here}",
    ]
