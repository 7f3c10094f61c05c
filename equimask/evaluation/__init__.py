"""Rows + model + spec -> BiasResult: the only place that sees all of them."""

from equimask.evaluation.score import evaluate, score

__all__ = ["evaluate", "score"]
