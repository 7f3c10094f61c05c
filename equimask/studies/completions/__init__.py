"""What a model says about a name: the most probable whole words beside it."""

from equimask.studies.completions.completer import Completions, Vocabulary, complete
from equimask.studies.completions.query import ORDERS, Order
from equimask.studies.completions.whole_words import as_written, whole_words

__all__ = [
    "ORDERS",
    "Completions",
    "Order",
    "Vocabulary",
    "as_written",
    "complete",
    "whole_words",
]
