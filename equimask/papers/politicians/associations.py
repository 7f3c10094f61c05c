"""Which words go with which gender: PMI (Table 3) and deviations by sentiment (Tables 4 and 6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from equimask.core.languages import get_language
from equimask.core.schema import SENTIMENTS
from equimask.measures.counting import CountTable
from equimask.measures.pmi import bootstrap, pmi
from equimask.measures.ranking import MIN_COUNT
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
from equimask.papers.politicians.fits import Fitted, fitted
from equimask.papers.politicians.words import ADJECTIVES, ENGLISH, SPANISH, VERBS
from equimask.papers.politicians.work import Work
from equimask.papers.request import PaperModel
from equimask.studies.analyses.top_words import (
    FEW_EXPECTED,
    PmiTable,
    TopWord,
    pmi_contrast,
    pmi_of_gender,
    top_deviations,
    top_words_figure,
)
from equimask.studies.published import PublishedWord, published_words

NON_BINARY = "non-binary"
NO_ENGLISH = "No model has English words. Ask one in English."
SMALL = f"Few expected: {FEW_EXPECTED}, so that the value says little."
LISTED = (
    f"A word is listed if it was said at least {MIN_COUNT} times of the gender that it is listed "
    "for: the logarithm of a count n has a standard error of about 1/√n, so the rarest words would "
    "lead by chance."
)
DEVIATIONS = (
    "The 0 of a deviation is the mean over all words and no neutral point; who is not above it is "
    "not listed. Men are most of the published data, so their deviations are small there: compare "
    "within a gender."
)
NO_SENTIMENTS = (
    "No lexicon knows these words, so all share one sentiment. Pass sentiment_lexicon, or a table "
    "with word, negative, neutral and positive."
)


def pmi_table(work: Work) -> Exhibit | NotMade:
    """Table 3: the largest differences between women and men, and non-binary people's words."""
    models = work.models(MONOLINGUAL)
    adjectives = work.words.pooled(models, ENGLISH, ADJECTIVES)
    if adjectives is None:
        return NotMade(NO_ENGLISH)
    if not {"male", "female"} <= set(adjectives.genders):
        return NotMade("The English words are of one gender only. Ask about both.")
    listing = _listing(work, adjectives)
    contrast = pmi_contrast(pmi(adjectives.counts), adjectives.words, **listing)
    tables = [_contrast(contrast)]
    for upos, kind in ((ADJECTIVES, "adjectives"), (VERBS, "verbs")):
        found = work.words.pooled(models, ENGLISH, upos)
        tables.append(_of_non_binary(work, found, upos, kind))
    left_out = (
        f"{contrast.skipped} of {len(adjectives.words)} words were never said of men, or never of "
        f"women; {contrast.rare} were said fewer than {MIN_COUNT} times of the gender that they "
        "lean to."
    )
    absent = (
        ()
        if NON_BINARY in adjectives.genders
        else (
            "No words about non-binary people are among these data: their columns hold the printed "
            "values alone.",
        )
    )
    return Exhibit(
        tuple(tables), notes=(*work.notes(MONOLINGUAL), LISTED, left_out, SMALL, *absent)
    )


def _listing(work: Work, found: CountTable) -> dict[str, Any]:
    asked = work.request.options
    bounds = bootstrap(found.counts, asked.n_resamples, work.rng(), asked.confidence_level)
    return {"counts": found.counts, "bounds": bounds, "genders": found.genders}


def _contrast(ours: PmiTable) -> ExhibitTable:
    block = [w for w in published_words() if (w.table, w.block) == ("3", "contrast")]
    printed = {(w.word, w.gender): w.value for w in block}
    words = list(dict.fromkeys(w.word for w in block))
    genders = ("female", "male")
    rows = [
        [
            *_printed(printed, words[rank : rank + 1], genders),
            rank + 1,
            *_measured(ours, rank, genders),
        ]
        for rank in range(max(len(words), len(ours.rows)))
    ]
    return table("contrast", "Adjectives, women and men", _headings(genders), rows)


def _of_non_binary(work: Work, found: CountTable | None, upos: str, kind: str) -> ExhibitTable:
    block = [w for w in published_words() if (w.table, w.block, w.upos) == ("3", NON_BINARY, upos)]
    printed = {(w.word, w.gender): w.value for w in block}
    words = list(dict.fromkeys(w.word for w in block))
    genders = (NON_BINARY, "female", "male")
    ours = None
    if found is not None and NON_BINARY in found.genders:
        ours = pmi_of_gender(
            pmi(found.counts), found.words, gender=NON_BINARY, **_listing(work, found)
        )
    rows = [
        [
            *_printed(printed, words[rank : rank + 1], genders),
            rank + 1,
            *_measured(ours, rank, genders),
        ]
        for rank in range(max(len(words), len(ours.rows) if ours else 0))
    ]
    return table(f"non-binary-{kind}", f"Non-binary people, {kind}", _headings(genders), rows)


def _headings(genders: Sequence[str]) -> tuple[str, ...]:
    return (
        *("published word", *(f"published {gender}" for gender in genders)),
        *(
            "rank",
            "our word",
            *(f"ours {gender}" for gender in genders),
            "times said",
            "few expected",
        ),
    )


