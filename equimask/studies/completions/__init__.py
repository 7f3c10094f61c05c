"""What a model says about a name: the most probable whole words beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from equimask.studies.completions.query import ORDERS, Order
from equimask.studies.completions.whole_words import as_written, whole_words

if TYPE_CHECKING:
    from equimask.studies.completions.completer import Completions, Vocabulary, complete

__all__ = [
    "ORDERS",
    "Completions",
    "Order",
    "Vocabulary",
    "as_written",
    "complete",
    "whole_words",
]


def __getattr__(name: str) -> Any:
    """Only what asks a model needs torch and transformers; what reads answers does not."""
    if name in ("Completions", "Vocabulary", "complete"):
        from equimask.studies.completions import completer

        return getattr(completer, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
