"""The pairs at both ends."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from equimask.audits.results import Audit
from equimask.reports.html.extremes import SHOWN_PAIRS, extreme_pairs


def test_extreme_pairs_are_the_ends_of_the_list(audit: Audit) -> None:
    found = extreme_pairs(audit)
    assert found is not None and (found.measure, found.towards) == ("s_jsd", "stereotype")
    for language in found.languages:
        cell = audit.cell(language.language, "s_jsd")
        assert cell is not None and cell.effects is not None
        known = sorted(1e3 * cell.effects[~np.isnan(cell.effects)])
        assert [float(one.effect) for one in language.most] == pytest.approx(
            known[::-1][:SHOWN_PAIRS], abs=0.006
        )
        assert [float(one.effect) for one in language.least] == pytest.approx(
            known[:SHOWN_PAIRS], abs=0.006
        )
        skipped = audit.pairs[language.language][0].id
        assert skipped not in [one.pair.id for one in (*language.most, *language.least)]


def test_few_pairs_are_shown_once(audit: Audit) -> None:
    cell = replace(audit.cells[0], effects=np.array([0.1, np.nan, 0.3, 0.2]))
    pairs = {"ar": audit.pairs["ar"][:4]}
    few = extreme_pairs(
        replace(audit, cells=(cell,), pairs=pairs, languages=("ar",), measures=("s_jsd",))
    )
    assert few is not None
    assert [one.effect for one in few.languages[0].most] == ["300.00"]
    assert [one.effect for one in few.languages[0].least] == ["100.00"]
