"""Tables 1, 2 and 5: what the lexicon covers, how many sentences are left, how many are lost."""

from __future__ import annotations

from collections import Counter

from equimask.core.languages import get_language
from equimask.papers.exhibit import Cell, Estimate, Exhibit, NotMade, table
from equimask.papers.mgl.making import NO_RECEIPT, percent, receipt_note
from equimask.papers.mgl.published import published_coverage
from equimask.papers.mgl.work import Work
from equimask.studies.published import PublishedTedCounts, published_ted_counts


def coverage(work: Work) -> Exhibit | NotMade:
    """Table 1: of sentences whose English side has a gender word, those that have one too."""
    found = {code: facts.coverage for code, facts in work.facts.items() if facts.coverage}
    if not found:
        return NotMade(NO_RECEIPT)
    shares = {row.language: row.coverage for row in published_ted_counts()}
    counts = {row.language: row for row in published_coverage()}
    rows: list[tuple[Cell, ...]] = []
    for language in dict.fromkeys((*counts, *found)):
        theirs, ours = counts.get(language), found.get(language)
        rows.append(
            (
                get_language(language).name,
                None if theirs is None else theirs.sentences,
                None if theirs is None else theirs.hits,
                _printed(shares.get(language)),
                None if ours is None else ours["sentences"],
                None if ours is None else ours["sure"],
                None if ours is None else percent(ours["sure"], ours["sentences"]),
                None if ours is None else percent(ours["listed"], ours["sentences"]),
            )
        )
    headings = (
        "language", "sentences, published", "with a word, published", "%, published",
        "sentences", "with a sure word", "% sure", "% listed",
    )  # fmt: skip
    title = "Sentences whose English side has a gender word, and that have one of the lexicon"
    notes = (
        "Printed for Japanese is 36.6; 466 of 1288 are 36.2. A listed word may also mean "
        "something else; a sure one does not.",
        *receipt_note(work),
        *work.notes,
    )
    return Exhibit((table("", title, headings, rows),), notes=notes)


def sentences(work: Work) -> Exhibit | NotMade:
    """Table 2: how many sentences each method reads."""
    printed = {row.language: row for row in published_ted_counts() if row.total is not None}
    rows: list[tuple[Cell, ...]] = []
    for language in dict.fromkeys((*printed, *work.languages)):
        name = get_language(language).name
        if (theirs := printed.get(language)) is not None:
            counts = (
                theirs.kaneko_sub, theirs.kaneko_all, theirs.lexicon, theirs.model, theirs.total,
            )  # fmt: skip
            rows.append((name, "published", "", *counts))
        facts = work.facts.get(language)
        if facts is None:
            continue
        for (label, code), found in work.predictions.items():
            if code == language:
                own = (facts.lexicon["rows"], found.counts["rows"], facts.one_word)
                rows.append((name, "ours", label, None, _bag_size(work, language), *own))
    if not work.facts:
        return NotMade(NO_RECEIPT)
    headings = (
        "language", "figures", "model", "Kaneko_sub", "Kaneko_all", "lexicon-based",
        "model-based", "total",
    )  # fmt: skip
    notes = (
        "Total: sentences with one gender word. Kaneko_sub is what Kaneko et al. kept, a figure of "
        "their paper. The published English lexicon-based count is odd, although origins are "
        "balanced.",
        *_what_was_masked(work),
        *receipt_note(work),
        *work.notes,
    )
    return Exhibit((table("", "Sentences by method", headings, rows),), notes=notes)


def losses(work: Work) -> Exhibit | NotMade:
    """Table 5: sentences that a method does not use, in per cent of what it starts from."""
    printed = {row.language: row for row in published_ted_counts() if row.total is not None}
    rows: list[tuple[Cell, ...]] = []
    for language in dict.fromkeys((*printed, *work.languages)):
        name = get_language(language).name
        if (theirs := printed.get(language)) is not None:
            rows.append((name, "published", "", *_lost(theirs), None))
        facts = work.facts.get(language)
        for (label, code), found in work.predictions.items():
            if facts is not None and code == language:
                none = percent(found.counts["sides"]["none"], found.counts["masked"])
                lost = percent(
                    found.counts["masked"] - found.counts["rows"], found.counts["masked"]
                )
                lexicon = percent(facts.one_word - facts.lexicon["rows"], facts.one_word)
                rows.append((name, "ours", label, _bags_lost(work, code), lexicon, none, lost))
    if not work.facts:
        return NotMade(NO_RECEIPT)
    headings = (
        "language", "figures", "model", "MBE, %", "lexicon-based, %", "model-based, %",
        "model-based, with refusals, %",
    )  # fmt: skip
    notes = (
        "Model-based: sentences for which the model names no gender word, as in Table 3; with "
        "refusals, also those whose pair could not be put right. The lexicon-based loss of ours "
        "counts refusals and what balancing leaves out.",
        *_what_was_masked(work),
        *receipt_note(work),
        *work.notes,
    )
    return Exhibit((table("", "Sentences lost", headings, rows),), notes=notes)


def _lost(row: PublishedTedCounts) -> tuple[Cell, ...]:
    return _printed(row.mbe_lost), _printed(row.lexicon_lost), _printed(row.model_lost)


def _printed(value: float | None) -> Estimate | None:
    return None if value is None else Estimate(value, published=True)


def _bags(work: Work, language: str) -> Counter[str] | None:
    """Sentences by gender; None where the given ones were no bags."""
    if not work.has_bags or language not in work.bags:
        return None
    return work.whole_bags[language].values("gender")


def _bag_size(work: Work, language: str) -> int | None:
    found = _bags(work, language)
    return None if found is None else 2 * min(found["male"], found["female"])


def _bags_lost(work: Work, language: str) -> float | None:
    """Nothing where the bags were balanced before they came here: their larger one is unknown."""
    found = _bags(work, language)
    if found is None or found["male"] == found["female"]:
        return None
    return percent(abs(found["male"] - found["female"]), found.total())


def _what_was_masked(work: Work) -> tuple[str, ...]:
    told = []
    if work.request.data:
        told.append(
            "Models are asked at the masks of the lexicon-based pairs that are scored, so that "
            "their counts are of these."
        )
    if not work.has_bags:
        told.append(
            "The bags of MBE have no count: pass --data with parallel_gender_sentences, built "
            "with --no-balance."
        )
    return tuple(told)
