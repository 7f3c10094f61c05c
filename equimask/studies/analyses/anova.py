"""Do architecture, size and language change the sentiment shares? (the study's Tables 5 and 8)

One least-squares fit of main effects per gender and sentiment, with treatment coding. Shares sum to
1, so over the sentiments intercepts sum to 1 and every other coefficient to 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from scipy import stats as sps

from equimask.core.arrays import Floats
from equimask.core.drawing import SENTIMENT_COLOURS, Canvas
from equimask.core.errors import InputError, check_choice
from equimask.studies.analyses.anova_errors import (
    ClusterErrors,
    Errors,
    FTest,
    ModelErrors,
    RowErrors,
    Spread,
)
from equimask.studies.analyses.design import Design, check_columns, treatment_design
from equimask.studies.analyses.display import explain, line_panels, markdown_table, p_text

ERRORS: dict[str, Callable[[Design, Floats], Errors]] = {
    "models": ModelErrors,
    "cluster": ClusterErrors,
    "rows": RowErrors,
}
_CONSTANT = 1e-9
_MARKERS = {"negative": "v", "neutral": "o", "positive": "^"}


class Coefficient(NamedTuple):
    """A column's effect on a share, and how sure it is."""

    name: str
    value: float
    spread: Spread


@dataclass(frozen=True)
class ShareFit:
    """The regression of one sentiment's share for one gender."""

    gender: str
    sentiment: str
    design: Design
    coefficients: tuple[Coefficient, ...]
    tests: tuple[FTest, ...]
    overall: FTest
    n: int
    errors: str


def anova(
    rows: Sequence[Mapping[str, Any]],
    factors: Sequence[str] = ("architecture", "size"),
    references: Mapping[str, str] | None = None,
    errors: str = "models",
) -> list[ShareFit]:
    """One fit per gender and sentiment, in the order in which they first appear.

    A row has `model`, the factors, `gender`, `sentiment`, `share`, and `fit` if there are several.
    `errors` says what varies by chance: see `anova_errors`.
    """
    check_choice(errors, ERRORS, "a kind of errors")
    check_columns(rows, ("model", *factors, "gender", "sentiment", "share"))
    check_shares(rows, factors)
    if errors == "models":
        rows = average_fits(rows, factors)
    found = []
    for gender, sentiment in dict.fromkeys((row["gender"], row["sentiment"]) for row in rows):
        chosen = [r for r in rows if (r["gender"], r["sentiment"]) == (gender, sentiment)]
        design = treatment_design(chosen, factors, references)
        y = np.array([float(row["share"]) for row in chosen])
        found.append(_fit(gender, sentiment, design, y, errors))
    return found


def average_fits(rows: Iterable[Mapping[str, Any]], factors: Sequence[str]) -> list[dict[str, Any]]:
    """One row for all fits of a model (and language), gender and sentiment: their mean."""
    names = tuple(dict.fromkeys(("model", *factors, "gender", "sentiment")))
    groups: dict[tuple[Any, ...], list[float]] = {}
    for row in rows:
        groups.setdefault(tuple(row.get(name) for name in names), []).append(float(row["share"]))
    return [
        {**dict(zip(names, key, strict=True)), "share": float(np.mean(values))}
        for key, values in groups.items()
    ]


def check_shares(rows: Sequence[Mapping[str, Any]], factors: Sequence[str]) -> None:
    """Every unit has each sentiment once, and its shares sum to 1."""
    sentiments = {row["sentiment"] for row in rows}
    units: dict[tuple[Any, ...], dict[str, float]] = {}
    for row in rows:
        keys = ("model", *factors, "fit", "gender")
        unit = tuple((key, row[key]) for key in keys if key in row)
        shares = units.setdefault(unit, {})
        if row["sentiment"] in shares:
            raise InputError(
                expected="one share per unit and sentiment",
                got=f"{row['sentiment']} twice for {dict(unit)}",
                fix="Give each fit its own value in a column `fit`, or average them.",
            )
        shares[row["sentiment"]] = float(row["share"])
    for unit, shares in units.items():
        if set(shares) != sentiments or not abs(sum(shares.values()) - 1.0) <= 1e-6:
            raise InputError(
                expected=f"shares of {', '.join(sorted(sentiments))} that sum to 1",
                got=f"{shares} for {dict(unit)}",
                fix="Take the shares as `sentiment_shares` gives them.",
            )


