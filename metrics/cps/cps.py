"""CPS as an `evaluate` module; what it is stands in equimask.metrics.cps."""

import equimask.evaluation.module


class Cps(equimask.evaluation.module.BiasMetric):
    """Percentage of pairs whose more stereotypical sentence is preferred."""

    metric = "cps"
