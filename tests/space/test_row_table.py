"""The rows of every metric: their texts, their scores on the measure's side, what they prefer."""

from __future__ import annotations

import numpy as np
import pytest

from equimask.metrics import all_specs, measure_of, spec_of
from equimask.space.row_table import BEYOND, MAX_SHOWN, NEITHER, row_table
from equimask.space.scoring import example
from tests.space.made_up import ROWS, measured


def test_every_metric_with_a_page_has_made_up_rows() -> None:
    assert set(ROWS) == set(all_specs())


@pytest.mark.parametrize("metric", ROWS)
def test_rows_come_with_their_texts_the_most_decided_first(metric: str) -> None:
    table = row_table(measured(metric))
    assert table.names == tuple(spec_of(metric).columns)
    assert table.label == measure_of(metric).row_label
    assert (table.n_scored, table.n_input) == (3, 4)  # one was skipped
    sizes = [abs(row.score) if table.sides else row.score for row in table.rows]
    assert sizes == sorted(sizes, reverse=True)
    texts = {row.texts for row in table.rows}
    assert texts == {tuple(f"<{name}> {row}" for name in table.names) for row in (0, 1, 3)}


@pytest.mark.parametrize("metric", [name for name in ROWS if measure_of(name).effects])
def test_a_decided_row_prefers_what_the_measure_decided(metric: str) -> None:
    table = row_table(measured(metric))
    first = {row.texts[0]: row for row in table.rows}
    claim, away = measure_of(metric).claim, measure_of(metric).away
    name = table.names[0]
    found = [first[f"<{name}> {row}"].prefers for row in (0, 1, 3)]
    assert found == [claim, away, NEITHER]
    assert table.sides == {claim: 1, away: 1, NEITHER: 1} and next(iter(table.sides)) == claim
    # the score of a row lies on the side of 0 that the measure's own score has
    towards = measure_of(metric).direction * first[f"<{name}> 0"].score
    assert towards > 0


def test_s_jsd_is_shown_in_thousandths_as_its_score_is() -> None:
    assert [row.score for row in row_table(measured("s_jsd")).rows] == [20.0, -10.0, 0.0]


def test_a_word_without_any_probability_has_bounded_odds() -> None:
    assert row_table(measured("dcbm")).rows[0].score == -BEYOND


@pytest.mark.parametrize("metric", ["mbe", "latent_pmi"])
def test_rows_that_are_not_decided_prefer_nothing(metric: str) -> None:
    table = row_table(measured(metric))
    assert table.sides == {}
    assert {row.prefers for row in table.rows} == {""}


def test_a_margin_that_numbers_do_not_resolve_is_a_tie() -> None:
    rows = {"pll_more": [-1.0], "pll_less": [-1.0 - 1e-12], "cps": [0.5]}
    (row,) = row_table(measured(rows=rows)).rows
    assert row.prefers == NEITHER


def test_no_more_rows_than_a_page_bears() -> None:
    n = MAX_SHOWN + 5
    effects = np.arange(n, dtype=float)
    rows = {"pll_more": effects.tolist(), "pll_less": [0.0] * n, "cps": [1.0] * n}
    table = row_table(measured(rows=rows))
    assert len(table.rows) == MAX_SHOWN
    assert (table.n_scored, table.sides["stereotype"]) == (n, n)
    assert table.rows[0].score == n - 1


@pytest.mark.parametrize("metric", ["s_jsd", "cps", "aul", "sbm", "dcbm"])
def test_the_sides_of_all_rows_give_the_score_back(metric: str) -> None:
    """The naive count over what the table says is the share that the metric reports."""
    shown = example(metric)
    sides = row_table(shown).sides
    claim = measure_of(metric).claim
    share = 100 * (sides[claim] + sides[NEITHER] / 2) / sum(sides.values())
    reported = shown.result.details["b_s_jsd"] if metric == "s_jsd" else shown.result.value
    assert share == pytest.approx(reported)
