"""Yu et al. (2024): SBM and DCBM on pairs made from text by a gender lexicon and by models."""

from equimask.papers.mgl.paper import PAPER

__all__ = ["PAPER"]
