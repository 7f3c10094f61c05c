"""Lists of a fit differ by chance alone; only against refitted chance tables is that seen."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from equimask.core.errors import OptionError
from equimask.measures.latent_pmi import fit
from equimask.studies.analyses.chance import beyond_chance
from equimask.studies.analyses.checks import Floats
from equimask.studies.analyses.sentiment_shares import sentiment_shares

N_WORDS, SIZE = 60, 20
WORDS = [f"w{i:02}" for i in range(N_WORDS)]
FITTING: dict[str, Any] = {"l1": 1e-4, "posterior": 0.1}


def contrast(deviation: Floats) -> Floats:
    return sentiment_shares(deviation, WORDS, size=SIZE).contrast


def table(rng: np.random.Generator, tilt: Floats | float = 0.0) -> Any:
    share = np.outer(1.0 / np.arange(1, N_WORDS + 1), [0.82, 0.18])
    share[:, 1] *= np.exp(tilt)
    return rng.multinomial(100_000, (share / share.sum()).ravel()).reshape(N_WORDS, 2)


@pytest.mark.slow
def test_without_association_the_lists_differ_and_chance_explains_it() -> None:
    shuffled, refitted = [], []
    for seed in range(2):
        rng = np.random.default_rng(seed)
        counts, lexicon = table(rng), rng.dirichlet([1, 1, 0.5], N_WORDS)
        found = sentiment_shares(fit(counts, lexicon, **FITTING).deviation, WORDS, size=SIZE)
        shuffled.append(found.difference(rng, 500).p_values.min())
        refitted.append(beyond_chance(counts, lexicon, contrast, rng, n_tables=5, **FITTING))
    assert max(shuffled) < 0.01  # a false alarm every time
    assert min(one.p_values.min() for one in refitted) > 1 / 6  # the smallest there is
    assert np.abs([one.by_chance for one in refitted]).max() > 0.3
    assert np.abs(np.mean([one.difference.difference for one in refitted], axis=0)).max() < 0.15


def test_a_planted_association_is_beyond_chance() -> None:
    rng = np.random.default_rng(5)
    negative = rng.random(N_WORDS) < 0.5
    poles = np.where(negative[:, None], [[0.8, 0.1, 0.1]], [[0.1, 0.1, 0.8]])
    lexicon = 0.7 * poles + 0.3 * rng.dirichlet([1, 1, 1], N_WORDS)
    counts = table(rng, np.where(negative, 1.0, -1.0))  # women get the negative words
    options = {"l1": 1e-3, "posterior": 0.1, "rebalance": True}
    found = beyond_chance(counts, lexicon, contrast, rng, n_tables=9, **options)
    assert found.p_values[[0, 2]].tolist() == [0.1, 0.1]  # the smallest there is
    assert found.difference.difference[0] < -0.5 < 0.5 < found.difference.difference[2]
    assert np.abs(found.by_chance).max() < 0.2  # and rebalancing leaves little to chance


def test_no_chance_table_is_refused() -> None:
    with pytest.raises(OptionError, match="n_tables=0"):
        beyond_chance(np.ones((2, 2)), None, contrast, np.random.default_rng(0), n_tables=0)
