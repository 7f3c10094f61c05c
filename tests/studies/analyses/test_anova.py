"""The analysis of variance: coefficients, sums, tests against SciPy, honest false positives."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from scipy import stats as sps

pytest.importorskip("statsmodels")

from equimask.core.errors import InputError, OptionError
from equimask.studies.analyses.anova import anova, average_fits
from equimask.studies.analyses.anova_errors import ClusterErrors, ModelErrors, RowErrors
from equimask.studies.analyses.anova_report import anova_figure, anova_markdown
from equimask.studies.analyses.design import treatment_design
from equimask.studies.published import PUBLISHED_REFERENCES
from tests.studies.analyses.study import (
    ENGLISH,
    LANGUAGES,
    MULTILINGUAL,
    SENTIMENTS,
    shares,
    units,
)

FACTORS = ("architecture", "size", "language")


@pytest.mark.parametrize("errors", ["models", "cluster", "rows"])
@pytest.mark.parametrize(("models", "languages"), [(ENGLISH, ("en",)), (MULTILINGUAL, LANGUAGES)])
def test_intercepts_sum_to_1_and_effects_to_0(
    models: list, languages: tuple[str, ...], errors: str
) -> None:
    rows = shares(models, np.random.default_rng(0), languages, fits=2)
    fits = anova(rows, FACTORS, errors=errors)
    assert [(f.gender, f.sentiment) for f in fits] == [
        (gender, sentiment) for gender in ("male", "female") for sentiment in SENTIMENTS
    ]
    for gender in ("male", "female"):
        table = np.array([[c.value for c in f.coefficients] for f in fits if f.gender == gender])
        totals = table.sum(axis=0)
        assert totals[0] == pytest.approx(1.0, abs=1e-9)
        assert np.abs(totals[1:]).max() < 1e-9


def test_coefficients_are_differences_of_means_in_a_balanced_design() -> None:
    rows = shares(MULTILINGUAL, np.random.default_rng(1), LANGUAGES)
    fit = anova(rows, FACTORS, PUBLISHED_REFERENCES["8"])[0]
    chosen = [r for r in rows if (r["gender"], r["sentiment"]) == ("male", "negative")]

    def mean(lang: str) -> float:
        return float(np.mean([r["share"] for r in chosen if r["language"] == lang]))

    values = {c.name: c.value for c in fit.coefficients}
    assert values["language[ru]"] == pytest.approx(mean("ru") - mean("ar"))


def one_way(rng: np.random.Generator) -> tuple[list[dict[str, Any]], list[np.ndarray]]:
    groups = [rng.normal(size=n) for n in (3, 4, 5)]
    rows = [
        {"model": f"{name}{i}", "architecture": name}
        for name, group in zip("ABC", groups, strict=True)
        for i in range(len(group))
    ]
    return rows, groups


@pytest.mark.parametrize("errors", [RowErrors, ModelErrors])
def test_one_factor_over_models_is_scipys_one_way_anova(errors: Any) -> None:
    rows, groups = one_way(np.random.default_rng(2))
    design = treatment_design(rows, ["architecture"])
    found = errors(design, np.concatenate(groups)).f_test("architecture", ["architecture"])
    expected = sps.f_oneway(*groups)
    assert (found.statistic, found.p_value) == pytest.approx((expected.statistic, expected.pvalue))
    assert found.df == (2, 9)


def test_two_languages_within_models_are_a_paired_t_test() -> None:
    rng = np.random.default_rng(3)
    rows = units([(f"A{i}", "base") for i in range(8)], ("en", "fr"))
    y = rng.normal(size=(8, 2)) + 5 * rng.normal(size=(8, 1))
    design = treatment_design(rows, ["language"])
    found = ModelErrors(design, y.ravel())
    expected = sps.ttest_rel(y[:, 1], y[:, 0])
    spread = found.coefficient(1)
    assert (spread.p_value, spread.df) == (pytest.approx(expected.pvalue), 7)
    assert found.f_test("language", ["language"]).statistic == pytest.approx(expected.statistic**2)


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


def test_a_real_effect_of_architecture_is_found_by_model() -> None:
    rng = np.random.default_rng(8)
    rows = shares(ENGLISH, rng, fits=2)
    for row in rows:
        shift = {"negative": 0.5, "neutral": -0.5, "positive": 0.0}[row["sentiment"]]
        row["share"] = (
            1 / 3 + 0.02 * (row["share"] - 1 / 3) + shift * (row["architecture"] == "XLNet")
        )
    fits = anova(rows, references=PUBLISHED_REFERENCES["5"])
    assert fits[0].tests[0].p_value is not None and fits[0].tests[0].p_value < 0.001
    assert {c.name: round(c.value, 1) for c in fits[0].coefficients}["architecture[XLNet]"] == 0.5


def test_fits_are_averaged_whatever_else_is_known_of_them() -> None:
    about = {"model": "m", "size": "base", "gender": "male", "sentiment": "negative"}
    rows = [{**about, "fit": i, "l1": 10.0**-i, "share": i / 10} for i in range(3)]
    assert average_fits(rows, ("size",)) == [{**about, "share": pytest.approx(0.1)}]


def test_the_order_of_rows_changes_no_figure() -> None:
    rows = shares(MULTILINGUAL, np.random.default_rng(9), LANGUAGES, fits=2)
    for errors in ("models", "cluster"):
        one = {(f.gender, f.sentiment): f for f in anova(rows, FACTORS, errors=errors)}
        for fit in anova(rows[::-1], FACTORS, errors=errors):
            same = one[fit.gender, fit.sentiment]
            for ours, theirs in zip(fit.coefficients, same.coefficients, strict=True):
                assert ours.value == pytest.approx(theirs.value, abs=1e-12)
                assert ours.spread.p_value == pytest.approx(theirs.spread.p_value)


def test_a_share_that_never_varies_has_no_test() -> None:
    rows = shares(ENGLISH, np.random.default_rng(0))
    for row in rows:
        row["share"] = {"negative": 0.5, "neutral": 0.5, "positive": 0.0}[row["sentiment"]]
    fit = anova(rows)[2]
    assert fit.overall.note == "the share does not vary"
    assert all(c.spread.p_value is None for c in fit.coefficients)
    assert "the share does not vary" in anova_markdown(anova(rows))


def changed(rows: list[dict[str, Any]], **values: Any) -> list[dict[str, Any]]:
    return [{**rows[0], **values}, *rows[1:]]


@pytest.mark.parametrize(
    ("change", "options", "error", "message"),
    [
        ({"share": 0.9}, {}, InputError, "sum to 1"),
        ({"share": float("nan")}, {}, InputError, "sum to 1"),
        ({"sentiment": "neutral"}, {}, InputError, "neutral twice"),
        ({}, {"errors": "clusters"}, OptionError, "Did you mean 'cluster'"),
        ({}, {"factors": ("model",)}, InputError, "more than 6 observations for 6"),
    ],
)
def test_what_cannot_be_analysed_is_refused(
    change: dict[str, Any], options: dict[str, Any], error: type, message: str
) -> None:
    rows = shares(ENGLISH[4:10], np.random.default_rng(0))
    with pytest.raises(error, match=message):
        anova(changed(rows, **change), **options)


@pytest.mark.parametrize("column", ["model", "size", "gender", "sentiment", "share"])
def test_a_missing_column_is_named_with_its_row(column: str) -> None:
    rows = shares(ENGLISH, np.random.default_rng(0))
    del rows[3][column]
    with pytest.raises(InputError, match=f"row 3 without {column}"):
        anova(rows)


def test_nothing_to_analyse_is_an_error() -> None:
    with pytest.raises(InputError, match="rows to compare, but got none"):
        anova([])


def test_models_with_different_languages_cannot_be_compared_by_model() -> None:
    rows = shares(MULTILINGUAL, np.random.default_rng(0), LANGUAGES)
    gap = [r for r in rows if (r["model"], r["language"]) != ("XLM-base", "hi")]
    with pytest.raises(InputError, match=r"every model with every language.*errors='cluster'"):
        anova(gap, FACTORS)
    assert anova(gap, FACTORS, errors="cluster")


def test_table_and_figure_have_every_parameter() -> None:
    fits = anova(
        shares(MULTILINGUAL, np.random.default_rng(0), LANGUAGES),
        FACTORS,
        PUBLISHED_REFERENCES["8"],
    )
    text = anova_markdown(fits)
    for name in ("Intercept", "architecture[XLM-R]", "language[zh]", "p, size", "p, all factors"):
        assert f"| {name} |" in text
    assert "tested apart" in text
    assert "share ~ architecture + size + language, 35 observations, 5 models; errors: m" in text
    assert "| architecture[XLM-R] | m-BERT | 14 | 2 |" in text  # the design
    picture = anova_figure(fits, title="Multilingual").decode()
    for label in ("XLM-R (vs m-BERT)", "zh (vs ar)", "percentage points", "Multilingual"):
        assert label in picture
    with pytest.raises(InputError, match="Run `anova` first"):
        anova_figure([])
