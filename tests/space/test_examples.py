"""An example for a visitor to change."""

from __future__ import annotations

import pytest

from equimask.inputs.pairs import pair_languages
from equimask.metrics import all_specs, spec_of
from equimask.space.examples import example
from equimask.space.pasted import read_pasted


@pytest.mark.parametrize("metric", all_specs())
def test_an_example_can_be_pasted_back(metric: str) -> None:
    for language in pair_languages():
        found = read_pasted(metric, example(metric, language))
        assert found is not None
        assert tuple(found.columns) == tuple(spec_of(metric).columns)
        assert len(set(zip(*found.columns.values(), strict=True))) >= 8
        if "gender" in found.columns:
            assert set(found.columns["gender"]) == {"male", "female"}
