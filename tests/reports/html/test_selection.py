"""Which measures have a figure of their pairs."""

from __future__ import annotations

from equimask.audits.results import Audit
from equimask.reports.html.selection import paired_measures


def test_only_measures_with_sizes_have_a_distribution(audit: Audit) -> None:
    assert paired_measures(audit) == ["s_jsd"]
