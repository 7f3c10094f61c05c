"""Prevalence, contrast and order of made-up models, against plain loops and known truths."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest

from equimask import stats
from equimask.core.arrays import Floats
from equimask.core.errors import InputError
from equimask.measures.contrast import male_prevalence, stereotype_contrast
from equimask.studies.contrasts import (
    FEWEST_SENTENCES,
    Asked,
    Scale,
    order_of_models,
    over_all_templates,
    over_these_templates,
)

TEMPLATES = ("0", "1", "2", "3")


def rng(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(seed)


def asked_about(n_sentences: int, templates: tuple[str, ...] = TEMPLATES) -> Asked:
    """Two in five are about women."""
    genders = ["female" if number % 5 < 2 else "male" for number in range(n_sentences)]
    sentences = [f"s{number}" for number in range(n_sentences)]
    return Asked(
        genders * len(templates),
        [template for template in templates for _ in sentences],
        sentences * len(templates),
    )


class World(NamedTuple):
    """Log odds of models, [models, n], whose contrasts are known."""

    log_odds: Floats
    asked: Asked


def world(contrasts: list[float], n_sentences: int, seed: int) -> World:
    """Sentences vary for all models alike and for each by itself; templates move all of them."""
    generator, asked = rng(seed), asked_about(n_sentences)
    n, n_models = len(asked.sentence), len(contrasts)
    of_sentence = generator.standard_t(4, n_sentences)
    own = generator.standard_t(4, (n_models, n_sentences))
    levels = generator.normal(0.0, 5.0, (n_models, len(TEMPLATES)))
    men = np.array([gender == "male" for gender in asked.gender_more], float)
    log_odds = np.array(contrasts)[:, None] * men
    log_odds = log_odds + np.tile(of_sentence + own, len(TEMPLATES))
    log_odds = log_odds + np.repeat(levels, n_sentences, axis=1)
    return World(log_odds + generator.normal(size=(n_models, n)), asked)


def naive_contrast(log_odds: Floats, asked: Asked) -> float:
    found = []
    for template in TEMPLATES:
        rows = [i for i, own in enumerate(asked.template) if own == template]
        genders = [asked.gender_more[i] for i in rows]
        found.append(stereotype_contrast(log_odds[rows], genders))
    return sum(found) / len(found)


def naive_error(log_odds: Floats, asked: Asked) -> float:
    """Welch's over sentences, each the mean of its rows: whole sentences vary, templates do not."""
    means: dict[str, dict[str, list[float]]] = {"male": {}, "female": {}}
    for one, gender, _, sentence in zip(log_odds, *asked, strict=True):
        means[gender].setdefault(sentence, []).append(float(one))
    variance = 0.0
    for sentences in means.values():
        averages = [sum(values) / len(values) for values in sentences.values()]
        mean = sum(averages) / len(averages)
        spread = sum((one - mean) ** 2 for one in averages) / (len(averages) - 1)
        variance += spread / len(averages)
    return float(np.sqrt(variance))


@pytest.mark.parametrize("seed", range(3))
def test_the_numbers_are_those_of_plain_loops(seed: int) -> None:
    log_odds, asked = world([0.7], 60, seed)
    found = over_these_templates(log_odds[0], asked, rng(), n_resamples=199)
    assert found.prevalence.value == pytest.approx(male_prevalence(log_odds[0]))
    assert found.contrast.value == pytest.approx(naive_contrast(log_odds[0], asked))
    expected = naive_error(log_odds[0], asked)
    assert found.contrast.interval.stderr == pytest.approx(expected, rel=1e-6)
    among = over_all_templates(log_odds[0], asked, rng(), n_resamples=199)
    assert among is not None
    assert among.contrast.value == pytest.approx(found.contrast.value)
    assert among.prevalence.value == pytest.approx(found.prevalence.value)


def test_the_contrast_knows_nothing_of_prevalence() -> None:
    """Levels of templates move the first number from near 0 to near 100, the second not at all."""
    log_odds, asked = world([1.0], 80, 0)
    levels = np.repeat([-30.0, 30.0, 30.0, 30.0], 80)
    found, moved = (
        over_these_templates(odds, asked, rng(), n_resamples=199)
        for odds in (log_odds[0], log_odds[0] + levels)
    )
    assert moved.prevalence.value == pytest.approx(75.0, abs=1.0)
    assert moved.contrast.value == pytest.approx(found.contrast.value)
    assert moved.contrast.interval == pytest.approx(found.contrast.interval)
    assert moved.effect and found.effect
    assert moved.effect.value == pytest.approx(found.effect.value)


def test_a_single_template_is_itself() -> None:
    log_odds, asked = world([0.7], 60, 1)
    one = Asked(*(column[:60] for column in asked))
    found = over_these_templates(log_odds[0, :60], one, rng(), n_resamples=199)
    genders = list(one.gender_more)
    assert found.contrast.value == pytest.approx(stereotype_contrast(log_odds[0, :60], genders))
    assert over_all_templates(log_odds[0, :60], one, rng()) is None
    order = order_of_models(log_odds[:, :60], one, rng(), templates_vary=True, n_resamples=199)
    assert order.ranks.best.tolist() == [1]


