"""The pairs of a language as an outline, their quartiles in a table, and those at both ends."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from equimask.audits.places import packaged_place
from equimask.audits.results import Audit
from equimask.reports.html import single_pairs
from equimask.reports.html.single_pairs import SHOWN_PAIRS, distribution, extreme_pairs


def test_an_outline_counts_the_pairs() -> None:
    edges = np.array([0.0, 1.0, 2.0, 3.0])
    heights = np.array([0.1, 0.4, 0.4])
    x, y = single_pairs._outline(heights, edges, 5)
    assert x.tolist() == [0, 1, 1, 3, 3, 1, 1, 0]
    assert y.tolist() == pytest.approx([4.9, 4.9, 4.6, 4.6, 5.4, 5.4, 5.1, 5.1])


def test_the_table_of_pairs_has_their_quartiles(audit: Audit) -> None:
    cell = audit.cell("de", "s_jsd")
    assert cell is not None and cell.effects is not None
    known = 1e3 * cell.effects[~np.isnan(cell.effects)]
    (table,) = distribution(audit, "s_jsd").sheets
    row = next(row for row in table.rows if row[:2] == ("German", "lab/tiny-bert"))
    assert row[2:7] == (
        str(len(known)),
        *(f"{v:.2f}" for v in (known.mean(), *np.percentile(known, (25, 50, 75)))),
    )
    assert row[7] == f"{100 * (known > 0).mean():.0f} %"


def test_extreme_pairs_are_the_ends_of_the_list(audit: Audit) -> None:
    found = extreme_pairs(audit)
    assert found is not None and (found.measure, found.towards) == ("s_jsd", "stereotype")
    for language in found.places:
        cell = audit.cell(language.place, "s_jsd")
        assert cell is not None and cell.effects is not None
        known = sorted(1e3 * cell.effects[~np.isnan(cell.effects)])
        assert [float(one.effect) for one in language.most] == pytest.approx(
            known[::-1][:SHOWN_PAIRS], abs=0.006
        )
        assert [float(one.effect) for one in language.least] == pytest.approx(
            known[:SHOWN_PAIRS], abs=0.006
        )
        skipped = audit.pairs[language.place.key][0].id
        assert skipped not in [one.pair.id for one in (*language.most, *language.least)]


def test_few_pairs_are_shown_once(audit: Audit) -> None:
    cell = replace(audit.cells[0], effects=np.array([0.1, np.nan, 0.3, 0.2]))
    pairs = {"ar": audit.pairs["ar"][:4]}
    few = extreme_pairs(
        replace(
            audit, cells=(cell,), pairs=pairs, places=(packaged_place("ar"),), measures=("s_jsd",)
        )
    )
    assert few is not None
    assert [one.effect for one in few.places[0].most] == ["300.00"]
    assert [one.effect for one in few.places[0].least] == ["100.00"]
