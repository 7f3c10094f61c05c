"""Tables 1 and 4 and the accuracies of section 5: what was scored, and by whom."""

from __future__ import annotations

from equimask.core.languages import get_language
from equimask.papers.exhibit import Cell, Estimate, Exhibit, NotMade, table
from equimask.papers.s_jsd.published import (
    published_accuracies,
    published_models,
    published_words,
)
from equimask.papers.s_jsd.work import Work, texts_as_published


def words(work: Work) -> Exhibit | NotMade:
    """Table 1: both sentences of every pair, parted at white space."""
    printed = {row.language: row for row in published_words()}
    rows: list[tuple[Cell, ...]] = []
    for one in work.whole_tables:
        language = one.language or ""
        theirs = printed.get(language)
        sentences = [text for pair in texts_as_published(one) for text in pair]
        n = sum(len(text.split()) for text in sentences) if get_language(language).spaced else None
        rows.append(
            (
                get_language(language).name,
                theirs and theirs.words,
                n,
                theirs and theirs.words_per_sentence,
                None if n is None else n / len(sentences),
                len(one),
            )
        )
    headings = (
        "language", "words, published", "words", "per sentence, published", "per sentence", "pairs",
    )  # fmt: skip
    notes = list(work.data_notes)
    if not all(get_language(one.language or "").spaced for one in work.whole_tables):
        notes.append(
            "Words are parted at white space. Where a script has none they are not counted: the "
            "paper cut Thai with Deepcut, a neural tokenizer that is not part of this package."
        )
    return Exhibit((table("", "Words of the pairs", headings, rows),), notes=tuple(notes))


def models(work: Work) -> Exhibit | NotMade:
    """Table 4: parameters as printed, and as counted in the weights that were loaded."""
    found = {label: one.models[0].parameters for label, one in work.scores.audits.items()}
    rows: list[tuple[Cell, ...]] = [
        (
            one.model,
            one.hub_id,
            one.multilingual,
            one.parameters,
            _millions(found.pop(one.model, None)),
        )
        for one in published_models()
    ]
    rows += [
        (label, str(work.model(label).model), None, None, _millions(n))
        for label, n in found.items()
    ]
    headings = ("model", "id", "multilingual", "millions of parameters, published", "counted")
    notes = ("The paper names no ids: they are our reading.", *work.scores.notes)
    return Exhibit((table("", "The models", headings, rows),), notes=notes)


def accuracies(work: Work) -> Exhibit | NotMade:
    """Of section 5: how many masked tokens of the more stereotypical sentence are right."""
    rows: list[tuple[Cell, ...]] = [
        (get_language(one.language).name, one.model, "published", float(one.accuracy), None)
        for one in published_accuracies()
    ]
    for label in work.scores.models:
        for language in work.scores.languages:
            cell = work.scores.cell(label, language, "cps")
            if cell is not None:
                share = cell.result.details["accuracy_more"]
                name = get_language(language).name
                rows.append((name, label, "ours", 100.0 * share, cell.result.n))
    headings = ("language", "model", "figures", "% right", "pairs")
    text = "Masked tokens that are the model's first guess, in the more stereotypical sentences"
    return Exhibit((table("", text, headings, rows),), notes=work.notes)


def _millions(parameters: int | None) -> Estimate | None:
    return None if parameters is None else Estimate(parameters / 1e6)