def test_four_templates_cannot_show_what_holds_for_all_templates() -> None:
    log_odds, asked = world([3.0, 9.0], 100, 2)
    among = over_all_templates(log_odds[0], asked, rng(), n_resamples=199)
    these = over_these_templates(log_odds[0], asked, rng(), n_resamples=199)
    assert among is not None
    assert (among.attainable_p, among.level) == (0.125, 0.875)
    assert among.p_value == 0.125  # all four agree, and that is the least that they can say
    assert among.contrast.interval.low is not None
    low, high = among.prevalence.interval[1:]
    assert low is not None and high is not None and these.prevalence.interval.high is not None
    assert high - low > 3 * (these.prevalence.interval.high - these.prevalence.value)
    order = order_of_models(log_odds, asked, rng(), templates_vary=True, n_resamples=199)
    assert (order.ranks.best.tolist(), order.ranks.worst.tolist()) == ([1, 1], [2, 2])
    fixed = order_of_models(log_odds, asked, rng(), n_resamples=199)
    assert fixed.ranks.best.tolist() == fixed.ranks.worst.tolist() == [2, 1]


def test_many_templates_have_the_level_that_was_asked_for() -> None:
    templates = tuple(map(str, range(12)))
    asked = asked_about(60, templates)
    men = np.array([gender == "male" for gender in asked.gender_more], float)
    slopes = np.repeat(rng(3).normal(1.0, 0.3, 12), 60)
    odds = men * slopes + rng(4).normal(size=720)
    among = over_all_templates(odds, asked, rng(), n_resamples=499)
    these = over_these_templates(odds, asked, rng(), n_resamples=499)
    assert among is not None
    assert among.level == 0.95
    low, high = among.contrast.interval[1:]
    assert low is not None and high is not None
    assert low < among.contrast.value < high
    assert among.contrast.interval.stderr is not None and these.contrast.interval.stderr is not None
    assert among.contrast.interval.stderr > 1.2 * these.contrast.interval.stderr


def test_a_sentence_that_stands_twice_in_a_template_counts_as_one() -> None:
    log_odds, asked = world([0.7], 40, 5)
    twice = Asked(*(np.repeat(np.array(column), 2).tolist() for column in asked))
    found = over_these_templates(np.repeat(log_odds[0], 2), twice, rng(), n_resamples=199)
    once = over_these_templates(log_odds[0], asked, rng(), n_resamples=199)
    stranger = twice._replace(sentence=[f"{s}{i % 2}" for i, s in enumerate(twice.sentence)])
    apart = over_these_templates(np.repeat(log_odds[0], 2), stranger, rng(), n_resamples=199)
    assert found.contrast.interval == pytest.approx(once.contrast.interval)
    assert apart.contrast.interval.stderr is not None and once.contrast.interval.stderr is not None
    assert apart.contrast.interval.stderr < 0.75 * once.contrast.interval.stderr


def test_rows_about_neither_gender_count_for_prevalence_alone() -> None:
    log_odds, asked = world([0.7, 0.1], 60, 6)
    neither = asked_about(60)._replace(
        gender_more=["" if s == "s0" else g for g, _, s in zip(*asked, strict=True)]
    )
    kept = np.array([gender != "" for gender in neither.gender_more])
    without = Asked(*(np.array(column)[kept].tolist() for column in neither))
    found = over_these_templates(log_odds[0], neither, rng(), n_resamples=199)
    expected = over_these_templates(log_odds[0, kept], without, rng(), n_resamples=199)
    assert found.contrast == expected.contrast
    assert found.effect == expected.effect
    assert found.prevalence.value == pytest.approx(male_prevalence(log_odds[0]))
    for by in ("contrast", "effect", "prevalence"):
        assert order_of_models(log_odds, neither, rng(), by, n_resamples=99).ranks.rank.max() <= 2


def test_too_few_sentences_of_a_gender_leave_all_open() -> None:
    n = 5 * FEWEST_SENTENCES // 2
    for n_sentences, enough in ((n, True), (n - 5, False)):
        log_odds, asked = world([0.0, 50.0], n_sentences, 7)
        found = over_these_templates(log_odds[1], asked, rng(), n_resamples=199)
        assert (found.contrast.interval.low is not None) is enough
        assert found.contrast.interval.stderr is not None
        assert found.effect is not None
        assert (found.effect.interval.low is not None) is enough
        among = over_all_templates(log_odds[1], asked, rng(), n_resamples=199)
        assert among is not None
        assert (among.p_value is not None) is enough
        ranks = order_of_models(log_odds, asked, rng(), n_resamples=199).ranks
        assert ranks.rank.tolist() == [2, 1]
        assert ranks.best.tolist() == ([2, 1] if enough else [1, 1])


