"""Minimal pairs from running text: by the gender lexicon alone, or with a model's own words."""

from equimask.studies.pair_making.lexicon_based import balanced, lexicon_pairs, pair_of
from equimask.studies.pair_making.records import MASK, GenderPair

__all__ = ["MASK", "GenderPair", "balanced", "lexicon_pairs", "pair_of"]
