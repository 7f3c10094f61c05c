"""S_JSD as an `evaluate` module; what it is stands in equimask.metrics.s_jsd."""

import equimask.evaluation.module


class SJsd(equimask.evaluation.module.BiasMetric):
    """Mean S_JSD and its binarised form."""

    metric = "s_jsd"
