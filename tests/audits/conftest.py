"""An audit that several tests read."""

from __future__ import annotations

import pytest

from equimask.audits.results import Audit
from tests.audits.worlds import german_audit


@pytest.fixture
def german() -> Audit:
    return german_audit()
