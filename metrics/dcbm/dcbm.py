"""DCBM as an `evaluate` module; what it is stands in equimask.metrics.dcbm."""

import equimask.evaluation.module


class Dcbm(equimask.evaluation.module.BiasMetric):
    """Percentage of masks at which the male word is the more probable one."""

    metric = "dcbm"
