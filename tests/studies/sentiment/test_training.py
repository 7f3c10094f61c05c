"""The fit on planted words: finds sentiment and strengths, is reproducible, leaves torch alone."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
import torch
from scipy import stats

from equimask.core.errors import DataError, OptionError
from equimask.studies.sentiment.model import EDGE
from equimask.studies.sentiment.observations import THREE_CLASSES, Kind, SourceLexicon
from equimask.studies.sentiment.settings import Fitted, Settings
from equimask.studies.sentiment.training import fit

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
    return fit(planted(), SEEDS)


def test_the_planted_class_is_found(fitted: Fitted) -> None:
    for word, sentiment in zip(fitted.words, fitted.sentiment, strict=True):
        assert int(sentiment.argmax()) == 1 + SIGN[word[0]], word


def test_shares_sum_to_one_and_keep_the_bound_of_their_lexica(fitted: Fitted) -> None:
    np.testing.assert_allclose(fitted.sentiment.sum(1), 1)
    d = np.array(fitted.n_sources)
    assert (fitted.sentiment.max(1) <= (1 + d) / (3 + d) + 1e-12).all()
    assert dict(zip(fitted.words, fitted.n_sources, strict=True))["o1"] == 3


def test_one_lexicon_never_says_more_than_a_half_and_learns_nothing() -> None:
    found = fit(planted()[1:2])
    assert found.sentiment.max() <= 0.5
    assert (found.predicted, found.likelihood) == (0, None)
    assert found.strengths == {"numbers": 1.0}


def test_lexica_without_a_word_in_common_count_alike() -> None:
    one = SourceLexicon("one", Kind.REAL, {"a": (0.5,), "b": (-1.0,)})
    two = SourceLexicon("two", Kind.BINARY, {"c": (1.0,)})
    assert fit([one, two]).strengths == {"one": 1.0, "two": 1.0}


def test_nothing_is_random_and_the_order_of_lexica_does_not_matter(fitted: Fitted) -> None:
    again = fit(planted()[::-1], SEEDS)
    np.testing.assert_array_equal(again.sentiment, fitted.sentiment)
    assert again == replace(fitted, sentiment=again.sentiment)


def test_the_callers_generator_and_threads_are_left_alone() -> None:
    state, threads = torch.get_rng_state(), torch.get_num_threads()
    fit(planted()[:2], SEEDS)
    assert torch.equal(torch.get_rng_state(), state)
    assert torch.get_num_threads() == threads
    assert not torch.are_deterministic_algorithms_enabled()


def test_a_lexicon_that_others_contradict_is_weak() -> None:
    rng = np.random.default_rng(0)
    words = [f"w{number}" for number in range(400)]
    truth = rng.choice([0.0, 1.0], size=len(words))
    lexica = []
    for name, right in {"good": 0.97, "fair": 0.95, "poor": 0.6}.items():
        said = np.where(rng.random(len(words)) < right, truth, 1 - truth)
        values = {word: (float(side),) for word, side in zip(words, said, strict=True)}
        lexica.append(SourceLexicon(name, Kind.BINARY, values))
    found = fit(lexica).strengths
    assert max(found.values()) == 1
    assert found["poor"] < 0.5 * min(found["good"], found["fair"])


def test_a_word_on_which_lexica_contradict_each_other_is_neutral() -> None:
    sides = {word: (float(word[0] == "p"),) for word in WORDS if word[0] != "o"}
    against = {**sides, "p11": (0.0,), "n11": (1.0,)}
    found = fit(
        [SourceLexicon("a", Kind.BINARY, sides), SourceLexicon("b", Kind.BINARY, against)],
    )
    largest = dict(zip(found.words, found.sentiment.argmax(1), strict=True))
    assert (largest["p11"], largest["n11"], largest["p1"], largest["n1"]) == (1, 1, 2, 0)


def test_words_of_no_side_are_neutral_even_if_there_are_no_others() -> None:
    found = fit([SourceLexicon("flat", Kind.REAL, {"a": (0.0,), "b": (0.0,)})])
    assert (found.sentiment[:, 1] > found.sentiment[:, [0, 2]].max(1)).all()


def test_the_likelihood_is_that_of_each_entry_given_the_others() -> None:
    """A naive count over the same words, with decoders fitted by SciPy's own optimiser."""
    from scipy.optimize import minimize

    graded = [0.9, -0.8, 0.2, -0.3, 0.6, -0.6, 0.1]
    sided = [1.0, -1.0, 1.0, 1.0, 1.0, -1.0, -1.0]
    spread = Settings()

    def likelihood(x: np.ndarray) -> float:
        strength = np.exp(x[:2])
        total = 0.0
        for grade, side in zip(graded, sided, strict=True):
            chance = 1 / (1 + math.exp(-(x[3] + math.exp(x[2]) * strength[0] * grade / 4)))
            total += math.log(chance if side > 0 else 1 - chance)
            mean = 1 / (1 + math.exp(-(x[6] + math.exp(x[5]) * strength[1] * side / 4)))
            a, b = mean * math.exp(x[7]), (1 - mean) * math.exp(x[7])
            total += float(stats.beta(a, b).logpdf(EDGE + (1 - 2 * EDGE) * (grade + 1) / 2))
        return total

    first = np.array([0, 0, *(math.log(3), 0, math.log(4)) * 2])
    width = np.array([spread.strength_spread] * 2 + [spread.decoder_spread] * 6)
    found = minimize(lambda x: ((x - first) ** 2 / width**2).sum() / 2 - likelihood(x), first)
    lexica = [
        SourceLexicon("a", Kind.REAL, {f"w{i}": (value,) for i, value in enumerate(graded)}),
        SourceLexicon("b", Kind.BINARY, {f"w{i}": (float(s > 0),) for i, s in enumerate(sided)}),
    ]
    fitted = fit(lexica)
    assert fitted.predicted == 2 * len(graded)
    assert fitted.likelihood == pytest.approx(likelihood(found.x) / fitted.predicted, abs=1e-4)
    ratio = fitted.strengths["a"] / fitted.strengths["b"]
    assert ratio == pytest.approx(math.exp(found.x[0] - found.x[1]), rel=1e-2)


