"""Kinds of adjectives and verbs, in English: Figure 3 and S2 Text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from equimask.core.errors import InputError
from equimask.papers.exhibit import Cell, Exhibit, ExhibitFigure, ExhibitTable, NotMade, table
from equimask.papers.politicians.families import MONOLINGUAL
from equimask.papers.politicians.sentiments import NO_LEXICON, NO_MODELS
from equimask.papers.politicians.words import ADJECTIVES, ENGLISH, VERBS
from equimask.papers.politicians.work import Work
from equimask.studies.analyses.supersense_models import (
    FIGURE_3,
    differing,
    supersense_models_figure,
)
from equimask.studies.analyses.supersenses import SupersenseRow, Supersenses, supersenses

EXAMPLES = 5
_KINDS = {ADJECTIVES: "adjectives", VERBS: "verbs"}
NEEDS_CLASSES = (
    "It needs the supersenses of adjectives by Tsvetkov et al. (2014), a file of theirs "
    "(`adj_words.predicted`, GPL-2), and for verbs a table of WordNet's lexicographer files "
    "(lemma, first_sense, all_senses). Neither is packaged: pass them as data."
)
MISTAKES = (
    "The classes of adjectives are predictions of a classifier, wrong for some words: `abdominal` "
    "is called temporal."
)


def kinds_of_adjectives(work: Work) -> Exhibit | NotMade:
    """Figure 3: negative words of feeling and positive ones of mind, a line for each model."""
    if not work.models(MONOLINGUAL):
        return NotMade(NO_MODELS[MONOLINGUAL])
    if not work.brought.classes:
        return NotMade(NEEDS_CLASSES)
    found = {upos: _found(work, upos, classes) for upos, classes in work.brought.classes.items()}
    adjectives = found.get(ADJECTIVES, {})
    if not any(found.values()):
        return NotMade(NO_LEXICON if not work.lexicon(ENGLISH) else _NO_WORDS)
    tables = [_table(_KINDS[upos], one) for upos, one in found.items() if one]
    figures = []
    if adjectives:
        tables.insert(0, _shown_table(adjectives))
        svg = supersense_models_figure(adjectives)
        alt = "Share of each class among the largest deviations, men and women, a line per model."
        figures.append(ExhibitFigure("adjectives", svg, alt))
        others = [one for one in differing(adjectives) if one not in FIGURE_3][:2]
        if others:
            svg = supersense_models_figure(adjectives, others)
            figures.append(ExhibitFigure("adjectives-differing", svg, f"The same: {others}"))
    sizes = sorted({one.size for kind in found.values() for one in kind.values()})
    told = f"Lists of {', '.join(map(str, sizes))} words; the paper has 100."
    printed = (
        "The paper shows feeling (negative) and mind (positive) for the models that differ after "
        "Bonferroni over 13 classes, more of both among men, and prints no numbers."
    )
    notes = (*work.notes(MONOLINGUAL), *work.told_of_sentiments, printed, told, MISTAKES)
    return Exhibit(tuple(tables), tuple(figures), notes)


_NO_WORDS = "Too few words that have a class were said of men and of women. Ask about more names."


def _found(work: Work, upos: str, classes: Mapping[str, str]) -> dict[str, Supersenses]:
    """The classes of every model whose words have sentiments."""
    found = {}
    for model, language in work.each(MONOLINGUAL):
        fits = work.fitted(model.label, language, upos)
        size = 0 if fits is None else fits.list_size
        if fits is None or not fits.has_sentiments or not size:
            continue
        try:
            found[model.label] = supersenses(
                fits.found.deviation,
                fits.found.words,
                classes,
                work.rng(),
                counts=fits.counts,
                size=size,
                **fits.axes,
            )
        except InputError:  # none of its words has a class
            continue
    return found


def _table(kind: str, found: Mapping[str, Supersenses]) -> ExhibitTable:
    """A row for each class of a sentiment, a column for each model."""
    by_class: dict[tuple[str, str], dict[str, SupersenseRow]] = {}
    for model, one in found.items():
        for row in one.rows:
            by_class.setdefault((row.sentiment, row.supersense), {})[model] = row
    rows: list[list[Cell]] = []
    for key, models in by_class.items():
        differences = [models[name].difference if name in models else None for name in found]
        differ = [name for name, row in models.items() if row.significant]
        rows.append([*key, *differences, ", ".join(differ)])
    headings = ("sentiment", "class", *found, "differ after Bonferroni")
    return table(kind, f"Classes of {kind}: share among men minus among women", headings, rows)


def _shown_table(found: Mapping[str, Supersenses]) -> ExhibitTable:
    """The two classes of the paper's panels, with the shares themselves."""
    rows: list[list[Cell]] = [
        [*wanted, model, row.male, row.female, row.difference, row.p_value, row.significant]
        for wanted in FIGURE_3
        for model, one in found.items()
        for row in one.rows
        if (row.sentiment, row.supersense) == wanted
    ]
    headings = ("sentiment", "class", "model", "male", "female", "difference", "p")
    return table("shown", "Feeling and mind", (*headings, "differs after Bonferroni"), rows)


def classes_of_words(work: Work) -> Exhibit | NotMade:
    """S2 Text: the classes, and words of them that the models said."""
    if not work.brought.classes:
        return NotMade(NEEDS_CLASSES)
    rows: list[list[Cell]] = []
    for upos, classes in work.brought.classes.items():
        said = work.words.pooled(work.models(MONOLINGUAL), ENGLISH, upos)
        times: Counter[str] = Counter()
        if said is not None:
            times.update(dict(zip(said.words, said.counts.sum(axis=1).tolist(), strict=True)))
        for name in sorted(set(classes.values())):
            own = [word for word, _ in times.most_common() if classes.get(word.lower()) == name]
            in_file = sum(one == name for one in classes.values())
            examples = ", ".join(own[:EXAMPLES])
            rows.append([_KINDS[upos], name, in_file, len(own), examples])
    headings = ("part of speech", "class", "words in the file", "said", "most said")
    missing = [kind for upos, kind in _KINDS.items() if upos not in work.brought.classes]
    told = [f"No classes of {kind} were passed." for kind in missing]
    return Exhibit(
        (table("classes", "Supersenses", headings, rows),),
        notes=(*work.words.told, *told, MISTAKES, "The paper has 13 of adjectives, 15 of verbs."),
    )
