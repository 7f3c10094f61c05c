"""Error bars, tests and power. Every sampler takes its seed; nothing reads a global generator."""

from equimask.stats.intervals import (
    POWER,
    Interval,
    bootstrap_mean,
    bootstrap_percentage,
    mean_interval,
    minimum_detectable_effect,
)
from equimask.stats.paired import (
    PairedDifference,
    difference_of_draws,
    paired_bootstrap,
    rank_correlation,
)
from equimask.stats.tests import (
    ALPHA,
    TwinTest,
    mcnemar_test,
    permutation_p_value,
    q_values,
    sign_flip_test,
    sign_test,
    twin_test,
)

__all__ = [
    "ALPHA",
    "POWER",
    "Interval",
    "PairedDifference",
    "TwinTest",
    "bootstrap_mean",
    "bootstrap_percentage",
    "difference_of_draws",
    "mcnemar_test",
    "mean_interval",
    "minimum_detectable_effect",
    "paired_bootstrap",
    "permutation_p_value",
    "q_values",
    "rank_correlation",
    "sign_flip_test",
    "sign_test",
    "twin_test",
]
