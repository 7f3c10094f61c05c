"""What real models answered, as the authors of GEST released it: one number for every sentence."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from builders.gest.sentences import CATEGORIES, Sentence, gender_of
from equimask.core.arrays import Floats
from equimask.core.errors import DataError
from equimask.measures.contrast import stereotype_contrast
from equimask.studies.contrasts import (
    AmongTemplates,
    Asked,
    Estimate,
    Order,
    Scale,
    TwoNumbers,
    order_of_models,
    over_all_templates,
    over_these_templates,
)

_NAME = re.compile(r".*/(?P<model>.+)_template-(?P<template>\d)\.txt")
_DECIMALS = 6
_LEVEL, _RESAMPLES, _SEED = 0.95, 1999, 0
_NATURAL = float(np.log(10.0))  # the answers are logarithms to the base 10

Figures = dict[str, float | None]
LogOdds = Mapping[str, Mapping[str, Floats]]  # model -> template -> sentences in their order


def is_answers(name: str) -> bool:
    """Whether a source file holds the answers of a model."""
    return _NAME.fullmatch(name) is not None


def read_all(files: Mapping[str, Path], n: int) -> dict[str, dict[str, Floats]]:
    """Log odds by model and template, both in the order of their names."""
    found: dict[str, dict[str, Floats]] = {}
    for name in sorted(files):
        match = _NAME.fullmatch(name)
        assert match is not None
        found.setdefault(match["model"], {})[match["template"]] = read_answers(files[name], n)
    return found


def answer_table(log_odds: LogOdds, sentences: Sequence[Sentence]) -> dict[str, dict[str, Figures]]:
    """Per model and template: prevalence and contrast; the latter by stereotypes, too."""
    return {
        model: {
            template: {
                **_two_numbers(
                    over_these_templates(
                        odds, _asked(sentences, [template]), _generator(), _LEVEL, _RESAMPLES
                    )
                ),
                "contrast_of_stereotypes": _rounded(_of_stereotypes(odds, sentences)),
            }
            for template, odds in templates.items()
        }
        for model, templates in log_odds.items()
    }


def extremes(table: Mapping[str, Mapping[str, Figures]]) -> dict[str, Any]:
    """From where to where prevalence runs, contrasts above 0, and the least sure of them."""
    cells = {(model, t): found for model, ts in table.items() for t, found in ts.items()}

    def known(name: str) -> dict[tuple[str, str], float]:
        return {cell: value for cell, of in cells.items() if (value := of[name]) is not None}

    shares, contrasts, lows = (known(n) for n in ("prevalence", "contrast", "contrast_low"))
    least_sure = min(lows, key=lows.__getitem__, default=None)
    return {
        "cells": len(cells),
        "lowest_prevalence": min(shares.values()),
        "highest_prevalence": max(shares.values()),
        "above_0": sum(value > 0 for value in contrasts.values()),
        "least_sure": least_sure and list(least_sure),
    }


def comparison(log_odds: LogOdds, sentences: Sequence[Sentence]) -> dict[str, Any]:
    """Models over the templates that all of them answered, as a factor and as clusters; ranks.

    Nothing where they share no template.
    """
    templates = sorted(set.intersection(*(set(found) for found in log_odds.values())))
    if not templates:
        return {}
    asked, models = _asked(sentences, templates), list(log_odds)
    odds = np.array([np.concatenate([log_odds[m][t] for t in templates]) for m in models])
    fixed = [over_these_templates(o, asked, _generator(), _LEVEL, _RESAMPLES) for o in odds]
    drawn = [over_all_templates(o, asked, _generator(), _LEVEL, _RESAMPLES) for o in odds]
    scales: list[Scale] = ["contrast", "prevalence"]
    if all(found.effect for found in fixed):
        scales.append("effect")
    orders = {by: _order(odds, asked, by) for by in scales}
    return {
        "templates": templates,
        "sentences": len(set(asked.sentence)),
        "level": 100.0 * _LEVEL,
        "resamples": _RESAMPLES,
        "seed": _SEED,
        "factor": {
            model: {
                **_two_numbers(found),
                **_estimate("natural", found.contrast, _NATURAL),
            }
            for model, found in zip(models, fixed, strict=True)
        },
        "cluster": {
            model: _among(found)
            for model, found in zip(models, drawn, strict=True)
            if found is not None
        },
        "ranks": {by: _ranks(order, models) for by, order in orders.items()},
        "ranks_among_templates": _ranks(
            _order(odds, asked, "contrast", templates_vary=True), models
        ),
        "differences": _differences(orders["contrast"], models),
    }


def read_answers(path: Path, n: int) -> Floats:
    """Log odds of the male word for the sentences in their order."""
    lines = path.read_text(encoding="utf-8").split()
    try:
        log_odds = np.array([float(line) for line in lines])
    except ValueError as error:
        raise DataError(
            expected=f"a number on every line of {path.name}",
            got=str(error),
            fix="Take the file of the authors.",
        ) from error
    if len(log_odds) != n or not np.isfinite(log_odds).all():
        raise DataError(
            expected=f"a finite number for each of {n} sentences in {path.name}",
            got=f"{int(np.isfinite(log_odds).sum())} of {len(log_odds)}",
            fix="Take answers and sentences of one edition.",
        )
    return log_odds


def _generator() -> np.random.Generator:
    """Anew for every figure, so that none depends on which other files are there."""
    return np.random.default_rng(_SEED)


def _asked(sentences: Sequence[Sentence], templates: Sequence[str]) -> Asked:
    """Template after template; a sentence is its text, for ten of them stand in the file twice."""
    return Asked(
        [gender_of(sentence.stereotype) for sentence in sentences] * len(templates),
        [template for template in templates for _ in sentences],
        [sentence.text for sentence in sentences] * len(templates),
    )


def _of_stereotypes(log_odds: Floats, sentences: Sequence[Sentence]) -> float:
    stereotypes = np.array([sentence.stereotype for sentence in sentences])
    there = [number for number in CATEGORIES if (stereotypes == number).any()]
    means = np.array([log_odds[stereotypes == number].mean() for number in there])
    return stereotype_contrast(means, [gender_of(number) for number in there])


def _order(odds: Floats, asked: Asked, by: Scale, *, templates_vary: bool = False) -> Order:
    return order_of_models(
        odds,
        asked,
        _generator(),
        by,
        templates_vary=templates_vary,
        confidence_level=_LEVEL,
        n_resamples=_RESAMPLES,
    )


def _two_numbers(found: TwoNumbers) -> Figures:
    return {
        **_estimate("prevalence", found.prevalence),
        **_estimate("contrast", found.contrast),
        **(_estimate("effect", found.effect) if found.effect else {}),
    }


def _among(found: AmongTemplates) -> Figures:
    return {
        **_estimate("prevalence", found.prevalence),
        **_estimate("contrast", found.contrast),
        "contrast_stderr": _rounded(found.contrast.interval.stderr),
        "contrast_level": 100.0 * found.level,
        "p_value": _rounded(found.p_value),
        "attainable_p": found.attainable_p,
    }


def _estimate(name: str, found: Estimate, unit: float = 1.0) -> Figures:
    _, low, high = found.interval
    values = {name: found.value, f"{name}_low": low, f"{name}_high": high}
    return {key: _rounded(value, unit) for key, value in values.items()}


def _ranks(order: Order, models: Sequence[str]) -> dict[str, list[int]]:
    """Rank, best and worst, the first first."""
    found = zip(models, *(ranks.tolist() for ranks in order.ranks), strict=True)
    return {model: ranks for model, *ranks in sorted(found, key=lambda one: one[1])}


def _differences(order: Order, models: Sequence[str]) -> list[dict[str, Any]]:
    """Each pair once, the larger contrast first."""
    found = order.differences
    places = sorted(range(len(models)), key=lambda place: order.ranks.rank[place])
    return [
        {
            "first": models[one],
            "second": models[other],
            "difference": _rounded(found.values[one, other]),
            "difference_low": _rounded(found.low[one, other]),
            "difference_high": _rounded(found.high[one, other]),
        }
        for one, other in combinations(places, 2)
    ]


def _rounded(value: float | None, unit: float = 1.0) -> float | None:
    """None where there is no end."""
    return None if value is None or np.isnan(value) else round(unit * float(value), _DECIMALS)
