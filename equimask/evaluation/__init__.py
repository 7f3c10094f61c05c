"""Records + model + measure -> BiasResult: the only place that sees both sides."""

from equimask.evaluation.score import score

__all__ = ["score"]
