"""The fit on planted words: finds the sentiment, is reproducible, leaves torch as it was."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch

from equimask.core.errors import DataError
from equimask.studies.sentiment.observations import THREE_CLASSES, Kind, SourceLexicon
from equimask.studies.sentiment.training import Fitted, Settings, fit

QUICK = Settings(hidden=8, steps=60, warm_up=60, check_every=20, patience=3)
SIGN = {"n": -1, "o": 0, "p": 1}
WORDS = [f"{side}{number}" for side in SIGN for number in range(12)]
SEEDS = {f"{side}{number}": 1 + SIGN[side] for side in SIGN for number in range(3)}


def planted() -> list[SourceLexicon]:
    """Four lexica of four kinds that say the same; the two-sided one has no neutral words."""
    sides = {w: (float(SIGN[w[0]] > 0),) for w in WORDS if SIGN[w[0]]}
    numbers = {w: (0.6 * SIGN[w[0]],) for w in WORDS}
    votes = {w: tuple(8.0 if SIGN[w[0]] == k else 1.0 for k in (-1, 0, 1)) for w in WORDS}
    strengths = {w: (0.7 * (SIGN[w[0]] > 0), 0.7 * (SIGN[w[0]] < 0)) for w in WORDS}
    return [
        SourceLexicon("sides", Kind.BINARY, sides),
        SourceLexicon("numbers", Kind.REAL, numbers),
        SourceLexicon("votes", Kind.COUNTS, votes, THREE_CLASSES),
        SourceLexicon("strengths", Kind.PAIR, strengths),
    ]


@pytest.fixture(scope="module")
def fitted() -> Fitted:
    return fit(planted(), SEEDS, QUICK)


def test_the_planted_class_of_words_that_are_no_seeds_is_found(fitted: Fitted) -> None:
    for word, sentiment in zip(fitted.words, fitted.sentiment, strict=True):
        if word not in SEEDS:
            assert int(sentiment.argmax()) == 1 + SIGN[word[0]], word


def test_shares_sum_to_one_and_keep_the_bound_of_their_lexica(fitted: Fitted) -> None:
    np.testing.assert_allclose(fitted.sentiment.sum(1), 1)
    d = np.array(fitted.n_sources)
    assert (fitted.sentiment.max(1) <= (1 + d) / (3 + d) + 1e-12).all()
    assert dict(zip(fitted.words, fitted.n_sources, strict=True))["o1"] == 3


def test_one_lexicon_never_says_more_than_a_half() -> None:
    found = fit(planted()[1:2], SEEDS, QUICK)
    assert found.sentiment.max() <= 0.5
    assert (found.held_out, found.held_out_likelihood) == (0, None)
    assert found.stopped_at == QUICK.steps


def test_the_same_seed_gives_the_same_bits_and_the_order_of_lexica_does_not_matter(
    fitted: Fitted,
) -> None:
    again = fit(planted()[::-1], SEEDS, QUICK)
    np.testing.assert_array_equal(again.sentiment, fitted.sentiment)
    other = fit(planted(), SEEDS, replace(QUICK, seed=1))
    assert not np.array_equal(other.sentiment, fitted.sentiment)


def test_the_callers_generator_and_threads_are_left_alone() -> None:
    state, threads = torch.get_rng_state(), torch.get_num_threads()
    fit(planted()[:2], SEEDS, replace(QUICK, steps=2, warm_up=2))
    assert torch.equal(torch.get_rng_state(), state)
    assert torch.get_num_threads() == threads
    assert not torch.are_deterministic_algorithms_enabled()


def test_training_raises_the_likelihood_of_what_it_has_not_seen(fitted: Fitted) -> None:
    untrained = fit(planted(), SEEDS, replace(QUICK, steps=0, warm_up=0))
    assert fitted.held_out == untrained.held_out > 0
    assert fitted.held_out_likelihood is not None and untrained.held_out_likelihood is not None
    assert fitted.held_out_likelihood > untrained.held_out_likelihood


def test_mirrored_lexica_and_seeds_give_the_mirrored_result(fitted: Fitted) -> None:
    swap = str.maketrans("np", "pn")
    lexica = [
        SourceLexicon(x.name, x.kind, {w.translate(swap): v for w, v in x.values.items()}, x.levels)
        for x in planted()
    ]
    seeds = {word.translate(swap): place for word, place in SEEDS.items()}
    found = fit(lexica, seeds, QUICK)
    here = dict(zip(fitted.words, fitted.sentiment.argmax(1), strict=True))
    there = dict(zip(found.words, found.sentiment.argmax(1), strict=True))
    assert {word.translate(swap): place for word, place in here.items()} == there


def test_no_lexica_and_seeds_that_nobody_has_are_refused() -> None:
    with pytest.raises(DataError, match="at least one lexicon"):
        fit([], SEEDS)
    with pytest.raises(DataError, match="seed words of every class"):
        fit(planted(), {"n0": 0, "absent": 1, "p0": 2})