def test_the_order_holds_the_numbers_of_the_models() -> None:
    log_odds, asked = world([0.1, 2.0, 1.0], 80, 8)
    alone = [over_these_templates(odds, asked, rng(), n_resamples=99) for odds in log_odds]
    for by in ("contrast", "effect", "prevalence"):
        order = order_of_models(log_odds, asked, rng(), by, n_resamples=199)
        values = np.array([getattr(one, by).value for one in alone])
        assert order.differences.values == pytest.approx(values[:, None] - values)
        assert (order.ranks.best <= order.ranks.rank).all()
        assert (order.ranks.rank <= order.ranks.worst).all()


def test_the_same_generator_gives_the_same_order() -> None:
    log_odds, asked = world([0.1, 0.3, 0.2], 80, 9)
    first, second = (order_of_models(log_odds, asked, rng(1), n_resamples=99) for _ in range(2))
    for one, other in zip((*first[0], *first[1]), (*second[0], *second[1]), strict=True):
        assert one.tolist() == other.tolist()


@pytest.mark.parametrize("by", ["contrast", "effect"])
def test_rank_intervals_hold_the_true_ranks_of_all_models_at_once(by: Scale) -> None:
    """300 worlds of four models, two of them equal."""
    lost, left = [], []
    for seed in range(300):
        log_odds, asked = world([0.0, 1.2, 1.2, 3.0], 60, 1000 + seed)
        ranks = order_of_models(log_odds, asked, rng(seed), by, n_resamples=99).ranks
        best, worst = np.array([4, 2, 2, 1]), np.array([4, 3, 3, 1])
        lost.append(bool(((ranks.best > best) | (ranks.worst < worst)).any()))
        left.append(float((ranks.worst - ranks.best).mean()))
    assert np.mean(lost) < 0.08
    assert 0.5 <= np.mean(left) < 2.0  # it does not hold because it says nothing: that were 3


@pytest.mark.parametrize("by", ["contrast", "effect"])
def test_equal_models_are_put_in_an_order_in_one_world_of_twenty(by: Scale) -> None:
    alarms = []
    for seed in range(300):
        log_odds, asked = world([1.0] * 4, 60, 2000 + seed)
        ranks = order_of_models(log_odds, asked, rng(seed), by, n_resamples=99).ranks
        alarms.append(bool(((ranks.best > 1) | (ranks.worst < 4)).any()))
    assert 0.01 < np.mean(alarms) < 0.09


def test_models_that_were_drawn_apart_would_be_told_apart_less() -> None:
    """What sentences do to all models alike falls out of the differences."""
    log_odds, asked = world([0.0, 0.5], 80, 10)
    both = order_of_models(log_odds, asked, rng(), n_resamples=199).differences
    errors = [
        over_these_templates(odds, asked, rng(), n_resamples=99).contrast.interval.stderr
        for odds in log_odds
    ]
    assert errors[0] is not None and errors[1] is not None
    assert both.stderr[0, 1] < 0.95 * np.hypot(errors[0], errors[1])


@pytest.mark.parametrize(
    ("spoilt", "message"),
    [
        (lambda odds, a: (odds[:-1], a), "columns of 239, 240 rows"),
        (lambda odds, a: (np.where(np.arange(240) == 7, np.nan, odds), a), "row 7"),
        (lambda odds, a: (odds, a._replace(gender_more=["male"] * 240)), "none about female"),
        (lambda odds, a: (odds, a._replace(template=["0"] * 61 + ["1"] * 179)), "same sentences"),
        (lambda odds, a: (odds[:0], Asked([], [], [])), "columns of 0 rows"),
    ],
)
def test_rows_that_do_not_fit_are_refused(spoilt, message: str) -> None:
    log_odds, asked = world([0.5], 60, 11)
    odds, columns = spoilt(log_odds[0], asked)
    for function in (over_these_templates, over_all_templates):
        with pytest.raises(InputError, match=message):
            function(odds, columns, rng())


def test_a_model_without_a_spread_has_no_effect_and_no_place_by_it() -> None:
    asked = asked_about(60)
    odds = np.where(np.array(asked.gender_more) == "male", 2.0, 1.0)
    found = over_these_templates(odds, asked, rng(), n_resamples=99)
    assert (found.contrast.value, found.effect) == (1.0, None)
    with pytest.raises(InputError, match="vary within"):
        order_of_models(np.array([odds, odds]), asked, rng(), "effect", n_resamples=99)
    ranks = order_of_models(np.array([odds, odds]), asked, rng(), n_resamples=99).ranks
    assert ranks.rank.tolist() == [1, 1]


def test_the_door_for_ranks_is_that_of_stats() -> None:
    log_odds, asked = world([0.1, 0.9], 60, 12)
    bits = 100.0 * (log_odds > 0)
    found = order_of_models(log_odds, asked, rng(), "prevalence", n_resamples=99).differences
    expected = stats.simultaneous_differences(bits, [asked.sentence], 0.95, 99, rng())
    assert found.low == pytest.approx(expected.low)
