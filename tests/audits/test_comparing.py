"""Models side by side on the same rows."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from equimask import stats
from equimask.audits.comparing import compare
from equimask.audits.measures import Floats, rows
from equimask.audits.results import Audit, Cell
from equimask.core.arrays import Ints
from equimask.core.options import Options
from equimask.core.result import BiasResult
from equimask.core.schema import PAIR_COLUMNS
from equimask.inputs.pairs import load_pairs
from equimask.metrics import all_measures, measure_of
from tests.audits.worlds import QUICK, cell_of, quick_audit, result_of

MEASURES = all_measures()


QUICK_OPTIONS = Options(n_resamples=399)


@pytest.fixture(scope="module")
def compared(bert_folder: Path) -> Audit:
    return quick_audit(baseline=bert_folder)


def results_of(audit: Audit, measure: str) -> list[BiasResult]:
    cells = (audit.cell("de", measure, key) for key in audit.model_keys)
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
        assert (one.value, one.other_value) == (model, baseline)  # to the last digit
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
    scored = [
        cell_of("cps", "stereotype", result_of("cps", 50.0, rows={"cps": bits}), model=model)
        for model, bits in rows.items()
    ]
    (one,), _, notes = compare(scored, "baseline", Options(n_resamples=99), {})
    assert (one.n, one.value, one.other_value, one.difference) == (2, 50.0, 0.0, 50.0)
    assert notes == ()


def test_a_score_beside_another_is_the_mean_of_its_rows_to_the_last_digit() -> None:
    draws = np.random.default_rng(0).normal(size=(2, 112))
    cells = [
        cell_of("s_jsd", "stereotype", result_of("s_jsd", 0.0, rows={"s_jsd": own}), model=name)
        for name, own in zip(("a", "b"), draws.tolist(), strict=True)
    ]
    (one,), _, _ = compare(cells, None, Options(n_resamples=99), {})
    assert (one.value, one.other_value) == tuple(float(own.mean()) for own in draws)


def test_mbe_of_other_sentences_is_not_compared_and_that_is_said() -> None:
    scored = [
        cell_of(
            "mbe",
            "male",
            result_of("mbe", 50.0, rows={"score": rows}, draws=np.array([1.0, 2.0])),
            model=model,
        )
        for model, rows in {"model": [1.0, None], "baseline": [None, 1.0]}.items()
    ]
    found, ranks, (note,) = compare(scored, None, Options(), {})
    assert found == ranks == ()
    assert note.startswith("de mbe: not compared")


@pytest.fixture(scope="module")
def three(bert_folder: Path, roberta_folder: Path) -> Audit:
    return quick_audit(["embedded", bert_folder, roberta_folder], metrics=["s_jsd", "cps", "mbe"])


def test_without_a_baseline_every_model_meets_every_other(three: Audit) -> None:
    keys = three.model_keys
    assert len(keys) == 3
    for measure in three.measures:
        met = [(c.model, c.other) for c in three.comparisons if c.measure == measure]
        assert met in ([], list(combinations(keys, 2)))
    assert {"s_jsd", "cps"} <= {one.measure for one in three.comparisons}


def rows_of_models(means: Sequence[float], measure: str = "cps", n: int = 60) -> list[Cell]:
    noise = np.random.default_rng(0).random(n)
    return [
        cell_of(
            measure,
            "stereotype",
            result_of(measure, mean, rows={measure: (mean / 100 > noise).astype(float).tolist()}),
            model=f"m{number}",
        )
        for number, mean in enumerate(means)
    ]


def test_intervals_of_three_models_hold_at_once_and_are_wider() -> None:
    cells = rows_of_models([20.0, 90.0, 55.0])
    (alone,) = compare(cells[:2], None, QUICK_OPTIONS, {}).comparisons
    (same, *_) = compare(cells, None, QUICK_OPTIONS, {}).comparisons
    assert (same.model, same.other, same.p_value) == (alone.model, alone.other, alone.p_value)
    assert same.difference == pytest.approx(alone.difference)
    assert same.ci_low is not None and same.ci_high is not None
    assert alone.ci_low is not None and alone.ci_high is not None
    assert same.ci_high - same.ci_low > alone.ci_high - alone.ci_low


def test_clearly_apart_models_have_their_ranks_for_sure() -> None:
    found = compare(rows_of_models([20.0, 90.0, 55.0]), None, QUICK_OPTIONS, {}).ranks
    assert [(one.model, one.rank, one.low, one.high) for one in found] == [
        ("m0", 3, 3, 3),
        ("m1", 1, 1, 1),
        ("m2", 2, 2, 2),
    ]


def test_models_alike_share_all_ranks() -> None:
    found = compare(rows_of_models([50.0, 50.0, 51.0]), None, QUICK_OPTIONS, {}).ranks
    assert {(one.low, one.high) for one in found} == {(1, 3)}


def test_where_below_neutral_is_the_stereotype_the_lowest_comes_first() -> None:
    cells = rows_of_models([20.0, 90.0], "s_jsd")
    found = compare(cells, None, QUICK_OPTIONS, {}).ranks
    assert [(one.model, one.rank, one.high) for one in found] == [("m0", 1, 1), ("m1", 2, 2)]


@pytest.mark.parametrize("baseline", [None, "m0", "m1"])
def test_ranks_of_two_models_say_what_the_interval_of_their_difference_says(
    baseline: str | None,
) -> None:
    surely = set()
    for n in range(8, 40):
        cells = rows_of_models([40.0, 62.0], n=n)
        (one,), ranks, _ = compare(cells, baseline, QUICK_OPTIONS, {})
        assert one.ci_low is not None and one.ci_high is not None
        apart = one.ci_low > 0 or one.ci_high < 0
        assert {rank.low == rank.high for rank in ranks} == {apart}, n
        surely.add(apart)
    assert surely == {True, False}


def test_with_a_baseline_all_others_are_compared_with_it_alone() -> None:
    cells = rows_of_models([20.0, 90.0, 55.0])
    found = compare(cells, "m1", QUICK_OPTIONS, {}).comparisons
    assert [(one.model, one.other) for one in found] == [("m0", "m1"), ("m2", "m1")]
    assert found[0].difference < found[1].difference < 0


def test_too_few_clusters_leave_every_rank_open() -> None:
    cells = rows_of_models([20.0, 90.0, 55.0])
    clusters = {cells[0].place: [[str(row % 3) for row in range(60)]]}
    found = compare(cells, None, QUICK_OPTIONS, clusters)
    assert {(one.low, one.high) for one in found.ranks} == {(1, 3)}
    assert all(one.ci_low is None and one.n_clusters == 3 for one in found.comparisons)


def test_a_model_alone_is_neither_compared_nor_ranked() -> None:
    assert compare(rows_of_models([50.0]), None, QUICK_OPTIONS, {}) == ((), (), ())
