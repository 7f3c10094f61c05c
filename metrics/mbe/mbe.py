"""MBE as an `evaluate` module; what it is stands in equimask.metrics.mbe."""

import equimask.evaluation.module


class Mbe(equimask.evaluation.module.BiasMetric):
    """Percentage of male wins over all pairs of a male and a female sentence."""

    metric = "mbe"
