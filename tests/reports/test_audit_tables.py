"""The tables of the terminal say what their numbers are distances from."""

from __future__ import annotations

import pytest
from rich.table import Table

from equimask.reports.audit_tables import tables
from tests.reports.html.fake_audit import fake_audit


@pytest.mark.parametrize(
    ("calibrate", "expected"), [(False, "from neutral"), (True, "from the untrained twins")]
)
def test_a_detectable_effect_is_one_from_where_the_test_starts(
    calibrate: bool, expected: str
) -> None:
    found = fake_audit(
        ("de",), ("cps", "mbe"), baseline=None, calibrate=calibrate, reliability=False
    )
    scores = next(iter(tables(found)))
    assert isinstance(scores, Table)
    assert expected in str(scores.caption)
