"""What a spec says follows from its facts: sides, units, distances, signed options."""

from __future__ import annotations

from dataclasses import replace

import pytest

from equimask.core.options import OPTIONS
from equimask.metrics import (
    Measure,
    all_measures,
    all_specs,
    measure_of,
    signed_measure,
    spec_of,
)
from tests.results import CPS


@pytest.mark.parametrize(
    ("measure", "above", "below", "away"),
    [
        ("s_jsd", "anti-stereotype", "stereotype", "anti-stereotype"),  # negative: stereotype
        ("b_s_jsd", "stereotype", "anti-stereotype", "anti-stereotype"),
        ("mbe", "male", "female", "female"),
        ("latent_pmi", "gendered", "none shown", "none shown"),
    ],
)
def test_sides_follow_from_claim_and_direction(
    measure: str, above: str, below: str, away: str
) -> None:
    one = measure_of(measure)
    assert (one.above.short, one.below.short, one.away) == (above, below, away)


def test_distances_are_positive_towards_the_claim_from_the_null_if_there_is_one() -> None:
    s_jsd, mbe = measure_of("s_jsd"), measure_of("mbe")

    def from_its_start(
        measure: Measure, value: float, neutral: float | None, null: float | None
    ) -> float | None:
        return measure.distance(replace(CPS, value=value, neutral=neutral, null=null))

    assert from_its_start(s_jsd, -0.2, 0.0, None) == 0.2
    assert from_its_start(s_jsd, -0.2, 0.0, -0.5) == pytest.approx(-0.3)
    assert from_its_start(mbe, 55.0, None, 52.0) == 3.0
    assert from_its_start(mbe, 55.0, None, None) is None


def test_scores_are_shown_in_their_unit() -> None:
    s_jsd, aula = measure_of("s_jsd"), measure_of("aula")
    assert (s_jsd.unit, s_jsd.column, s_jsd.scale) == ("× 10⁻³", "s_jsd·10³", 1.0)
    assert (aula.unit, aula.scale) == ("%", 100.0)
    assert aula.column == f"{aula.short} %"
    assert s_jsd.axis == f"{s_jsd.label}, × 10⁻³"


@pytest.mark.parametrize("name", all_measures())
def test_what_is_not_said_goes_by_the_name_or_by_the_key(name: str) -> None:
    one = measure_of(name)
    assert one.key and one.short and one.row and one.decisions
    assert one.limits[0] < one.limits[1]
    assert one.neutral is None or one.limits[0] <= one.neutral <= one.limits[1]
    assert spec_of(one.metric).measures.count(one) == 1


@pytest.mark.parametrize("name", all_specs())
def test_what_is_signed_is_what_the_metric_reads_and_what_moves_its_number(name: str) -> None:
    spec = spec_of(name)
    assert set(spec.signed) <= set(spec.options)
    unsigned = set(spec.options) - set(spec.signed)
    moves = {one for one in unsigned if OPTIONS[one].role in ("scoring", "data")}
    assert moves <= {"unit", "protocol", *spec.hashed}  # these stand there always, or by content
    assert not {"gender_more", "pair_id", "origin", "counts"} & set(spec.signed)


def test_a_metric_is_audited_where_packaged_pairs_can_be_scored_by_a_model() -> None:
    assert {name for name, spec in all_specs().items() if not spec.audited} == {"latent_pmi"}
    assert spec_of("aul").headline.name == "aula"


@pytest.mark.parametrize(
    ("key", "fields", "name"),
    [("aul", {}, "aula"), ("aul", {"likelihood": "aul"}, "aul"), ("b_s_jsd", {}, "b_s_jsd")],
)
def test_a_measure_is_known_by_what_is_signed(key: str, fields: dict[str, str], name: str) -> None:
    found = signed_measure(key, fields)
    assert found is not None and found.name == name
    assert signed_measure("made_up", fields) is None
