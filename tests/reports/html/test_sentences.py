"""The summary claims what the error bar supports, and nothing else."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from equimask.audits.results import Audit
from equimask.reports.html.sentences import (
    language_quality,
    listed,
    overview,
    reservations,
)
from tests.reports.html.fake_audit import fake_audit

LANGUAGES_USED = ("ar", "de", "th")
AUDIT = fake_audit(LANGUAGES_USED, ("s_jsd",), baseline=None, calibrate=False, reliability=False)
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
    )
    return replace(AUDIT, cells=tuple(cells))


def test_one_sentence_counts_what_is_shown_and_for_what() -> None:
    audit = scored({"ar": (-0.02, 0.01), "de": (0.02, 0.01), "th": (-0.02, 0.05)})
    assert overview(audit) == (
        "2 of 3 scores show a preference, beyond chance: 1 for the stereotype and 1 for the "
        "opposite of the stereotype."
    )
    audit = scored({"ar": (-0.02, 0.01), "de": (0.02, 0.8), "th": (-0.02, 0.05)})
    assert overview(audit) == (
        "1 of 3 scores shows a preference, beyond chance: for the stereotype."
    )


def test_nothing_found_is_said_as_such() -> None:
    audit = scored({"ar": (-0.02, 0.2), "de": (0.02, 0.7), "th": (-0.02, 1.0)})
    assert overview(audit) == "None of 3 scores shows a preference, beyond chance."
    one = replace(audit, cells=audit.cells[:1])
    assert overview(one) == "The one score shows no preference, beyond chance."


def test_several_models_are_counted_each() -> None:
    audit = fake_audit(("ar", "de"), ("cps",))
    shown = Counter(cell.model for cell in audit.cells if cell.verdict.is_finding)
    assert overview(audit) == (
        f"Of 2 scores each, {shown['lab/tiny-bert']} of lab/tiny-bert and "
        f"{shown['lab/other-bert']} of lab/other-bert show a preference, beyond chance."
    )
    uneven = replace(audit, cells=audit.cells[:-1])
    assert f"of 2 of lab/tiny-bert and {0} of 1 of".partition("0")[0] in overview(uneven)


@given(
    st.fixed_dictionaries({code: st.tuples(st.floats(-1, 1), Q_VALUES) for code in LANGUAGES_USED})
)
def test_a_score_counts_only_below_the_false_discovery_rate(
    values: dict[str, tuple[float, float | None]],
) -> None:
    found = sum(q is not None and q < 0.05 for _, q in values.values())
    told = overview(scored(values))
    assert told.startswith(f"{found} of 3" if found else "None of 3")


def test_too_few_and_certainly_small_are_not_the_same_as_none_shown() -> None:
    audit = scored({"ar": (-0.02, None), "de": (0.02, 0.7), "th": (-0.02, 1.0)})
    arabic, german, thai = audit.cells
    small = replace(thai, result=replace(thai.result, equivalence_p=0.01))
    told = " ".join(reservations(replace(audit, cells=(arabic, german, small))))
    assert "1 of 3 scores have too few independent rows" in told
    assert "1 of 3 scores are within the bound of equivalence" in told


def test_scores_without_a_neutral_point_are_not_read() -> None:
    audit = fake_audit(("de", "th"), ("mbe",), baseline=None, calibrate=False, reliability=False)
    assert overview(audit) == "None of 2 scores shows a preference, beyond chance."
    assert "2 of 2 scores are not read" in " ".join(reservations(audit))


def test_what_chance_means_is_said_with_what_is_tested_against() -> None:
    assert "against its neutral point" in reservations(AUDIT)[0]
    assert "against its null" in reservations(fake_audit(("de",), ("cps",)))[0]


@given(st.floats(-1, 1), Q_VALUES)
def test_a_difference_is_read_on_the_axis_of_its_measure(
    difference: float, q_value: float | None
) -> None:
    compared = COMPARED.comparisons[0]
    one = replace(compared, difference=difference, q_value=q_value)
    expected = "too few" if q_value is None else "none shown"
    if q_value is not None and q_value < 0.05 and difference:
        expected = "anti-stereotype" if difference > 0 else "stereotype"
    assert one.verdict.short == expected


COMPARED = fake_audit(("de",), ("s_jsd",), reliability=False)


def test_a_score_without_a_neutral_point_is_not_read_whatever_its_p() -> None:
    cell = AUDIT.cells[0]
    bare = replace(cell, q_value=0.0, result=replace(cell.result, neutral=None, p_value=0.0))
    assert bare.verdict == "uncalibrated"


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


def test_several_models_are_told_in_fewer_words() -> None:
    audit = reading(fake_audit(("ar", "de"), ("s_jsd",)), ar=0.31, de=0.625)
    assert language_quality(audit) == (
        "Masked tokens right: lab/tiny-bert 62 % (German) to 31 % (Arabic); lab/other-bert 62 % "
        "(German) to 31 % (Arabic)."
    )


def test_shares_that_read_the_same_are_told_once() -> None:
    audit = reading(fake_audit(("ar", "de"), ("s_jsd",)), ar=0.051, de=0.049)
    assert language_quality(audit) == "Masked tokens right: lab/tiny-bert 5 %; lab/other-bert 5 %."


def test_masked_tokens_say_more_than_those_in_sight() -> None:
    given = {"baseline": None, "reliability": False}
    audit = fake_audit(("de",), ("aul", "mbe", "dcbm", "cps"), **given)  # type: ignore[arg-type]
    assert "gender words" in language_quality(audit)
    audit = fake_audit(("de",), ("aul", "mbe"), **given)  # type: ignore[arg-type]
    assert "tokens in sight" in language_quality(audit)


def test_answers_to_different_questions_are_not_compared() -> None:
    audit = fake_audit(("de", "fi"), ("cps", "dcbm"), baseline=None, reliability=False)
    own = {"de": "cps", "fi": "dcbm"}
    cells = tuple(cell for cell in audit.cells if cell.measure == own[cell.place.key])
    assert language_quality(replace(audit, cells=cells)) == (
        "How well the model knows German: 50 % of masked tokens right, 2.00 nats each. "
        "How well the model knows Finnish: 50 % of gender words right, 1.98 nats each."
    )


@pytest.mark.parametrize("baseline", [None, "lab/other-bert@aabbccddeeff"])
def test_an_audit_of_old_says_nothing_of_language_quality(baseline: str | None) -> None:
    audit = fake_audit(("de", "fi"), ("cps",), baseline=baseline)
    cells = [
        replace(cell, result=replace(cell.result, lm_accuracy=None, lm_surprisal=None))
        for cell in audit.cells
    ]
    assert language_quality(replace(audit, cells=tuple(cells))) == ""
