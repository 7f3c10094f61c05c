"""The only door to torch and transformers models."""

from equimask.mlm.door import MaskedLM
from equimask.mlm.loading import load_mlm

__all__ = ["MaskedLM", "load_mlm"]
