"""Does the lexicon tell the sentiment of sentences? (S2 Table)"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from equimask.core.languages import get_language
from equimask.inputs.sentiment_lexicon import Entry
from equimask.papers.exhibit import Cell, Estimate, Exhibit, NotMade, table
from equimask.papers.politicians.packaged_sentiments import SEEDS, packaged_sentiments
from equimask.papers.politicians.words import PAPER_LANGUAGES
from equimask.papers.politicians.work import Work
from equimask.studies.sentiment.sentences import SentenceValidation, compared_lexica

SEED_WORDS = "packaged seed words"
NEEDS_SENTENCES = (
    "It needs sentences with a sentiment that people gave them, which nobody may give away: pass a "
    "table with sentence and label (negative, neutral, positive), and lang where there are several "
    "languages."
)


def sentences_told(work: Work) -> Exhibit | NotMade:
    """S2 Table: sentences by the mean sentiment of their words, against labels of people."""
    if work.brought.sentences is None:
        return NotMade(NEEDS_SENTENCES)
    rows: list[list[Cell]] = []
    for language in _languages(work):
        brought = work.brought.sentences_of(language)
        if brought is None:
            continue
        lexica = _lexica(work, language)
        if not lexica:
            continue
        sentences, labels = brought["sentence"], brought["label"]
        found = compared_lexica(sentences, labels, lexica, language)
        rows += [_row(language, name, one) for name, one in found.items()]
    if not rows:
        return NotMade("No lexicon is in a language of the sentences. Pass sentiment_lexicon.")
    headings = (
        *("language", "lexicon", "sentences", "accuracy", "macro F1", "always the commonest"),
        *("undecided", "words known"),
    )
    told = (
        "Undecided sentences count as wrong; intervals of 95 %, exact. The paper's table is in a "
        "supplement without text, so its figures cannot stand here."
    )
    return Exhibit((table("sentences", "Labelled sentences", headings, rows),), notes=(told,))


def _languages(work: Work) -> Sequence[str]:
    return work.request.languages or PAPER_LANGUAGES


def _lexica(work: Work, language: str) -> dict[str, Mapping[str, Entry]]:
    """The lexicon that was brought, and the seed words as the least that one can have."""
    found: dict[str, Mapping[str, Entry]] = {}
    brought = work.brought.lexicon_of(language)
    if brought:
        found["brought"] = brought
    if seeds := packaged_sentiments(language, SEEDS):
        found[SEED_WORDS] = seeds
    return found


def _row(language: str, name: str, found: SentenceValidation) -> list[Cell]:
    accuracy = Estimate(found.accuracy, None, found.low, found.high)
    return [
        *(get_language(language).name, name, found.n, accuracy, found.macro_f1, found.majority),
        *(found.undecided, found.known),
    ]