def _printed(
    printed: dict[tuple[str, str], float], word: Sequence[str], genders: Sequence[str]
) -> list[Cell]:
    if not word:
        return [None] * (1 + len(genders))
    values = (printed.get((word[0], gender)) for gender in genders)
    return [word[0], *(None if v is None else Estimate(v, published=True) for v in values)]


def _measured(ours: PmiTable | None, rank: int, genders: Sequence[str]) -> list[Cell]:
    """The word of a rank: its PMI with intervals, how often it was said, where that is too few."""
    if ours is None or rank >= len(ours.rows):
        return [None] * (3 + len(genders))
    row = ours.rows[rank]
    at = {gender: place for place, gender in enumerate(ours.genders)}
    cells: list[Cell] = [row.word]
    for gender in genders:
        place = at.get(gender)
        finite = place is not None and np.isfinite(row.pmi[place])
        if place is None or not finite:
            cells.append(None)
            continue
        low, high = (end if np.isfinite(end) else None for end in (row.low[place], row.high[place]))
        cells.append(Estimate(row.pmi[place], None, low, high))
    small = [gender for gender in genders if gender in at and row.small_cells[at[gender]]]
    return [*cells, sum(row.counts), ", ".join(small)]


def english_deviations(work: Work) -> Exhibit | NotMade:
    """Table 4: of all monolingual models."""
    return _deviations(work, "4", MONOLINGUAL, ENGLISH)


def spanish_deviations(work: Work) -> Exhibit | NotMade:
    """Table 6: of all multilingual models, in Spanish."""
    return _deviations(work, "6", MULTILINGUAL, SPANISH)


def _deviations(work: Work, number: str, setup: str, language: str) -> Exhibit | NotMade:
    spoken = get_language(language).name
    models, told = _speakers(work, setup, language)
    counts = work.words.pooled(models, language, ADJECTIVES)
    found = None
    if counts is not None:
        found = fitted(counts, work.lexicon(language), work.request.full)
    if found is None:
        return NotMade(f"No model has words about men and women in {spoken}. Ask one in it.")
    top = top_deviations(found.found.deviation, found.found.words, found.counts, **found.axes)
    if not top:
        return NotMade(
            f"No word that was said {MIN_COUNT} times of a gender has a deviation above 0. Ask "
            "about more names."
        )
    notes = [*work.notes(), *work.told_of_sentiments, *told, DEVIATIONS, SMALL]
    if found.has_sentiments:
        known = f"The lexicon knows {found.known} of {len(found.found.words)} words."
        notes.append(f"{known} The sentiment of the others is what the model makes of it.")
    else:
        notes.append(NO_SENTIMENTS)
    notes.append(f"Means over {len(found.found.fits)} fits; the paper has 40 (--full).")
    shown = table(
        "deviations", "Largest deviations", _DEVIATION_HEADINGS, _rows(number, found, top)
    )
    svg = top_words_figure(top, title=f"{spoken}: words with the largest deviation")
    alt = "Bars: the words with the largest deviation, a panel per gender and sentiment."
    return Exhibit((shown,), (ExhibitFigure("deviations", svg, alt),), tuple(notes))


def _speakers(work: Work, setup: str, language: str) -> tuple[Sequence[PaperModel], Sequence[str]]:
    """The models of the setup that have words in the language; else all that have."""
    in_setup = [m for m in work.models(setup) if language in work.words.languages_of(m.label)]
    if in_setup:
        told = work.words.setup(setup)[1]
        return in_setup, (told,) if told else ()
    others = [m for m in work.words.models if language in work.words.languages_of(m.label)]
    spoken = get_language(language).name
    return others, (f"No {setup} model has words in {spoken}: others stand in.",)


_DEVIATION_HEADINGS = (
    *("gender", "sentiment", "rank", "published word", "published"),
    *("our word", "ours", "spread over the fits", "times said", "few expected"),
)


def _rows(number: str, found: Fitted, top: Sequence[TopWord]) -> list[list[Cell]]:
    printed: dict[tuple[str, str], list[PublishedWord]] = {}
    for word in published_words():
        if word.table == number:
            printed.setdefault((word.gender, word.sentiment), []).append(word)
    ours: dict[tuple[str, str], list[TopWord]] = {}
    for one in top:
        ours.setdefault((one.gender, one.sentiment), []).append(one)
    rows: list[list[Cell]] = []
    for gender in ("female", "male"):
        for sentiment in dict.fromkeys((*SENTIMENTS, *found.found.sentiments)):
            theirs = printed.get((gender, sentiment), [])
            own = ours.get((gender, sentiment), [])
            for rank in range(max(len(theirs), len(own))):
                cells: list[Cell] = [None, None]
                if rank < len(theirs):
                    cells = [theirs[rank].word, Estimate(theirs[rank].value, published=True)]
                rows.append(
                    [gender, sentiment, rank + 1, *cells, *_own(found, own[rank : rank + 1])]
                )
    return rows


def _own(found: Fitted, word: Sequence[TopWord]) -> list[Cell]:
    if not word:
        return [None] * 5
    one, fits = word[0], found.found
    place = fits.words.index(one.word), fits.sentiments.index(one.sentiment)
    spread = float(fits.deviation_spread[place][fits.genders.index(one.gender)])
    return [one.word, one.deviation, spread, one.events, "few" if one.small_cell else ""]
