"""The example is a measurement: what `score` gives, and a bias that is found."""

from __future__ import annotations

import pytest

from equimask.core.embedded import EMBEDDED
from equimask.evaluation import score
from equimask.evaluation.example import LANGUAGE, example_result
from equimask.inputs.packaged import packaged_rows
from equimask.metrics import all_specs, spec_of


@pytest.mark.parametrize("metric", ["cps", "dcbm"])
def test_it_is_what_score_gives(metric: str) -> None:
    calibrate = spec_of(metric).headline.neutral is None
    expected = score(metric, language=LANGUAGE, model=EMBEDDED, calibrate=calibrate, progress=False)
    found = example_result(metric)
    assert found.result == expected
    assert found.columns == packaged_rows(spec_of(metric), LANGUAGE).columns


@pytest.mark.parametrize("metric", all_specs())
def test_it_shows_the_planted_bias_with_a_starting_point(metric: str) -> None:
    result, columns = example_result(metric)
    assert result.verdict is not None and result.verdict.is_finding
    assert result.tested_against is not None
    n = {len(cells) for cells in columns.values()}
    assert n == {len(values) for values in result.row_values.values()}
