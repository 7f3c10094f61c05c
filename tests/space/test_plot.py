"""The figure of a page: rows by the side that they prefer."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest

from equimask.metrics import all_specs, measure_of
from equimask.reports.html.inline_svg import THEME
from equimask.space.plot import draw, row_groups
from tests.space.made_up import ROWS, measured


@pytest.mark.parametrize("metric", ROWS)
def test_every_metric_has_its_figure(metric: str) -> None:
    svg = draw(measured(metric))
    root = ET.fromstring(svg)
    assert root.get("role") == "img"
    assert svg == draw(measured(metric))
    drawn = set(re.findall("#[0-9a-f]{6}", svg))
    assert not drawn & set(THEME)  # what has a colour has one of the page's


def test_every_metric_with_a_page_is_drawn() -> None:
    assert set(ROWS) == set(all_specs())


@pytest.mark.parametrize("metric", ["s_jsd", "cps", "sbm", "dcbm"])
def test_pairs_are_grouped_by_the_side_they_prefer(metric: str) -> None:
    groups = row_groups(measured(metric))
    above, below = measure_of(metric).above.short, measure_of(metric).below.short
    if metric == "s_jsd":
        assert np.allclose(groups[below], [-10.0]) and np.allclose(groups[above], [20.0])
    elif metric == "dcbm":  # a word without any probability has no logarithm
        assert np.allclose(groups[above], [np.log(5.0)]) and below not in groups
    else:
        assert np.allclose(groups[above], [1.0]) and np.allclose(groups[below], [-1.0])
    assert np.allclose(groups["neither"], [0.0])


@pytest.mark.parametrize("metric", ["mbe", "latent_pmi"])
def test_rows_with_a_gender_are_grouped_by_it(metric: str) -> None:
    groups = row_groups(measured(metric))
    assert {name: len(values) for name, values in groups.items()} == {"male": 1, "female": 2}
