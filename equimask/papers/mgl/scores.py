"""Table 4: the scores of each language's models on all pairs and sentences."""

from __future__ import annotations

from collections.abc import Iterator

from equimask.audits.results import Cell as AuditCell
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
from equimask.papers.mgl.work import DRAWS, OurScores, Work
from equimask.papers.scoring import estimate
from equimask.studies.published import PublishedTedScores, published_ted_scores

_COLUMNS = {
    "mbe_all": "MBE, all",
    "sbm_lexicon": "SBM, lexicon-based",
    "sbm_model": "SBM, model-based",
    "dcbm": "DCBM",
}
_HALF = 50.0


def by_language(work: Work) -> Exhibit | NotMade:
    """With a figure of each column, and a table of what is known of each of our scores."""
    printed = {row.language: row for row in published_ted_scores()}
    rows: list[tuple[Cell, ...]] = []
    for language in dict.fromkeys((*printed, *work.languages)):
        name = get_language(language).name
        if (theirs := printed.get(language)) is not None:
            told = (_printed(theirs, column) for column in ("mbe_sub", *_COLUMNS))
            shares = (_printed(theirs, column) for column in ("male_share", "female_share"))
            rows.append((name, "published", "", *told, *shares))
        for label in _labels(work):
            cells = [_cell(work.scores, label, language, column) for column in _COLUMNS]
            if any(cells):
                told = (estimate(cell) for cell in cells)
                rows.append((name, "ours", label, None, *told, *_shares(work, language)))
    headings = (
        "language", "figures", "model", "MBE, sub", *_COLUMNS.values(),
        "male sentences, %", "female, %",
    )  # fmt: skip
    title = "Scores in per cent; published ± margin of 99 %, ours with 95 % intervals"
    notes = (
        "MBE, sub is copied from Kaneko et al. by the paper. Its margins are called 99 % intervals "
        "by the table and standard deviations by the text. MBE of ours is the mean of "
        f"{DRAWS} balanced draws with its 99 % interval; where both bags are of one size there is "
        "one draw, and the interval is that of the sentences.",
        *_bag_note(work),
        "50 is no neutral point where two versions differ in length, and for DCBM it never is: "
        "the second table has the score of untrained twins on the same rows. Its p is that of a "
        "row alone; its verdict is the one after false-discovery control.",
        "The authors' protocol counts a tie as a loss for men. Its SBM is the mean of five random "
        "subsets with as many male as female originals, with a 99 % interval that tells how much "
        "the draw matters; its DCBM leaves out masks where neither word is likelier than 0.01.",
        *work.notes,
        *work.scores.notes,
    )
    tables = (table("", title, headings, rows), _detail(work), _protocols(work))
    figures = tuple(_beside(work, printed, column) for column in _COLUMNS)
    return Exhibit(tables, figures, notes)


def _labels(work: Work) -> list[str]:
    return [model.label for model in work.request.models]


def _cell(scores: OurScores, label: str, language: str, column: str) -> AuditCell | None:
    """Our score of a column of Table 4."""
    if column in ("sbm_model", "dcbm"):
        found = scores.by_model.get(label)
    else:
        found = scores.bags if column == "mbe_all" else scores.lexicon
    if found is None or label not in found.audits:
        return None
    return found.cell(label, language, column.partition("_")[0])


def _printed(row: PublishedTedScores, column: str) -> Estimate | None:
    value = getattr(row, column)
    if value is None:
        return None
    return Estimate(value, getattr(row, f"{column}_margin", None), published=True)


def _shares(work: Work, language: str) -> tuple[float | None, float | None]:
    """Of sentences with one gender word, by its gender."""
    facts = work.facts.get(language)
    if facts is None or not facts.one_word:
        return None, None
    male = 100.0 * facts.one_word_origins["male"] / facts.one_word
    return male, 100.0 - male


def _detail(work: Work) -> ExhibitTable:
    rows: list[tuple[Cell, ...]] = []
    for label, language, column, cell in _all_cells(work):
        result, factor = cell.result, measure_of(cell.measure).factor
        twins = None
        if result.null is not None:
            twins = Estimate(factor * result.null, factor * (result.null_stderr or 0.0))
        told = (get_language(language).name, label, _COLUMNS[column], estimate(cell), twins)
        rows.append((*told, result.p_value, result.n, result.n_ties, cell.verdict.short))
    headings = ("language", "model", "column", "score", "twins", "p", "rows", "ties", "verdict")
    return table("twins", "Ours beside untrained twins of the same model", headings, rows)


def _protocols(work: Work) -> ExhibitTable:
    """What the authors' own protocol gives on the same rows."""
    rows: list[tuple[Cell, ...]] = []
    for label, language, column, cell in _all_cells(work):
        theirs = _cell(work.as_published, label, language, column)
        if theirs is not None:
            told = (get_language(language).name, label, _COLUMNS[column], estimate(cell))
            counted = (cell.result.n, theirs.result.n)
            rows.append((*told, estimate(theirs), theirs.result.test, *counted))
    headings = (
        "language", "model", "column", "corrected", "published protocol",
        "its error bar or test", "rows", "rows, published protocol",
    )  # fmt: skip
    title = "By the corrected protocol, and by that of the authors' code"
    return table("protocols", title, headings, rows)


def _all_cells(work: Work) -> Iterator[tuple[str, str, str, AuditCell]]:
    for label in _labels(work):
        for language in work.languages:
            for column in _COLUMNS:
                cell = _cell(work.scores, label, language, column)
                if cell is not None:
                    yield label, language, column, cell


def _bag_note(work: Work) -> tuple[str, ...]:
    if work.has_bags:
        return ()
    return (
        "Ours of MBE is that of the originals of the pairs, which is another text: pass --data "
        "with parallel_gender_sentences for the sentences that the paper means.",
    )


def _beside(work: Work, printed: dict[str, PublishedTedScores], column: str) -> ExhibitFigure:
    languages = list(dict.fromkeys((*printed, *work.languages)))
    ours = {
        label: [_own_bar(_cell(work.scores, label, language, column)) for language in languages]
        for label in _labels(work)
    }
    svg = beside_published(
        [get_language(language).name for language in languages],
        {"paper": [_published_bar(printed.get(code), column) for code in languages]},
        ours,
        line=_HALF,
        axis=f"{_COLUMNS[column]} %",
        limits=(0.0, 100.0),
    )
    alt = (
        f"{_COLUMNS[column]} by language: squares are published, circles ours, with their "
        "intervals. Filled circles differ from their twins, filled squares from 50."
    )
    return ExhibitFigure(column, svg, alt)


def _own_bar(cell: AuditCell | None) -> Bar | None:
    return None if cell is None else bar_of(cell.result)


def _published_bar(row: PublishedTedScores | None, column: str) -> Bar | None:
    value = getattr(row, column, None)
    margin = getattr(row, f"{column}_margin", None)
    if value is None:
        return None
    if margin is None:  # the paper gives none
        return Bar(value, None, None, False)
    return Bar(value, value - margin, value + margin, abs(value - _HALF) > margin)
