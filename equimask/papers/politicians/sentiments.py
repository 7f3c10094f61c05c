"""Sentiments of the largest deviations, model by model (Figures 4 and 6, Tables 5 and 8)."""

from __future__ import annotations

from collections.abc import Sequence

from equimask.core.errors import InputError
from equimask.core.languages import get_language
from equimask.core.schema import SENTIMENTS
from equimask.papers.exhibit import (
    Cell,
    Estimate,
    Exhibit,
    ExhibitFigure,
    ExhibitTable,
    NotMade,
    table,
)
from equimask.papers.politicians.families import MONOLINGUAL, MULTILINGUAL
from equimask.papers.politicians.work import Records, Work
from equimask.studies.analyses.anova import ShareFit, anova_figure
from equimask.studies.analyses.design import Design
from equimask.studies.analyses.effects_table import (
    ALPHA,
    P_VALUE,
    EffectRow,
    beside_published,
    table_effects,
)
from equimask.studies.analyses.language_shares import (
    ModelShares,
    language_figure,
    language_records,
)

LISTS = (
    "Of the 100 largest deviations of each gender, as in the paper, or of fewer where fewer words "
    "were said often enough: a list has never more than a third as many entries."
)
DIGITS = 12  # the last bits of least squares say nothing
NO_NUMBERS = "The paper prints this figure without numbers."
TAKEN_AS_GIVEN = (
    "p is that of the paper's test, which takes the two lists as given. Lists of a fit differ even "
    "where gender says nothing, so that it is too small; "
    "`equimask.studies.analyses.chance.beyond_chance` tests the counts behind the lists."
)
NO_LEXICON = (
    "There are no sentiments without a lexicon that knows the words. Pass sentiment_lexicon, or a "
    "table with word, negative, neutral and positive."
)
NO_MODELS = {
    MONOLINGUAL: "No model has English words. Ask one in English.",
    MULTILINGUAL: "No model has words in several languages. Ask one in two or more.",
}
MODELS_AS_CHANCE = (
    "Errors are those of models: the fits of one model are one measurement and not many. The "
    "printed p-values seem to count every fit by itself."
)


def english_shares(work: Work) -> Exhibit | NotMade:
    """Figure 4: the shares of sentiments in English."""
    return _shares_shown(work, MONOLINGUAL)


def shares_by_language(work: Work) -> Exhibit | NotMade:
    """Figure 6: the same in every language."""
    return _shares_shown(work, MULTILINGUAL)


def _shares_shown(work: Work, setup: str) -> Exhibit | NotMade:
    if not work.models(setup):
        return NotMade(NO_MODELS[setup])
    found: dict[str, dict[str, ModelShares]] = {}
    for model, language in work.each(setup):
        one = work.shares(model, language)
        if one is not None:
            found.setdefault(language, {})[model.label] = one
    if not found:
        return NotMade(NO_LEXICON)
    columns = ("language", "model", "sentiment", "male", "female", "p_value")
    rows: list[list[Cell]] = [
        [get_language(row["language"]).name, *(row[name] for name in columns[1:])]
        for row in language_records(found)
    ]
    svg = language_figure(found)
    alt = "Shares of negative and positive words, men beside women, a line for each model."
    return Exhibit(
        (table("shares", "Shares of sentiments", (*columns[:-1], "p of the difference"), rows),),
        (ExhibitFigure("shares", svg, alt),),
        (
            *work.notes(setup),
            *work.told_of_sentiments,
            LISTS,
            TAKEN_AS_GIVEN,
            NO_NUMBERS,
        ),
    )


def english_effects(work: Work) -> Exhibit | NotMade:
    """Table 5: what architecture and size add to the shares."""
    return _effects(work, "5", MONOLINGUAL)


def multilingual_effects(work: Work) -> Exhibit | NotMade:
    """Table 8: what architecture, size and language add to them."""
    return _effects(work, "8", MULTILINGUAL)


def _effects(work: Work, number: str, setup: str) -> Exhibit | NotMade:
    models = work.models(setup)
    if not models:
        return NotMade(NO_MODELS[setup])
    records = _complete(work, setup)
    if not records:
        return NotMade(NO_LEXICON)
    try:
        fits = table_effects(records, number)
    except InputError as error:
        return NotMade(f"Too few models to tell architecture, size and language apart: {error}")
    shown = beside_published(fits, number)
    untested = {fit.overall.note for fit in fits if fit.overall.p_value is None}
    figures: tuple[ExhibitFigure, ...] = ()
    if fits[0].design.factors:
        svg = anova_figure(fits, title="")
        alt = "Effects on the share of each sentiment, a panel per gender."
        figures = (ExhibitFigure("effects", svg, alt),)
    return Exhibit(
        (_effects_table(shown), _tests_table(fits), _design_table(fits[0].design)),
        figures,
        (
            *work.notes(setup),
            *work.told_of_sentiments,
            MODELS_AS_CHANCE,
            *(
                f"No test of all factors together: {why}. More models, of other architectures and "
                "sizes, make one."
                for why in sorted(untested)
            ),
            "Shares sum to 1, so effects sum to 0 over the sentiments: printed rows that do not "
            "cannot be right.",
        ),
    )


def _complete(work: Work, setup: str) -> Records:
    """The shares of all models in the languages that all of them have: effects need every cell."""
    by_cell: dict[tuple[str, str], Records] = {}
    for model, language in work.each(setup):
        if rows := work.records(model, language, setup):
            by_cell[model.label, language] = rows
    models = {model for model, _ in by_cell}
    languages = {lang for _, lang in by_cell}
    shared = {lang for lang in languages if all((model, lang) in by_cell for model in models)}
    return [row for (_, lang), rows in by_cell.items() if lang in shared for row in rows]


_FACTORS = {P_VALUE: "p, all factors"}


def _effects_table(rows: Sequence[EffectRow]) -> ExhibitTable:
    headings = (
        *("factor", "level", "base", "gender"),
        *(f"{who} {sentiment}" for who in ("published", "ours") for sentiment in SENTIMENTS),
        *(f"ours differ from 0, p < {ALPHA:g}", "sums up"),
    )
    return table(
        "effects",
        "Effects on shares",
        headings,
        [
            [
                *(_FACTORS.get(row.factor, row.factor), row.level, row.base, row.gender),
                *_cells(row.published, True),
                *_cells(row.ours, False),
                ", ".join(s for s, yes in zip(SENTIMENTS, row.significant, strict=False) if yes),
                "no" if row.consistent is False else "",
            ]
            for row in rows
        ],
    )


def _cells(values: tuple[float, ...] | None, published: bool) -> list[Cell]:
    """What is printed has its digits already."""
    if values is None:
        return [None] * len(SENTIMENTS)
    if published:
        return [Estimate(value, published=True) for value in values]
    return [Estimate(round(value, DIGITS)) for value in values]


def _tests_table(fits: Sequence[ShareFit]) -> ExhibitTable:
    rows: list[list[Cell]] = [
        [fit.gender, fit.sentiment, test.name, test.statistic, test.p_value, test.note]
        for fit in fits
        for test in (*fit.tests, fit.overall)
    ]
    headings = ("gender", "sentiment", "of", "F", "p", "note")
    return table("tests", "F tests", headings, rows)


def _design_table(design: Design) -> ExhibitTable:
    """Every column of the regression: its base, and what it rests on."""
    headings = ("column", "base", "observations", "models")
    return table("design", "What the effects rest on", headings, design.records())
