"""The score of two bags, and of draws from them."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from equimask.core.arrays import Floats, Ints
from equimask.core.errors import InputError
from equimask.core.options import Options
from equimask.measures import mbe
from equimask.stats.draws import balanced_sets

_UNDEFINED_DRAWS = 0.05  # with few sentences of one length, some draws hold no comparable pair


def totals_of(options: Options, bags: mbe.TwoBags, pairs: Ints) -> Floats:
    """The score; one of each balanced draw, where they are asked for and can differ."""
    sizes = bags.n_male, len(bags.female_scores)
    if not options.balanced_draws or (sizes[0] == sizes[1] and not options.published):
        return np.array([_total(options, bags)])
    n_draws = 1 if sizes[0] == sizes[1] else options.balanced_draws
    drawn = balanced_sets(pairs, *sizes, n_draws, np.random.default_rng(options.seed))
    if not options.published:
        return _defined(totals_of_draws(options, bags, drawn), 0.0)
    totals = [
        mbe.aligned_total(bags, np.flatnonzero(male), np.flatnonzero(female))
        for some in drawn
        for male, female in zip(*some, strict=True)
    ]
    return _defined(np.array(totals), 0.0)


def _total(options: Options, bags: mbe.TwoBags) -> float:
    try:
        if options.min_similarity is not None:
            return mbe.total_above(bags, options.min_similarity)
        return mbe.total_of(bags)
    except ValueError as error:
        raise InputError(
            expected="two bags whose sentences resemble each other",
            got=str(error),
            fix="Use weights='none', or more sentences.",
        ) from error


def totals_of_draws(
    options: Options,
    bags: mbe.TwoBags,
    counts: Iterable[tuple[mbe.Vectors, mbe.Vectors]],
    versions: Ints | None = None,
) -> Floats:
    """The score of every draw, by how often it has each sentence; few may be undefined."""
    least = options.min_similarity
    found = np.concatenate(
        [
            mbe.resampled_totals(bags, male, female, versions)
            if least is None
            else mbe.resampled_totals_above(bags, male, female, least, versions)
            for male, female in counts
        ]
    )
    return _defined(found)


def _defined(draws: Floats, at_most: float = _UNDEFINED_DRAWS) -> Floats:
    """The draws, of which only so many may have nothing to compare."""
    if np.isnan(draws).mean() > at_most:
        raise InputError(
            expected="bags large enough to be resampled",
            got=f"{int(np.isnan(draws).sum())} of {len(draws)} draws without a comparable pair",
            fix="Use more sentences, or length_matched=False.",
        )
    return draws
