"""The only door to torch and transformers models."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from equimask.models.loading import load_mlm
    from equimask.models.masked_lm import MaskedLM

__all__ = ["MaskedLM", "load_mlm"]

_HOMES = {"MaskedLM": "masked_lm", "load_mlm": "loading"}


def __getattr__(name: str) -> Any:
    """The libraries take seconds: they are loaded where a model is."""
    if name in _HOMES:
        return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
