"""The fits of an analysis of variance side by side, as the study prints them, and as a figure."""

from __future__ import annotations

from collections.abc import Sequence

from scipy import stats as sps

from equimask.core.drawing import SENTIMENT_COLOURS, Canvas
from equimask.core.errors import InputError
from equimask.studies.analyses.anova import Coefficient, ShareFit
from equimask.studies.analyses.markdown import markdown_table, p_text
from equimask.studies.analyses.panels import explain, line_panels

_MARKERS = {"negative": "v", "neutral": "o", "positive": "^"}


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
