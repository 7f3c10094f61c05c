"""A made-up result that the tests of reports and pages change to their needs."""

from __future__ import annotations

from equimask.core.result import BiasResult

CPS = BiasResult(
    metric="cps",
    value=60.0,
    neutral=50.0,
    stderr=3.0,
    ci_low=54.0,
    ci_high=66.0,
    p_value=0.001,
    test="exact sign test of 50 %",
    n=212,
    n_ties=2,
    skipped={"identical": 1},
    mde=9.6,
    signature="cps|n:212",
)
