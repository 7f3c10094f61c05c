"""Tokens of many pairs in one table."""

from __future__ import annotations

import pytest

from tests.measures.test_s_jsd import scores


def test_sums_by_pair_follow_the_counts() -> None:
    table = scores([[-1.0], [-2.0, -3.0], [-4.0]], [[0.0], [0.0, 0.0], [0.0]])
    assert table.sum_by_pair(table.log_p_more) == pytest.approx([-1.0, -5.0, -4.0])
