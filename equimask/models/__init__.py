"""The only door to torch and transformers models."""

from equimask.models.loading import load_mlm
from equimask.models.masked_lm import MaskedLM

__all__ = ["MaskedLM", "load_mlm"]
