"""The analysis of variance: coefficients, sums, tests against SciPy, honest false positives."""

from __future__ import annotations

from operator import itemgetter
from typing import Any

import numpy as np
import pytest
from scipy import stats as sps

from equimask.core.errors import InputError, OptionError
from equimask.studies.analyses.anova import anova, anova_figure, anova_markdown, average_fits
from equimask.studies.analyses.anova_errors import ModelErrors, RowErrors
from equimask.studies.analyses.design import treatment_design
from equimask.studies.published import PUBLISHED_REFERENCES
from tests.studies.analyses.study import (
    ENGLISH,
    FACTORS,
    LANGUAGES,
    MULTILINGUAL,
    SENTIMENTS,
    shares,
    units,
)


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


def test_as_many_effects_as_observations_have_no_errors() -> None:
    rows = shares(ENGLISH[4:10], np.random.default_rng(0))
    for errors in ("models", "cluster", "rows"):
        for fit in anova(rows, ("model",), errors=errors):
            base, *effects = (c.value for c in fit.coefficients)
            own = [r["share"] for r in sorted(rows, key=itemgetter("model"))
                   if (r["gender"], r["sentiment"]) == (fit.gender, fit.sentiment)]  # fmt: skip
            np.testing.assert_allclose([base, *(base + one for one in effects)], own)
            assert {c.spread.p_value for c in fit.coefficients} == {None}
            assert fit.overall.note == "6 observations for 6 coefficients: nothing to test by"


def changed(rows: list[dict[str, Any]], **values: Any) -> list[dict[str, Any]]:
    return [{**rows[0], **values}, *rows[1:]]


@pytest.mark.parametrize(
    ("change", "options", "error", "message"),
    [
        ({"share": 0.9}, {}, InputError, "sum to 1"),
        ({"share": float("nan")}, {}, InputError, "sum to 1"),
        ({"sentiment": "neutral"}, {}, InputError, "neutral twice"),
        ({}, {"errors": "clusters"}, OptionError, "Did you mean 'cluster'"),
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
