"""SBM as an `evaluate` module; what it is stands in equimask.metrics.sbm."""

import equimask.evaluation.module


class Sbm(equimask.evaluation.module.BiasMetric):
    """Percentage of minimal pairs whose male version is the likelier one."""

    metric = "sbm"
