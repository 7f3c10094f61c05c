"""The summary claims what the error bar supports, and nothing else."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from equimask.audits.results import Audit
from equimask.core.languages import get_language
from equimask.reports.html.sentences import (
    blind_spot,
    comparison_findings,
    findings,
    language_quality,
    listed,
    overview,
)
from tests.reports.html.fake_audit import fake_audit

LANGUAGES_USED = ("ar", "de", "th")
AUDIT = fake_audit(LANGUAGES_USED, ("s_jsd",), calibrate=False, reliability=False)
Q_VALUES = st.one_of(st.none(), st.floats(0, 1))


def scored(values: dict[str, tuple[float, float | None]]) -> Audit:
    """The audit with these (score, q) by language."""
    cells = (
        replace(
            cell,
            q_value=values[cell.place.key][1],
            result=replace(cell.result, value=values[cell.place.key][0], ci_low=None),
        )
        for cell in AUDIT.cells
        if cell.role == "model"
    )
    return replace(AUDIT, cells=tuple(cells))


def test_findings_say_where_and_where_not() -> None:
    audit = scored({"ar": (-0.02, 0.01), "de": (0.02, 0.01), "th": (-0.02, 0.05)})
    assert findings(audit) == [
        (
            "S_JSD",
            "Prefers the stereotype in 1 of 3: Arabic; prefers the opposite of the stereotype in "
            "1 of 3: German; no preference shown in Thai (cannot tell below ±11.2 × 10⁻³).",
        )
    ]
    assert overview(audit).startswith("3 scores: 1 measure in 3 languages. 2 of 3 show")


def test_nothing_found_is_said_as_such() -> None:
    audit = scored({"ar": (-0.02, 0.2), "de": (0.02, 0.7), "th": (-0.02, 1.0)})
    (_, sentence), *_ = findings(audit)
    assert sentence == (
        "No preference shown in any of 3 languages (cannot tell below ±11.2 × 10⁻³)."
    )


def test_too_few_and_certainly_small_are_not_the_same_as_none_shown() -> None:
    audit = scored({"ar": (-0.02, None), "de": (0.02, 0.7), "th": (-0.02, 1.0)})
    arabic, german, thai = audit.cells
    small = replace(thai, result=replace(thai.result, equivalence_p=0.01))
    audit = replace(audit, cells=(arabic, german, small))
    (_, sentence), *_ = findings(audit)
    assert sentence == (
        "Any preference is smaller than the bound in Thai (equivalent); no preference shown in "
        "German (cannot tell below ±11.2 × 10⁻³); too few independent rows to show anything in "
        "Arabic."
    )
    assert "1 have too few independent rows" in overview(
        audit
    ) and "1 are within the bound" in overview(audit)


@given(
    st.fixed_dictionaries({code: st.tuples(st.floats(-1, 1), Q_VALUES) for code in LANGUAGES_USED})
)
def test_a_language_is_named_as_leaning_only_below_the_false_discovery_rate(
    values: dict[str, tuple[float, float | None]],
) -> None:
    audit = scored(values)
    (_, sentence), *_ = findings(audit)
    claims = re.split("[Nn]o preference shown|[Tt]oo few independent rows", sentence)[0]
    for code, (_, q_value) in values.items():
        assert (get_language(code).name in claims) == (q_value is not None and q_value < 0.05)


@given(st.floats(-1, 1), Q_VALUES)
def test_a_difference_is_read_on_the_axis_of_its_measure(
    difference: float, q_value: float | None
) -> None:
    one = replace(AUDIT.comparisons[0], difference=difference, q_value=q_value)
    expected = "too few" if q_value is None else "none shown"
    if q_value is not None and q_value < 0.05 and difference:
        expected = "anti-stereotype" if difference > 0 else "stereotype"
    assert one.verdict.short == expected


def test_differences_from_the_baseline_are_told_with_what_would_be_missed() -> None:
    first, second, third = AUDIT.comparisons
    audit = replace(
        AUDIT,
        comparisons=(
            replace(first, difference=-0.03, q_value=0.001),
            replace(second, q_value=0.5, mde=0.01),
            replace(third, q_value=0.6, mde=0.02),
        ),
    )
    assert comparison_findings(audit) == [
        (
            "S_JSD",
            "Leans more to the stereotype than the baseline in 1 of 3: Arabic; no difference "
            "shown in the other 2 (cannot tell below ±10.0 to ±20.0 × 10⁻³, by place).",
        )
    ]


def test_a_score_without_a_neutral_point_is_not_read_whatever_its_p() -> None:
    cell = AUDIT.cells[0]
    bare = replace(cell, q_value=0.0, result=replace(cell.result, neutral=None, p_value=0.0))
    assert bare.verdict == "uncalibrated"


@pytest.mark.parametrize(
    ("effects", "measure", "expected"),
    [
        ([9.6], "cps", "cannot tell below ±9.6 points"),
        ([0.0096, None], "s_jsd", "cannot tell below ±9.6 × 10⁻³"),
        ([9.6, 12.0], "cps", "cannot tell below ±9.6 to ±12.0 points, by place"),
        ([None], "cps", "what would be missed is not known"),
    ],
)
def test_blind_spot(effects: list[float | None], measure: str, expected: str) -> None:
    assert blind_spot(effects, measure) == expected


def test_lists_read_like_prose() -> None:
    assert listed(["A"]) == "A"
    assert listed(["A", "B", "C"]) == "A, B and C"


def reading(audit: Audit, **accuracy: float) -> Audit:
    """The audit with these shares of right tokens by language."""
    cells = (
        replace(cell, result=replace(cell.result, lm_accuracy=share, lm_surprisal=2.5))
        for cell in audit.cells
        if (share := accuracy.get(cell.place.key)) is not None
    )
    return replace(audit, cells=tuple(cells))


def test_the_best_and_the_least_known_languages_are_named() -> None:
    assert language_quality(reading(AUDIT, ar=0.31, de=0.625, th=0.002)) == (
        "The model knows best German: 62 % of masked tokens right, 2.50 nats each; "
        "least Thai: 0.2 % of masked tokens right, 2.50 nats each."
    )
    assert language_quality(reading(AUDIT, de=0.625)).startswith("How well the model knows German:")


def test_masked_tokens_say_more_than_those_in_sight() -> None:
    audit = fake_audit(("de",), ("aul", "mbe", "dcbm", "cps"), reliability=False)
    assert "gender words" in language_quality(audit)
    audit = fake_audit(("de",), ("aul", "mbe"), reliability=False)
    assert "tokens in sight" in language_quality(audit)


def test_answers_to_different_questions_are_not_compared() -> None:
    audit = fake_audit(("de", "fi"), ("cps", "dcbm"), baseline=None, reliability=False)
    own = {"de": "cps", "fi": "dcbm"}
    cells = tuple(cell for cell in audit.cells if cell.measure == own[cell.place.key])
    assert language_quality(replace(audit, cells=cells)) == (
        "How well the model knows German: 50 % of masked tokens right, 2.00 nats each. "
        "How well the model knows Finnish: 50 % of gender words right, 1.98 nats each."
    )


def test_names_with_commas_do_not_stand_in_a_list() -> None:
    audit = scored({"ar": (-0.02, 0.01), "de": (-0.02, 0.01), "th": (-0.02, 0.05)})
    own = {p: replace(p, name=f"ted, {p.name}", key=f"ted {p.key}") for p in audit.places}
    cells = tuple(replace(cell, place=own[cell.place]) for cell in audit.cells)
    ((_, text),) = findings(replace(audit, places=tuple(own.values()), cells=cells))
    assert text.startswith("Prefers the stereotype in 2 of 3: ted ar and ted de; no preference")


def test_an_audit_of_old_says_nothing_of_language_quality() -> None:
    cells = [
        replace(cell, result=replace(cell.result, lm_accuracy=None, lm_surprisal=None))
        for cell in AUDIT.cells
    ]
    assert language_quality(replace(AUDIT, cells=tuple(cells))) == ""
