"""Measures of the same claim side by side: agreement and contradictions."""

from __future__ import annotations

import pytest

from equimask.audits.concording import agreements, flips
from equimask.audits.places import packaged_place
from equimask.audits.results import Cell, Comparison
from equimask.metrics import all_measures
from tests.audits.worlds import cell_of, result_of

MEASURES = all_measures()


def cells(*entries: tuple[str, float, float | None, str]) -> list[Cell]:
    return [
        cell_of(
            name,
            MEASURES[name].claim,
            result_of(MEASURES[name].key, value, neutral=0.0 if name == "s_jsd" else 50.0),
            q=q,
            language=language,
        )
        for name, value, q, language in entries
    ]


def test_two_sure_scores_on_opposite_sides_are_a_flip() -> None:
    found = flips(cells(("s_jsd", -0.3, 0.01, "de"), ("cps", 40.0, 0.02, "de")), [])
    (flip,) = found
    assert (flip.about, flip.measure, flip.other) == ("score", "s_jsd", "cps")
    assert (flip.effect, flip.other_effect) == (0.3, -10.0)  # S_JSD below 0 is stereotype


@pytest.mark.parametrize(
    "entries",
    [
        [("s_jsd", -0.3, 0.01, "de"), ("cps", 60.0, 0.02, "de")],  # the same side
        [("s_jsd", -0.3, 0.01, "de"), ("cps", 40.0, 0.06, "de")],  # one of them unsure
        [("s_jsd", -0.3, 0.01, "de"), ("cps", 40.0, None, "de")],  # one of them untested
        [("s_jsd", -0.3, 0.01, "de"), ("cps", 40.0, 0.01, "en")],  # of different languages
        [("cps", 60.0, 0.01, "de"), ("sbm", 40.0, 0.01, "de")],  # of different claims
    ],
)
def test_anything_less_is_none(entries: list[tuple[str, float, float | None, str]]) -> None:
    assert flips(cells(*entries), []) == ()


def test_too_few_rows_contradict_nobody() -> None:
    few = result_of("cps", 40.0, attainable_p=0.5)
    pair = [cell_of("cps", "stereotype", few, q=0.01)]
    pair += cells(("s_jsd", -0.3, 0.01, "de"))
    assert flips(pair, []) == ()


def test_a_calibrated_score_is_on_the_side_of_its_null() -> None:
    calibrated = result_of("cps", 60.0, null=70.0, null_stderr=1.0)
    pair = [
        cell_of("cps", "stereotype", calibrated, q=0.01),
        cell_of("aula", "stereotype", result_of("aul", 60.0), q=0.01),
    ]
    (flip,) = flips(pair, [])
    assert (flip.effect, flip.other_effect) == (-10.0, 10.0)


def test_differences_flip_too() -> None:
    common = {"claim": "stereotype", "n": 9, "value": 0.0, "other_value": 0.0, "stderr": 1.0}
    common |= {
        "model": "m",
        "other": "other",
        "ci_low": 0.0,
        "ci_high": 0.0,
        "p_value": 0.01,
        "mde": 1.0,
        "place": packaged_place("de"),
    }
    more = Comparison(measure="s_jsd", difference=-0.1, q_value=0.01, **common)
    less = Comparison(measure="cps", difference=-9.0, q_value=0.01, **common)
    (flip,) = flips([], [more, less])
    assert (flip.about, flip.effect, flip.other_effect) == ("difference", 0.1, -9.0)


def test_pairs_agree_by_rank_and_by_sign() -> None:
    first = cell_of(
        "cps", "stereotype", result_of("cps", 60.0), effects=(1.0, 2.0, None, -3.0, 5.0)
    )
    second = cell_of(
        "aula", "stereotype", result_of("aul", 60.0), effects=(0.1, 0.2, 9.0, 0.05, 0.7)
    )
    (found,) = agreements([first, second], [MEASURES["cps"], MEASURES["aula"]])
    assert (found.place, found.n) == (packaged_place("de"), 4)
    assert found.rank_correlation == pytest.approx(1.0)
    assert found.same_sign == pytest.approx(3 / 4)


def test_measures_of_different_claims_are_not_compared() -> None:
    both = [
        cell_of("cps", "stereotype", result_of("cps", 60.0), effects=(1.0, 2.0)),
        cell_of("sbm", "male", result_of("sbm", 60.0), effects=(1.0, 2.0)),
    ]
    assert agreements(both, [MEASURES["cps"], MEASURES["sbm"]]) == ()


def test_languages_are_compared_from_three_on() -> None:
    names = ("s_jsd", "cps")
    values = {"de": (-0.3, 70.0), "en": (-0.2, 60.0), "fi": (0.1, 55.0)}
    some = cells(
        *(
            (name, value, None, lang)
            for lang, two in values.items()
            for name, value in zip(names, two, strict=True)
        )
    )
    measures = [MEASURES[name] for name in names]
    (over,) = agreements(some, measures)
    assert (over.place, over.n) == (None, 3)
    assert over.rank_correlation == pytest.approx(1.0)
    assert over.same_sign == pytest.approx(2 / 3)  # Finnish: against, and for the stereotype
    assert agreements(some[:4], measures) == ()


def test_without_a_neutral_point_only_the_order_is_compared() -> None:
    some = [
        cell_of(
            name,
            "male",
            result_of(name, value, neutral=50.0 if name == "sbm" else None),
            language=lang,
        )
        for lang, two in {"de": (40.0, 45.0), "en": (50.0, 52.0), "fi": (60.0, 70.0)}.items()
        for name, value in zip(("sbm", "mbe"), two, strict=True)
    ]
    (over,) = agreements(some, [MEASURES["sbm"], MEASURES["mbe"]])
    assert over.rank_correlation == pytest.approx(1.0)
    assert over.same_sign is None
