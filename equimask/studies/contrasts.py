"""Models that were asked about the same sentences in several templates: two numbers, and ranks.

How often the male word wins (prevalence) and what a stereotype moves (contrast), each for the
templates at hand (a fixed factor: the sentences vary) and for templates in general (clusters,
crossed with the sentences: both vary). Whoever compares models, compares them on the same
templates: then the first is the figure to tell.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal, NamedTuple

import numpy as np

from equimask import stats
from equimask.core.arrays import Bools, Floats
from equimask.core.errors import InputError
from equimask.core.schema import GENDERS
from equimask.measures import preference
from equimask.stats.clusters import Labels

FEWEST_SENTENCES = 20  # of either gender's stereotypes: below, a contrast has no interval
Scale = Literal["contrast", "effect", "prevalence"]


class Asked(NamedTuple):
    """Rows that models were asked about: whom each is about, its template and its sentence.

    Every template has the same sentences. Rows of one sentence vary together, also where it stands
    twice in a template; a row about neither gender counts for prevalence alone.
    """

    gender_more: Sequence[str]
    template: Sequence[str]
    sentence: Sequence[str]


class Estimate(NamedTuple):
    """A number and how surely it is known; the interval has no ends where that cannot be told."""

    value: float
    interval: stats.Interval


class TwoNumbers(NamedTuple):
    """Per cent of male wins, and men's minus women's stereotypes: in log odds, and standardised.

    The effect is the contrast over the standard deviation within stereotypes and templates; None
    where all rows of these are alike.
    """

    prevalence: Estimate
    contrast: Estimate
    effect: Estimate | None


class AmongTemplates(NamedTuple):
    """The same numbers where templates are a sample, too.

    `level` is that of the contrast's interval: the highest that so few templates can give, at
    most the one that was asked for. `p_value` is that of a contrast of 0, `attainable_p` the
    smallest that flips of so few templates can give.
    """

    prevalence: Estimate
    contrast: Estimate
    level: float
    p_value: float | None
    attainable_p: float


class Order(NamedTuple):
    """All differences of models at once, and the ranks that they leave possible."""

    differences: stats.Differences
    ranks: stats.Ranks


def over_these_templates(
    log_odds: Floats,
    asked: Asked,
    rng: np.random.Generator,
    confidence_level: float = 0.95,
    n_resamples: int = 9999,
) -> TwoNumbers:
    """Of one model, [n]: template as a fixed factor, sentences as clusters; or a single template.

    Contrasts are taken within templates and averaged. The interval of the prevalence is a little
    too wide where shares differ much between templates.
    """
    _check(asked, log_odds)
    clusters, level = [np.asarray(asked.sentence)], confidence_level
    bits = _bits(log_odds)
    wins = stats.percentage_of_clusters(bits, stats.crossed_error(bits, clusters), level)
    told = _told(asked)
    rows = _contrast_rows(log_odds, told)
    interval = stats.clustered_mean(rows, [told.sentence], 0.0, level, n_resamples, rng).interval
    effect = stats.standardised_difference(
        log_odds[told.places], told.men, [told.sentence], told.template, level
    )
    return TwoNumbers(
        Estimate(preference.total(bits), wins),
        Estimate(float(rows.mean()), _if_enough(told, interval)),
        None if effect is None else Estimate(effect.effect, _if_enough(told, effect.interval)),
    )


def over_all_templates(
    log_odds: Floats,
    asked: Asked,
    rng: np.random.Generator,
    confidence_level: float = 0.95,
    n_resamples: int = 9999,
) -> AmongTemplates | None:
    """Of one model, [n]: templates as clusters, crossed with sentences; None for a single template.

    The numbers are those of `over_these_templates`, and what they are asked to stand for is more.
    The contrast's interval holds what a wild cluster bootstrap does not refuse; that of the
    prevalence is by Student's quantile, as if templates scattered evenly around their mean.
    """
    _check(asked, log_odds)
    n_templates = stats.n_clusters(asked.template)
    if n_templates < 2:
        return None
    bits = _bits(log_odds)
    error = stats.crossed_error(bits, [asked.template, asked.sentence])
    told = _told(asked)
    rows = _contrast_rows(log_odds, told, templates_vary=True)
    attainable = stats.attainable_p(n_templates)
    level = min(confidence_level, 1.0 - attainable)
    columns = [told.template, told.sentence]
    found = stats.clustered_mean(rows, columns, 0.0, level, n_resamples, rng)
    return AmongTemplates(
        Estimate(
            preference.total(bits), stats.percentage_of_clusters(bits, error, confidence_level)
        ),
        Estimate(float(rows.mean()), _if_enough(told, found.interval)),
        level,
        found.p_value if _enough(told) else None,
        attainable,
    )


def order_of_models(
    log_odds: Floats,
    asked: Asked,
    rng: np.random.Generator,
    by: Scale = "contrast",
    *,
    templates_vary: bool = False,
    confidence_level: float = 0.95,
    n_resamples: int = 9999,
) -> Order:
    """Of many models, [models, n]: one bootstrap flips whole sentences for all models in step.

    Templates are a fixed factor, or with `templates_vary` clusters, crossed with sentences.
    """
    _check(asked, log_odds)
    told = _told(asked)
    rows = np.array([_rows_of_model(one, told, by, templates_vary) for one in log_odds])
    columns = (
        [asked.sentence, asked.template] if by == "prevalence" else [told.sentence, told.template]
    )
    chosen = columns if templates_vary else columns[:1]
    found = stats.simultaneous_differences(rows, chosen, confidence_level, n_resamples, rng)
    few_templates = templates_vary and stats.n_clusters(asked.template) < 2
    if few_templates or (by != "prevalence" and not _enough(told)):
        ends = np.where(np.eye(len(rows), dtype=bool), 0.0, np.nan)
        found = found._replace(low=ends, high=ends)
    return Order(found, stats.rank_intervals(found))


class _Told(NamedTuple):
    """The rows about either gender; `places` is where they stand among all."""

    places: Bools
    men: Bools
    sentence: Labels
    template: Labels


def _told(asked: Asked) -> _Told:
    about = np.asarray(asked.gender_more, dtype=str)
    places = np.isin(about, GENDERS)
    template, sentence = np.asarray(asked.template), np.asarray(asked.sentence)
    return _Told(places, about[places] == GENDERS[0], sentence[places], template[places])


def _contrast_rows(log_odds: Floats, told: _Told, *, templates_vary: bool = False) -> Floats:
    """Rows whose mean is the contrast."""
    return stats.difference_rows(
        log_odds[told.places],
        told.men,
        told.sentence,
        told.template,
        strata_vary=templates_vary,
    )


def _rows_of_model(log_odds: Floats, told: _Told, by: Scale, templates_vary: bool) -> Floats:
    if by == "prevalence":
        return 100.0 * _bits(log_odds)
    if by == "contrast":
        return _contrast_rows(log_odds, told, templates_vary=templates_vary)
    rows = stats.standardised_difference_rows(
        log_odds[told.places],
        told.men,
        told.sentence,
        told.template,
        strata_vary=templates_vary,
    )
    if rows is None:
        raise InputError(
            expected="log odds that vary within stereotypes and templates",
            got="a model whose do not",
            fix="Order by contrast, or leave that model out.",
        )
    return rows


def _bits(log_odds: Floats) -> Floats:
    return preference.row_scores(log_odds, np.zeros_like(log_odds))


def _enough(told: _Told) -> bool:
    sentences = np.asarray(told.sentence)
    found = [stats.n_clusters(sentences[group]) for group in (told.men, ~told.men)]
    return min(found) >= FEWEST_SENTENCES


def _if_enough(told: _Told, interval: stats.Interval) -> stats.Interval:
    return interval if _enough(told) else interval._replace(low=None, high=None)


def _check(asked: Asked, log_odds: Floats) -> None:
    lengths = {log_odds.shape[-1], *(len(column) for column in asked)}
    if len(lengths) > 1 or lengths == {0}:
        raise InputError(
            expected="a log odds, a gender, a template and a sentence for every row",
            got=f"columns of {', '.join(map(str, sorted(lengths)))} rows",
            fix="Pass columns of the same rows.",
        )
    if not np.isfinite(log_odds).all():
        raise InputError(
            expected="finite log odds",
            got=f"one that is not, in row {int(np.argwhere(~np.isfinite(log_odds))[0, -1])}",
            fix="Leave the row out in every template and model.",
        )
    of_template: dict[str, Counter[tuple[str, str]]] = {}
    for gender, template, sentence in zip(*asked, strict=True):
        of_template.setdefault(template, Counter())[sentence, gender] += 1
    first, *others = of_template
    for other in others:
        if of_template[other] != of_template[first]:
            raise InputError(
                expected="the same sentences in every template",
                got=f"others in template {other!r} than in {first!r}",
                fix="Leave out what not all templates have, or look at one template at a time.",
            )
    missing = [gender for gender in GENDERS if gender not in set(asked.gender_more)]
    if missing:
        raise InputError(
            expected=f"rows about both genders in {', '.join(GENDERS)}",
            got=f"none about {' or '.join(missing)}",
            fix="Score other rows.",
        )