def test_mirrored_values_give_the_mirrored_result() -> None:
    rng = np.random.default_rng(2)
    grades = rng.uniform(-0.4, 1, size=80)
    sides = (grades + rng.normal(0, 0.5, size=80) > 0).astype(float)

    def lexica(mirrored: bool) -> list[SourceLexicon]:
        graded = {f"w{i}": (float(-g if mirrored else g),) for i, g in enumerate(grades)}
        sided = {f"w{i}": (float(1 - s if mirrored else s),) for i, s in enumerate(sides)}
        return [
            SourceLexicon("graded", Kind.REAL, graded),
            SourceLexicon("sided", Kind.BINARY, dict(list(sided.items())[:50])),
        ]

    here, there = fit(lexica(False)), fit(lexica(True))
    np.testing.assert_allclose(there.sentiment[:, ::-1], here.sentiment, atol=1e-6)
    assert not np.allclose(there.sentiment, here.sentiment, atol=1e-2)


def test_seed_words_move_the_result_only_where_the_divergence_has_a_weight() -> None:
    rng = np.random.default_rng(1)
    lexica = [
        SourceLexicon(
            name, Kind.REAL, {f"w{i}": (float(rng.uniform(-1, 1)),) for i in range(start, 60)}
        )
        for start, name in enumerate("abc")
    ]
    seeds = {"w5": 0, "w9": 1, "w20": 2}
    plain, seeded = fit(lexica), fit(lexica, seeds)
    np.testing.assert_array_equal(plain.sentiment, seeded.sentiment)
    heavy = Settings(kl_weight=5.0)
    assert not np.allclose(fit(lexica, {}, heavy).sentiment, fit(lexica, seeds, heavy).sentiment)


def test_no_lexica_and_settings_without_meaning_are_refused() -> None:
    with pytest.raises(DataError, match="at least one lexicon"):
        fit([], SEEDS)
    for weight in (-0.1, math.nan, math.inf):
        with pytest.raises(OptionError, match="weight of the divergence"):
            Settings(kl_weight=weight)
    with pytest.raises(OptionError, match=r"at most 0\.5"):
        Settings(neutral_below=0.6)
