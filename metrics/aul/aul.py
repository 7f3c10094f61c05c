"""AUL as an `evaluate` module; what it is stands in equimask.metrics.aul."""

import equimask.evaluation.module


class Aul(equimask.evaluation.module.BiasMetric):
    """Percentage of pairs whose more stereotypical sentence, read whole, is the likelier one."""

    metric = "aul"
