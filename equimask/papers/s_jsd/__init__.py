"""Steinborn et al. (2022): S_JSD and CPS on translated CrowS-Pairs."""

from equimask.papers.s_jsd.paper import PAPER

__all__ = ["PAPER"]
