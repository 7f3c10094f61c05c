"""Stańczak et al. (2023): what masked language models say of politicians."""

from equimask.papers.politicians.paper import PAPER

__all__ = ["PAPER"]
