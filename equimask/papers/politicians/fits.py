"""The latent-variable model on what was said, and the lists that are read off it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from equimask.core.arrays import Floats, Ints
from equimask.core.schema import GENDERS
from equimask.inputs.sentiment_lexicon import Entry, sentiment_of
from equimask.measures.counting import CountTable
from equimask.measures.latent_pmi import L1_GRID, POSTERIOR_GRID, LatentPmi, fit
from equimask.measures.ranking import LIST_SIZE, MIN_COUNT, said_often
from equimask.studies.analyses.sentiment_shares import SentimentShares, sentiment_shares

QUICK_L1, QUICK_POSTERIOR = (1e-4, 1e-3), (1.0, 10.0)
FEWEST_WORDS = 3  # of either gender, below which there is no list
PART_RANKED = 3  # a list is at most this part of the words


@dataclass(frozen=True)
class Fitted:
    """The fits of a grid, the counts [words, genders] of men and women, and the lexicon's part."""

    found: LatentPmi
    counts: Ints
    known: int
    """Words that have an entry in the lexicon."""

    @property
    def has_sentiments(self) -> bool:
        """Whether a lexicon told sentiments apart."""
        return len(self.found.sentiments) > 1

    @property
    def axes(self) -> dict[str, Any]:
        """What the analyses call the axes of the arrays."""
        return {"genders": self.found.genders, "sentiments": self.found.sentiments}

    @property
    def list_size(self) -> int:
        """100 as in the paper, but no more than a third of the words that a list could have.

        Of few words all would be in every list, and a share would be that of the lexicon. 0 where a
        gender has too few words.
        """
        said = said_often(self.counts, MIN_COUNT).sum(axis=0)
        fewest = int(said.min()) if said.size else 0
        return 0 if fewest < FEWEST_WORDS else min(LIST_SIZE, fewest // PART_RANKED)

    def sentiments_of(self, deviation: Floats) -> SentimentShares | None:
        """Of the largest deviations of a fit, or of the mean; None where there are none to tell."""
        fits = self.found
        size = self.list_size if self.has_sentiments else 0
        if not size:
            return None
        return sentiment_shares(deviation, fits.words, counts=self.counts, size=size, **self.axes)


def fitted(table: CountTable, lexicon: Mapping[str, Entry] | None, full: bool) -> Fitted | None:
    """The fits of men's and women's words; None where one of them was not spoken of.

    Without a lexicon, or where it knows none of the words, they all share one sentiment. The grid
    is the paper's of 40 fits, or four of them.
    """
    if not set(GENDERS) <= set(table.genders):
        return None
    both = table.of_genders(GENDERS)
    sentiment, known = None, 0
    if lexicon is not None:
        sentiment = sentiment_of(both.words, lexicon)
        known = int(np.isfinite(sentiment[:, 0]).sum())
    grid: dict[str, Any] = (
        {"l1": L1_GRID, "posterior": POSTERIOR_GRID}
        if full
        else {"l1": QUICK_L1, "posterior": QUICK_POSTERIOR}
    )
    found = fit(
        both.counts,
        sentiment if known else None,
        **grid,
        words=both.words,
        genders=both.genders,
    )
    return Fitted(found, both.counts, known)
