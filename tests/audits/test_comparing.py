"""Cells side by side: baselines, agreement, contradictions."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from equimask import stats
from equimask.audits.comparing import agreements, compare, flips
from equimask.audits.measures import Floats, rows
from equimask.audits.places import packaged_place
from equimask.audits.results import Audit, Cell, Comparison
from equimask.audits.tasks import Scored, Task
from equimask.core.arrays import Ints
from equimask.core.options import Options
from equimask.core.result import BiasResult
from equimask.core.schema import PAIR_COLUMNS
from equimask.inputs.pairs import load_pairs
from equimask.metrics import all_measures, measure_of
from tests.audits.worlds import QUICK, cell_of, quick_audit, result_of

MEASURES = all_measures()


@pytest.fixture(scope="module")
def compared(bert_folder: Path) -> Audit:
    return quick_audit(baseline=bert_folder)


def results_of(audit: Audit, measure: str) -> list[BiasResult]:
    cells = (audit.cell("de", measure, role) for role in ("model", "baseline"))
    return [cell.result for cell in cells if cell is not None]


def rows_of_both(audit: Audit, measure: str) -> list[Floats]:
    """Of the pairs that both have scored: some are one to the tiny tokenizer."""
    own, other = (rows(measure_of(measure), result) for result in results_of(audit, measure))
    scored = scored_by_both(audit, measure)
    return [own[scored], other[scored]]


def scored_by_both(audit: Audit, measure: str) -> Ints:
    both = [rows(measure_of(measure), result) for result in results_of(audit, measure)]
    return np.flatnonzero(~np.isnan(both).any(axis=0))


def test_every_measure_is_compared(compared: Audit) -> None:
    assert [one.measure for one in compared.comparisons] == list(compared.measures)
    for one in compared.comparisons:
        if measure_of(one.measure).statistic == "own":
            model, baseline = (result.value for result in results_of(compared, one.measure))
        else:
            model, baseline = (both.mean() for both in rows_of_both(compared, one.measure))
        assert one.value == pytest.approx(model)
        assert one.baseline_value == pytest.approx(baseline)
        assert one.difference == pytest.approx(model - baseline)
        assert one.ci_low is not None and one.ci_high is not None
        assert one.ci_low <= one.difference <= one.ci_high
        assert one.mde is not None and one.mde > 0


def test_false_discovery_is_controlled_over_all_comparisons(compared: Audit) -> None:
    found = compared.comparisons
    assert [one.q_value for one in found] == stats.q_values([one.p_value for one in found])


def test_clusters_of_rows_are_flipped_in_step(compared: Audit) -> None:
    model, baseline = rows_of_both(compared, "cps")
    pairs = load_pairs("de")
    clusters = [pairs[row].cluster for row in scored_by_both(compared, "cps")]
    drawn = 0.95, QUICK["n_resamples"], np.random.default_rng(0)
    told = stats.clustered_mean(model - baseline, [clusters], 0.0, *drawn)
    (one,) = [c for c in compared.comparisons if c.measure == "cps"]
    assert (one.stderr, one.ci_low, one.ci_high) == told.interval
    assert one.p_value == told.p_value


def test_independent_rows_are_drawn_in_step(bert_folder: Path) -> None:
    sides = {name: [getattr(pair, name) for pair in load_pairs("de")] for name in PAIR_COLUMNS}
    found = quick_audit(data={"mine": sides}, metrics=["cps"], baseline=bert_folder)
    both = np.array([rows(measure_of("cps"), cell.result) for cell in found.cells])
    model, baseline = both[:, ~np.isnan(both).any(axis=0)]
    (one,) = found.comparisons
    assert (one.stderr, one.ci_low, one.ci_high) == stats.bootstrap_mean(
        model - baseline, 0.95, QUICK["n_resamples"], 0
    )


@pytest.mark.slow
def test_a_model_does_not_differ_from_itself() -> None:
    found = quick_audit(baseline="embedded", metrics=["cps", "mbe"]).comparisons
    assert [(c.difference, c.ci_low, c.ci_high, c.p_value) for c in found] == [(0, 0, 0, 1.0)] * 2
    # Pairs that never differ do not tell how small a difference they would have shown.
    assert [c.mde for c in found] == [None, None]


def test_only_rows_that_both_scored_are_compared() -> None:
    rows = {"model": [1.0, 0.0, None, 1.0], "baseline": [0.0, 0.0, 1.0, None]}
    task = Task("model", packaged_place("de"), "cps")
    scored = {
        replace(task, role=role): Scored(
            cell_of("cps", "stereotype", result_of("cps", 50.0, rows={"cps": bits}), role=role)
        )
        for role, bits in rows.items()
    }
    ((one,), notes) = compare(scored, Options(n_resamples=99), {})
    assert (one.n, one.value, one.baseline_value, one.difference) == (2, 50.0, 0.0, 50.0)
    assert notes == []


def test_mbe_of_other_sentences_is_not_compared_and_that_is_said() -> None:
    task = Task("model", packaged_place("de"), "mbe")
    scored = {
        replace(task, role=role): Scored(
            cell_of(
                "mbe",
                "male",
                result_of("mbe", 50.0, rows={"score": rows}, draws=np.array([1.0, 2.0])),
                role=role,
            )
        )
        for role, rows in {"model": [1.0, None], "baseline": [None, 1.0]}.items()
    }
    found, (note,) = compare(scored, Options(), {})
    assert found == ()
    assert note.startswith("de mbe: not compared")


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
    common = {"claim": "stereotype", "n": 9, "value": 0.0, "baseline_value": 0.0, "stderr": 1.0}
    common |= {
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
