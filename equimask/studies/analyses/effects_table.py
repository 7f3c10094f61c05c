"""What architecture, size and language add to the shares, beside what is printed (Tables 5, 8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from equimask.core.errors import InputError, check_choice
from equimask.core.schema import SENTIMENTS
from equimask.studies.analyses.anova import ShareFit, anova
from equimask.studies.analyses.design import INTERCEPT, check_columns
from equimask.studies.analyses.display import markdown_table
from equimask.studies.published import (
    PUBLISHED_REFERENCES,
    PublishedEffect,
    published_effects,
)

P_VALUE = "p_value"
ALPHA = 0.05


class EffectRow(NamedTuple):
    """An effect on the shares of one gender's sentiments, printed and measured.

    `level` against `base`. `published` and `ours` are in the order of `sentiments`; None where the
    paper, or the data, have no such level. `significant` are ours; `consistent` says whether the
    printed ones can be right.
    """

    factor: str
    level: str
    base: str
    gender: str
    published: tuple[float, ...] | None
    ours: tuple[float, ...] | None
    significant: tuple[bool, ...]
    consistent: bool | None


def table_effects(
    rows: Sequence[Mapping[str, Any]], table: str = "8", errors: str = "models"
) -> list[ShareFit]:
    """The analysis of variance of Table 5 or 8: `rows` are `SentimentShares.records` of all models.

    They have `model`, the table's factors, and `fit` if there are several. The bases are those of
    the paper, where the rows have them.
    """
    check_choice(table, PUBLISHED_REFERENCES, "a table of effects in the paper")
    references = PUBLISHED_REFERENCES[table]
    check_columns(rows, ("model", *references, "gender", "sentiment", "share"))
    present = {factor: {str(row[factor]) for row in rows} for factor in references}
    bases = {factor: base for factor, base in references.items() if base in present[factor]}
    return anova(rows, tuple(references), bases, errors)


def beside_published(fits: Sequence[ShareFit], table: str = "8") -> list[EffectRow]:
    """Every effect that is printed or measured; none of ours beside a printed one of another base.

    The intercept is compared only where all factors vary and have the paper's bases.
    """
    check_choice(table, PUBLISHED_REFERENCES, "a table of effects in the paper")
    references = PUBLISHED_REFERENCES[table]
    genders = list(dict.fromkeys(fit.gender for fit in fits))
    measured: dict[tuple[str, str, str, str], EffectRow] = {}
    for gender in genders:
        for row in _measured([fit for fit in fits if fit.gender == gender], references):
            measured[row.factor, row.level, row.base, gender] = row
    rows = []
    for printed in published_effects():
        if printed.table != table:
            continue
        base = references.get(printed.factor, "")
        level = "" if printed.factor in _WHOLE else printed.level
        found = measured.pop((printed.factor, level, base, printed.gender), None)
        rows.append(_joined(printed, level, base, found))
    return [*rows, *measured.values()]


def effects_markdown(rows: Sequence[EffectRow]) -> str:
    """Published and ours side by side; * ours differs from 0, p < .05; `no`: a misprint."""
    headings = [
        *("factor", "level", "gender"),
        *(f"{who} {sentiment}" for who in ("published", "ours") for sentiment in SENTIMENTS),
        "sums up",
    ]
    return markdown_table(
        headings,
        [
            [
                row.factor,
                f"{row.level} (vs {row.base})" if row.base else row.level,
                row.gender,
                *_cells(row.published, ()),
                *_cells(row.ours, row.significant),
                "no" if row.consistent is False else "",
            ]
            for row in rows
        ],
    )


_WHOLE = ("intercept", P_VALUE)


def _measured(fits: Sequence[ShareFit], references: Mapping[str, str]) -> list[EffectRow]:
    """The effects of one gender, sentiments in the paper's order."""
    by_sentiment = {fit.sentiment: fit for fit in fits}
    if set(by_sentiment) != set(SENTIMENTS):
        raise InputError(
            expected=f"fits of {', '.join(SENTIMENTS)} for every gender",
            got=", ".join(by_sentiment) or "none",
            fix="Pass the result of `table_effects`.",
        )
    ordered = [by_sentiment[sentiment] for sentiment in SENTIMENTS]
    gender, design = ordered[0].gender, ordered[0].design
    same = dict(design.bases) == dict(references)
    rows = []
    for i, column in enumerate(design.columns):
        found = [fit.coefficients[i] for fit in ordered]
        whole = column.factor == INTERCEPT
        rows.append(
            EffectRow(
                "intercept" if whole else column.factor,
                "" if whole else column.level,
                column.base if not whole or same else ", ".join(design.bases.values()) or "–",
                gender,
                None,
                tuple(one.value for one in found),
                tuple(p is not None and p < ALPHA for p in (one.spread.p_value for one in found)),
                None,
            )
        )
    overall = [fit.overall.p_value for fit in ordered]
    if all(p is not None for p in overall):
        told = tuple(float(p) for p in overall if p is not None)
        rows.append(EffectRow(P_VALUE, "", "", gender, None, told, (), None))
    return rows


def _joined(printed: PublishedEffect, level: str, base: str, found: EffectRow | None) -> EffectRow:
    return EffectRow(
        printed.factor,
        level,
        base,
        printed.gender,
        tuple(getattr(printed, sentiment) for sentiment in SENTIMENTS),
        found.ours if found else None,
        found.significant if found else (),
        printed.consistent,
    )


def _cells(values: tuple[float, ...] | None, marked: Sequence[bool]) -> list[str]:
    if values is None:
        return ["–"] * len(SENTIMENTS)
    marks = marked or [False] * len(values)
    return [f"{_digits(v)}{'*' if mark else ''}" for v, mark in zip(values, marks, strict=True)]


def _digits(value: float) -> str:
    """Three decimals; four where a printed effect has no more, as 0.0006 has not."""
    return f"{value:.4f}" if value == round(value, 4) != round(value, 3) else f"{value:.3f}"
