"""Error bars, tests and power. Every sampler takes its seed; nothing reads a global generator."""

from equimask.core.randomness import Seed
from equimask.stats.clustered import (
    Clustered,
    clustered_difference,
    clustered_equivalence,
    clustered_mean,
    clustered_percentage,
)
from equimask.stats.clusters import ClusterError, cluster_error, effective_number, n_clusters
from equimask.stats.contrasts import (
    Contrast,
    contrast_error,
    contrast_of_means,
    crossed_contrast_error,
)
from equimask.stats.crossed import crossed_error
from equimask.stats.draws import cluster_bootstrap
from equimask.stats.effects import (
    StandardisedEffect,
    standardised_difference,
    standardised_difference_rows,
    standardised_effect,
)
from equimask.stats.equivalence import Equivalence, tost, tost_of_draws, tost_of_percentage
from equimask.stats.flips import (
    FEW_CLUSTERS,
    attainable_p,
    cluster_interval,
    cluster_sign_flip_test,
)
from equimask.stats.intervals import (
    POWER,
    Interval,
    bootstrap_mean,
    bootstrap_percentage,
    mean_interval,
    minimum_detectable_effect,
)
from equimask.stats.means import interval_of_mean
from equimask.stats.paired import (
    PairedDifference,
    difference_of_draws,
    paired_bootstrap,
    rank_correlation,
)
from equimask.stats.percentages import (
    FEW_UNITS,
    percentage_by_error,
    percentage_interval,
    percentage_of_clusters,
)
from equimask.stats.ranks import (
    Differences,
    Ranks,
    rank_intervals,
    simultaneous_differences,
    simultaneous_differences_of_draws,
)
from equimask.stats.tests import (
    ALPHA,
    TwinTest,
    attainable_p_of_labels,
    mcnemar_test,
    mean_twin_test,
    permutation_p_value,
    q_values,
    sign_flip_test,
    sign_test,
    twin_test,
)
from equimask.stats.two_groups import difference_rows
from equimask.stats.wild import crossed_interval, wild_cluster_test

__all__ = [
    "ALPHA",
    "FEW_CLUSTERS",
    "FEW_UNITS",
    "POWER",
    "ClusterError",
    "Clustered",
    "Contrast",
    "Differences",
    "Equivalence",
    "Interval",
    "PairedDifference",
    "Ranks",
    "Seed",
    "StandardisedEffect",
    "TwinTest",
    "attainable_p",
    "attainable_p_of_labels",
    "bootstrap_mean",
    "bootstrap_percentage",
    "cluster_bootstrap",
    "cluster_error",
    "cluster_interval",
    "cluster_sign_flip_test",
    "clustered_difference",
    "clustered_equivalence",
    "clustered_mean",
    "clustered_percentage",
    "contrast_error",
    "contrast_of_means",
    "crossed_contrast_error",
    "crossed_error",
    "crossed_interval",
    "difference_of_draws",
    "difference_rows",
    "effective_number",
    "interval_of_mean",
    "mcnemar_test",
    "mean_interval",
    "mean_twin_test",
    "minimum_detectable_effect",
    "n_clusters",
    "paired_bootstrap",
    "percentage_by_error",
    "percentage_interval",
    "percentage_of_clusters",
    "permutation_p_value",
    "q_values",
    "rank_correlation",
    "rank_intervals",
    "sign_flip_test",
    "sign_test",
    "simultaneous_differences",
    "simultaneous_differences_of_draws",
    "standardised_difference",
    "standardised_difference_rows",
    "standardised_effect",
    "tost",
    "tost_of_draws",
    "tost_of_percentage",
    "twin_test",
    "wild_cluster_test",
]
