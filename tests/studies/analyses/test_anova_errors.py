"""Errors by row, by cluster and by model: what each may test."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from equimask.studies.analyses.anova import anova
from equimask.studies.analyses.anova_errors import ClusterErrors, ModelErrors, RowErrors
from equimask.studies.analyses.design import treatment_design
from equimask.studies.published import PUBLISHED_REFERENCES
from tests.studies.analyses.study import (
    ENGLISH,
    FACTORS,
    LANGUAGES,
    MULTILINGUAL,
    shares,
    units,
)


def test_clustered_errors_are_those_of_the_sandwich() -> None:
    rng = np.random.default_rng(4)
    rows = units(ENGLISH, fits=4)
    design = treatment_design(rows, ["size"], {"size": "base"})
    y = rng.normal(size=len(rows))
    x = design.matrix
    bread = np.linalg.inv(x.T @ x)
    residuals = y - x @ bread @ x.T @ y
    n, k = x.shape
    scores = [x[design.clusters == g].T @ residuals[design.clusters == g] for g in range(11)]
    meat = sum(np.outer(s, s) for s in scores) * 11 / 10 * (n - 1) / (n - k)
    expected = np.sqrt(np.diag(bread @ meat @ bread))
    place = [column.name for column in design.columns].index("size[large]")
    spread = ClusterErrors(design, y).coefficient(place)
    assert (spread.stderr, spread.df) == (pytest.approx(expected[place]), 10)


def test_what_rests_on_a_single_model_is_not_tested_with_clusters() -> None:
    rows = shares(ENGLISH, np.random.default_rng(5), fits=3)
    fit = anova(rows, references=PUBLISHED_REFERENCES["5"], errors="cluster")[0]
    untested = [c.name for c in fit.coefficients if c.spread.p_value is None]
    assert untested == ["architecture[BERTweet]", "size[xlarge]", "size[xxlarge]"]
    architecture, size = fit.tests
    assert (architecture.df, architecture.note[:6]) == ((3, 10), "1 of 4")
    assert size.df == (1, 10)


def test_more_contrasts_than_models_have_no_clustered_test() -> None:
    rows = shares(MULTILINGUAL, np.random.default_rng(6), LANGUAGES, fits=2)
    fit = anova(rows, FACTORS, PUBLISHED_REFERENCES["8"], errors="cluster")[0]
    architecture, size, language = fit.tests
    assert (language.p_value, language.note) == (None, "6 contrasts, and 5 models")
    assert architecture.df == (1, 4)  # XLM against XLM-R: the base is one model
    assert size.p_value is not None


def test_too_few_models_leave_architecture_untested_and_say_so() -> None:
    models = [("A", "base"), ("A", "large"), ("B", "base")]
    rows = shares(models, np.random.default_rng(7), ("en", "fr", "ru"), fits=2)
    architecture, size, language = anova(rows, FACTORS)[0].tests
    assert architecture.p_value is None and architecture.note == "3 models for 3 coefficients"
    assert size.p_value is None
    assert language.df == (2, 4)


def test_only_errors_by_model_keep_the_level_in_the_designs_of_the_study() -> None:
    """Models differ by chance, and nothing else: what is significant at .05 is a false alarm."""
    n_runs = 150
    alarms: Counter[tuple[str, str]] = Counter()
    for models, languages, factors in (
        (ENGLISH, ("en",), ("architecture", "size")),
        (MULTILINGUAL, LANGUAGES, FACTORS),
    ):
        rows, means = (units(models, languages, fits) for fits in (4, 1))
        design, averaged = (treatment_design(r, factors) for r in (rows, means))
        for seed in range(n_runs):
            rng = np.random.default_rng(seed)
            y = rng.normal(size=(len(models), 1, 1)) + 0.3 * rng.normal(
                size=(len(models), len(languages), 4)
            )
            y = y + 0.7 * rng.normal(size=(len(models), len(languages), 1))
            for name, found in (
                ("rows", RowErrors(design, y.ravel())),
                ("cluster", ClusterErrors(design, y.ravel())),
                ("models", ModelErrors(averaged, y.mean(axis=2).ravel())),
            ):
                for factor in factors:
                    p = found.f_test(factor, [factor]).p_value
                    alarms[name, f"{factor}, {len(models)} models"] += p is not None and p < 0.05
    rates = {key: count / n_runs for key, count in alarms.items()}
    assert all(rate <= 0.11 for (name, _), rate in rates.items() if name == "models")
    assert all(rate >= 0.5 for (name, _), rate in rates.items() if name == "rows")
    assert rates["cluster", "architecture, 11 models"] > 0.3
    assert rates["cluster", "size, 11 models"] > 0.15