def _fit(
    gender: str,
    sentiment: str,
    design: Design,
    y: Floats,
    errors: str,
) -> ShareFit:
    values = np.linalg.lstsq(design.matrix, y, rcond=None)[0]
    is_exact = len(y) <= len(design.columns)
    if is_exact or not design.factors or float(np.ptp(y)) < _CONSTANT:
        why = "the share does not vary" if design.factors else "no factor varies"
        if is_exact and design.factors:
            why = f"{len(y)} observations for {len(values)} coefficients: nothing to test by"
        found = [Spread()] * len(values)
        tests = [FTest(factor, None, None, None, why) for factor in design.factors]
        overall = FTest("all factors", None, None, None, why)
    else:
        measured = ERRORS[errors](design, y)
        found = [measured.coefficient(i) for i in range(len(values))]
        tests = [measured.f_test(factor, [factor]) for factor in design.factors]
        overall = measured.f_test("all factors", design.factors)
    coefficients = tuple(
        Coefficient(column.name, float(value), spread)
        for column, value, spread in zip(design.columns, values, found, strict=True)
    )
    return ShareFit(gender, sentiment, design, coefficients, tuple(tests), overall, len(y), errors)


def anova_markdown(fits: Sequence[ShareFit], alpha: float = 0.05) -> str:
    """Coefficients of every gender and sentiment (* p < alpha), p of the F tests, the design."""
    _check(fits)
    headings = ["", *(f"{fit.gender} {fit.sentiment}" for fit in fits)]
    rows = []
    for i, column in enumerate(fits[0].design.columns):
        cells = []
        for fit in fits:
            found = fit.coefficients[i]
            p_value = found.spread.p_value
            mark = "*" if p_value is not None and p_value < alpha else ""
            cells.append(f"{found.value:.3f}{mark}")
        rows.append([column.name, *cells])
    notes: list[str] = []
    for tests in zip(*((*fit.tests, fit.overall) for fit in fits), strict=True):
        rows.append([f"p, {tests[0].name}", *(p_text(test.p_value) for test in tests)])
        said = dict.fromkeys(test.note for test in tests if test.note)
        notes.extend(f"{tests[0].name}: {note}" for note in said)
    lines = "".join(f"\n{note}\n" for note in notes)
    return f"{markdown_table(headings, rows)}{lines}\n{_design_text(fits[0])}"


def anova_figure(
    fits: Sequence[ShareFit],
    confidence_level: float = 0.95,
    format: str = "svg",
    title: str = "",
) -> bytes:
    """Per gender a panel of coefficients; a bar where an interval could be measured."""
    _check(fits)
    genders = list(dict.fromkeys(fit.gender for fit in fits))
    columns = fits[0].design.columns[1:]
    labels = [f"{column.level} (vs {column.base})" for column in columns]
    with Canvas(format) as canvas:
        height = 1.4 + 0.42 * len(columns)
        figure, panels = line_panels(canvas, genders, labels, range(len(labels)), height, title)
        for axes, gender in zip(panels, genders, strict=True):
            chosen = [fit for fit in fits if fit.gender == gender]
            axes.axvline(0, color="black", linewidth=0.8)
            for order, fit in enumerate(chosen):
                shift = 0.24 * (order - (len(chosen) - 1) / 2)
                found = fit.coefficients[1:]
                axes.errorbar(
                    [100 * c.value for c in found],
                    [place + shift for place in range(len(found))],
                    xerr=[100 * _half_width(c, confidence_level) for c in found],
                    fmt=_MARKERS.get(fit.sentiment, "s"),
                    color=SENTIMENT_COLOURS.get(fit.sentiment, "black"),
                    markersize=5,
                    linewidth=1,
                    label=fit.sentiment,
                )
        figure.legend(*panels[0].get_legend_handles_labels(), loc="outside upper right", ncols=3)
        explain(
            figure,
            "effect on the share of a sentiment (percentage points), "
            f"bars: {confidence_level:.0%} interval",
        )
        return canvas.save(figure)


def _design_text(fit: ShareFit) -> str:
    """What was fitted to what, and against what it was tested."""
    terms = " + ".join(fit.design.factors) or "1"
    return (
        f"Least squares, share ~ {terms}, {fit.n} observations, {fit.design.n_clusters} models; "
        f"errors: {fit.errors}.\n\n{fit.design.markdown()}"
    )


def _half_width(coefficient: Coefficient, confidence_level: float) -> float:
    stderr, _, df = coefficient.spread
    if stderr is None or df is None:
        return 0.0
    return stderr * float(sps.t.ppf(0.5 + confidence_level / 2, df))


def _check(fits: Sequence[ShareFit]) -> None:
    if not fits:
        raise InputError(expected="the fits of `anova`", got="none", fix="Run `anova` first.")
    names = [column.name for column in fits[0].design.columns]
    for fit in fits:
        if [column.name for column in fit.design.columns] != names:
            raise InputError(
                expected="the same columns for every gender and sentiment",
                got=f"others for {fit.gender}, {fit.sentiment}",
                fix="Give every model's shares for both genders.",
            )
