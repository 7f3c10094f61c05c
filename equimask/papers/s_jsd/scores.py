"""Tables 2 and 3, and the comparison of a model with a larger one in section 5."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from equimask.audits.measures import rows as rows_of
from equimask.core.bars import Bar
from equimask.core.languages import get_language
from equimask.metrics import measure_of
from equimask.papers.beside_published import bar_of, beside_published
from equimask.papers.exhibit import (
    Cell,
    Estimate,
    Exhibit,
    ExhibitFigure,
    ExhibitTable,
    NotMade,
    table,
)
from equimask.papers.s_jsd.work import MEASURES, Work
from equimask.papers.scoring import Scores, estimate
from equimask.stats.paired import paired_bootstrap
from equimask.studies.published import PublishedPairScores, published_pair_scores

_TWO_SIDED = 1.96  # standard errors of a 95 % interval
_MULTILINGUAL = ("mBERT", "xlmR")
_BY_SIZE = ("xlmR", "xlmR (large)")


def by_language(work: Work) -> Exhibit | NotMade:
    """Table 2, with a figure of each of its two scores, and what the protocol changes."""
    scores = work.scores
    printed = [row for row in published_pair_scores() if row.table != "3"]
    names = [measure_of(measure).column for measure in MEASURES]
    rows: list[tuple[Cell, ...]] = []
    for language in _languages(printed, scores):
        told = get_language(language).name
        rows += [
            (told, row.model, "published", *_printed(row), None)
            for row in printed
            if row.language == language
        ]
        rows += [(told, label, "ours", *_ours(scores, label, language)) for label in scores.models]
    rows = [row for row in rows if row[3] is not None]
    headings = ("language", "model", "figures", *names, "pairs")
    title = "S_JSD in thousandths, CPS and binarised S_JSD; published ± standard error"
    notes = (
        "Negative S_JSD, and CPS or binarised S_JSD above 50, mean that the stereotypical sentence "
        "is preferred. The paper has five languages; ar, fr, ko, vi and zh are from its authors' "
        "repository. Ours: 95 % intervals from a bootstrap of the pairs, by the corrected "
        "protocol; the second table has the authors' own.",
        *work.notes,
    )
    tables = (table("", title, headings, rows), _protocols(work))
    figures = tuple(_beside(printed, scores, measure) for measure in ("s_jsd", "cps"))
    return Exhibit(tables, figures, notes)


def _languages(printed: Sequence[PublishedPairScores], scores: Scores) -> list[str]:
    return list(dict.fromkeys([*(row.language for row in printed), *scores.languages]))


def _printed(row: PublishedPairScores) -> tuple[Estimate | None, ...]:
    return tuple(
        Estimate(getattr(row, measure), getattr(row, f"{measure}_stderr"), published=True)
        if getattr(row, measure) is not None
        else None
        for measure in MEASURES
    )


def _ours(scores: Scores, label: str, language: str) -> tuple[Cell, ...]:
    cells = [scores.cell(label, language, measure) for measure in MEASURES]
    n = next((cell.result.n for cell in cells if cell is not None), None)
    return (*map(estimate, cells), n)


def _protocols(work: Work) -> ExhibitTable:
    """Where pairs are minimal and ties rare, both give the same."""
    rows: list[tuple[Cell, ...]] = []
    for label in work.scores.models:
        for language in work.scores.languages:
            for measure in MEASURES:
                ours = work.scores.cell(label, language, measure)
                theirs = work.as_published.cell(label, language, measure)
                if ours is not None and theirs is not None:
                    name = get_language(language).name
                    both = (estimate(ours), estimate(theirs))
                    counts = (ours.result.n_ties, ours.result.n, theirs.result.n)
                    rows.append((name, label, measure_of(measure).column, *both, *counts))
    headings = (
        "language", "model", "measure", "corrected", "published protocol", "ties", "pairs",
        "pairs, published protocol",
    )  # fmt: skip
    title = "By the corrected protocol, and by that of the authors' code"
    return table("protocols", title, headings, rows)


def _beside(printed: Sequence[PublishedPairScores], scores: Scores, measure: str) -> ExhibitFigure:
    shown = measure_of(measure)
    line = 0.0 if shown.neutral is None else shown.neutral * shown.factor
    theirs = {(row.model, row.language): row for row in printed}
    languages = _languages(printed, scores)
    svg = beside_published(
        [get_language(language).name for language in languages],
        {
            model: [_published_bar(theirs.get((model, code)), measure, line) for code in languages]
            for model in _MULTILINGUAL
        },
        {
            label: [_own_bar(scores, label, code, measure) for code in languages]
            for label in scores.models
        },
        line=line,
        axis=shown.column,
    )
    alt = (
        f"{shown.label} by language: squares are published, circles ours, bars 95 % intervals; "
        f"filled ones differ from the dotted neutral point, {line:g}. The table has the numbers."
    )
    return ExhibitFigure(measure, svg, alt)


def _published_bar(row: PublishedPairScores | None, measure: str, line: float) -> Bar | None:
    value = None if row is None else getattr(row, measure)
    if value is None:
        return None
    half = _TWO_SIDED * getattr(row, f"{measure}_stderr")
    return Bar(value, value - half, value + half, abs(value - line) > half)


def _own_bar(scores: Scores, label: str, language: str, measure: str) -> Bar | None:
    cell = scores.cell(label, language, measure)
    return None if cell is None else bar_of(cell.result)


def without_last_character(work: Work) -> Exhibit | NotMade:
    """Table 3: the same pairs whole and cut."""
    whole, cut = work.english_scores
    measures = ("s_jsd", "cps")
    rows: list[tuple[Cell, ...]] = []
    both = {(r.model, r.perturbed): r for r in published_pair_scores() if r.table == "3"}
    for model in dict.fromkeys(model for model, _ in both):
        pair = [both[model, perturbed] for perturbed in (False, True)]
        printed = [_printed(row)[i] for i in range(len(measures)) for row in pair]
        rows.append((model, "published", *printed, None))
    for label in whole.models:
        cells = [one.cell(label, "en", m) for m in measures for one in (whole, cut)]
        n = next((cell.result.n for cell in cells if cell is not None), None)
        rows.append((label, "ours", *map(estimate, cells), n))
    columns = [f"{measure_of(m).column}, {how}" for m in measures for how in ("whole", "cut")]
    notes = [
        "Cut: without the last character of each sentence, mostly a full stop; a pair of which "
        "this would leave nothing, or take a gender word, stays whole. The paper's are 1508 pairs "
        "about nine groups.",
        *whole.notes,
    ]
    if not work.request.data:
        notes.append("Ours: the packaged English pairs, which are about gender alone.")
    elif work.request.rows is not None:
        notes.append(f"Ours: {len(work.english)} of these pairs, drawn by seed; --full takes all.")
    title = "Whole and cut sentences; published ± standard error"
    headings = ("model", "figures", *columns, "pairs")
    return Exhibit((table("", title, headings, rows),), notes=tuple(notes))


def sizes(work: Work) -> Exhibit | NotMade:
    """Of section 5: does size matter? The paper prints no figures, and found no pattern."""
    scores = work.scores
    if len(scores.models) < 2:
        return NotMade(
            "The paper compares the base with the large XLM-R: two models are needed. Name both, "
            "such as FacebookAI/xlm-roberta-base and FacebookAI/xlm-roberta-large, or pass --full."
        )
    known = [name for name in _BY_SIZE if name in scores.models]
    couples = [tuple(known)] if len(known) == 2 else list(combinations(scores.models, 2))
    options = work.request.options
    rows: list[tuple[Cell, ...]] = []
    for small, large in couples:
        for language in scores.languages:
            for measure in MEASURES:
                cells = [scores.cell(label, language, measure) for label in (small, large)]
                if None in cells:
                    continue
                first, second = (rows_of(measure_of(measure), one.result) for one in cells if one)
                asked = ~np.isnan(first) & ~np.isnan(second)
                found = paired_bootstrap(
                    second[asked],
                    first[asked],
                    options.confidence_level,
                    options.n_resamples,
                    options.seed,
                )
                factor = measure_of(measure).factor
                change = Estimate(
                    factor * found.difference,
                    _scaled(found.interval.stderr, factor),
                    _scaled(found.interval.low, factor),
                    _scaled(found.interval.high, factor),
                )
                name, column = get_language(language).name, measure_of(measure).column
                counted = (found.p_value, int(asked.sum()))
                rows.append((name, column, small, large, *map(estimate, cells), change, *counted))
    headings = (
        "language", "measure", "model", "other", "its score", "the other's",
        "other minus model", "p", "pairs",
    )  # fmt: skip
    title = "Differences on the same pairs, by paired bootstrap"
    notes = (
        "The paper says that XLM-R base and large were too similar to tell apart, and gives no "
        "figures. p: both models swap places pair by pair.",
        *work.notes,
    )
    return Exhibit((table("", title, headings, rows),), notes=notes)


def _scaled(value: float | None, factor: float) -> float | None:
    return None if value is None else factor * value
