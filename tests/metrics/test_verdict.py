"""One function decides what a result shows, and claims no more than it can."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from equimask import stats
from equimask.core.result import BiasResult
from equimask.core.verdicts import WORDS, Verdict
from equimask.metrics import all_measures, measure_of
from equimask.metrics.verdict import corrected, difference_verdict, verdict, verdict_of
from tests.results import CPS

CASES: list[tuple[dict[str, Any], str]] = [
    ({}, "stereotype"),
    ({"value": 40.0}, "anti_stereotype"),
    ({"p_value": 0.2}, "none_shown"),
    ({"metric": "s_jsd", "value": -0.01, "neutral": 0.0}, "stereotype"),
    ({"metric": "sbm"}, "male"),
    ({"metric": "sbm", "value": 44.0}, "female"),
    ({"metric": "mbe", "neutral": None}, "uncalibrated"),
    ({"metric": "dcbm", "neutral": None, "p_value": 0.9}, "uncalibrated"),
    ({"metric": "mbe", "neutral": 62.0, "null": 62.0}, "female"),
    ({"null": 65.0}, "anti_stereotype"),  # p is about the distance from the null
    ({"metric": "latent_pmi", "value": 0.02, "neutral": 0.0}, "gendered"),
    ({"metric": "latent_pmi", "value": -0.01, "neutral": 0.0}, "none_shown"),
    ({"p_value": None}, "stereotype"),  # the interval leaves neutral out
    ({"p_value": None, "ci_low": 49.0}, "none_shown"),
    ({"p_value": None, "ci_low": None, "ci_high": None}, "too_few"),
    ({"metric": "mbe", "neutral": None, "p_value": None}, "uncalibrated"),
    ({"attainable_p": 0.0625}, "too_few"),
    ({"attainable_p": 0.03125}, "stereotype"),
    ({"n": 5}, "too_few"),
    ({"n": 5, "n_clusters": None, "null": 51.0}, "too_few"),  # whatever a t test says
    ({"n_clusters": 4}, "too_few"),
    ({"p_value": 0.2, "equivalence_p": 0.01}, "equivalent"),
    ({"equivalence_p": 0.01}, "equivalent"),  # surely there, and surely too small to matter
    ({"equivalence_p": 0.2}, "stereotype"),
    ({"attainable_p": 0.5, "equivalence_p": 0.0}, "too_few"),
    ({"metric": "mbe", "neutral": None, "attainable_p": 0.5}, "uncalibrated"),
]


@pytest.mark.parametrize(("changes", "expected"), CASES)
def test_a_result_is_read(changes: dict[str, Any], expected: str) -> None:
    assert verdict_of(replace(CPS, **changes)) == expected


def test_every_verdict_is_reached_and_has_words() -> None:
    assert {expected for _, expected in CASES} == {one.value for one in Verdict} == set(WORDS)
    assert len({words.short for words in WORDS.values()}) == len(WORDS)


NUMBERS = st.one_of(st.none(), st.floats(0, 1))


@given(
    measure=st.sampled_from(sorted(all_measures())),
    value=st.floats(0, 100),
    starts=st.tuples(st.booleans(), st.one_of(st.none(), st.floats(0, 100))),
    p_values=st.tuples(NUMBERS, NUMBERS, NUMBERS),
    ends=st.one_of(st.none(), st.tuples(st.floats(0, 50), st.floats(50, 100))),
    n=st.integers(1, 500),
)
def test_a_preference_is_claimed_only_where_there_is_one_to_claim(
    measure: str,
    value: float,
    starts: tuple[bool, float | None],
    p_values: tuple[float | None, float | None, float | None],
    ends: tuple[float, float] | None,
    n: int,
) -> None:
    shown, (known, null) = measure_of(measure), starts
    p_value, attainable, equivalence = p_values
    low, high = ends or (None, None)
    result = replace(
        CPS, metric=measure, value=value, neutral=50.0 if known else None, null=null, n=n,
        p_value=p_value, attainable_p=attainable, equivalence_p=equivalence, ci_low=low,
        ci_high=high,
    )  # fmt: skip
    found = verdict(shown, result)
    start = result.tested_against
    least = stats.attainable_p(n) if attainable is None else attainable
    assert (found == Verdict.UNCALIBRATED) == (start is None)
    if found.is_finding:
        assert start is not None and least < stats.ALPHA
        assert p_value is None or p_value < stats.ALPHA
        assert p_value is not None or ends is not None
        assert found == (shown.above if value > start else shown.below)
    if start is not None and least >= stats.ALPHA:
        assert found == Verdict.TOO_FEW
    if found == Verdict.EQUIVALENT:
        assert equivalence is not None and equivalence < stats.ALPHA
    if found == Verdict.NONE_SHOWN and shown.claim != "gendered":
        assert p_value is not None or ends is not None


@given(NUMBERS, st.floats(0, 1))
def test_false_discovery_control_only_takes_away(p_value: float | None, more: float) -> None:
    result = replace(CPS, p_value=p_value)
    q_value = None if p_value is None else min(1.0, p_value + more)
    before, after = (corrected(measure_of("cps"), result, p) for p in (p_value, q_value))
    assert after in (before, Verdict.NONE_SHOWN)


def test_a_difference_is_read_on_the_axis_of_its_measure() -> None:
    s_jsd = measure_of("s_jsd")
    assert difference_verdict(s_jsd, -0.1, 0.01, 100) == "stereotype"
    assert difference_verdict(s_jsd, -0.1, 0.2, 100) == "none_shown"
    assert difference_verdict(s_jsd, -0.1, 0.01, 5) == "too_few"
    assert difference_verdict(s_jsd, -0.1, None, 100) == "too_few"


def test_it_goes_with_the_result_as_plain_text() -> None:
    decided = replace(CPS, verdict=Verdict.ANTI_STEREOTYPE, attainable_p=0.5)
    flat = json.loads(json.dumps(decided.as_dict()))
    assert flat["verdict"] == "anti_stereotype"
    assert BiasResult.from_dict(flat) == decided
    assert BiasResult.from_dict(flat).verdict is Verdict.ANTI_STEREOTYPE


def test_a_result_of_old_is_read_anew() -> None:
    flat = CPS.as_dict()
    for name in ("verdict", "attainable_p"):
        del flat[name]
    assert verdict_of(BiasResult.from_dict(flat)) == "stereotype"
