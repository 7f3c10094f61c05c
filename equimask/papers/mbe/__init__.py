"""Kaneko et al. (2022): MBE on parallel corpora, and whether it agrees with annotated pairs."""

from equimask.papers.mbe.paper import PAPER

__all__ = ["PAPER"]
