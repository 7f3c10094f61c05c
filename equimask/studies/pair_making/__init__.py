"""Minimal pairs from running text: by the gender lexicon alone, or with a model's own words."""

from equimask.studies.pair_making.plain import plain_pairs
from equimask.studies.pair_making.records import MASK, GenderPair, balanced, lexicon_pairs, pair_of

__all__ = ["MASK", "GenderPair", "balanced", "lexicon_pairs", "pair_of", "plain_pairs"]
