"""Figures 1 and 2, which draw how pairs are made, and what section 4.3 says of agreement."""

from __future__ import annotations

from equimask.core.languages import get_language
from equimask.papers.exhibit import Cell, Estimate, Exhibit, NotMade, table
from equimask.papers.mgl.published import published_agreement
from equimask.papers.mgl.work import Work

_EXAMPLES = 2  # pairs of each language that are shown
NO_RECEIPT = (
    "The receipt of the build, which counts the sentences, is not beside the data. Pass the folder "
    "that `python -m builders ted_gender_pairs` has written."
)
"""Why a table of counts is not made."""


def lexicon_based(work: Work) -> Exhibit | NotMade:
    """Figure 1: examples, and how many sentences are left at every step."""
    rows: list[tuple[Cell, ...]] = []
    for language, one in work.lexicon_tables.items():
        columns = one.columns
        for i in range(min(_EXAMPLES, len(one))):
            origin = columns["origin_gender"][i]
            rows.append(
                (get_language(language).name, origin, columns["male"][i], columns["female"][i])
            )
    headings = ("language", "of the text", "male", "female")
    shown = table("pairs", "A sentence of the text, and its copy", headings, rows)
    steps: list[tuple[Cell, ...]] = [
        (
            get_language(language).name, facts.sentences, facts.with_gender_word, facts.one_word,
            sum(facts.swapped_origins.values()), facts.lexicon["rows"],
        )
        for language, facts in work.facts.items()
    ]  # fmt: skip
    counted = table(
        "steps",
        "Sentences that are left",
        (
            "language",
            "sentences",
            "with a gender word",
            "with one sure word",
            "swapped",
            "balanced",
        ),
        steps,
    )
    notes = (
        "The paper draws this figure. Ours changes what agrees with the word, and refuses what it "
        "cannot do right.",
        *receipt_note(work),
        *work.notes,
    )
    return Exhibit((shown, counted) if steps else (shown,), notes=notes)


def model_based(work: Work) -> Exhibit | NotMade:
    """Figure 2: masked sentences, the model's own words and what they are called in the paper."""
    rows: list[tuple[Cell, ...]] = []
    for (label, language), found in work.predictions.items():
        for sides in ("both", "one"):
            some = [row for row in found.rows if row["sides"] == sides]
            for row in some[:1]:
                rows.append(
                    (
                        get_language(language).name, label, row["masked_sentence"],
                        row["male_word"], _probability(row["p_male"]),
                        row["female_word"], _probability(row["p_female"]), sides,
                    )
                )  # fmt: skip
    if not rows:
        return NotMade(
            "The models name no gender word at any mask. Pass others, or more text by --data."
        )
    headings = (
        "language", "model", "masked sentence", "male word", "P of it", "female word", "P of that",
        "genders predicted",
    )  # fmt: skip
    notes = (
        "The paper draws this figure. Where the model has no word of one gender among its ten "
        "likeliest, the lexicon has; its P is unknown where it is of several pieces.",
        *work.notes,
    )
    return Exhibit((table("", "What stands at the mask", headings, rows),), notes=notes)


def agreement(work: Work) -> Exhibit | NotMade:
    """Of section 4.3: the share of lexicon-based pairs with articles, adjectives or pronouns."""
    printed = {row.language: row.agreement for row in published_agreement()}
    rows: list[tuple[Cell, ...]] = []
    for language, facts in work.facts.items():
        theirs = printed.get(language)
        rows.append(
            (
                get_language(language).name,
                None if theirs is None else Estimate(theirs, published=True),
                percent(facts.lexicon["agreement"], facts.lexicon["rows"]),
                facts.lexicon["rows"],
            )
        )
    if not rows:
        return NotMade(NO_RECEIPT)
    title = "Pairs in which more than the gender word changes, in per cent"
    headings = ("language", "published", "ours", "pairs")
    notes = (*receipt_note(work), *work.notes)
    return Exhibit((table("", title, headings, rows),), notes=notes)


def receipt_note(work: Work) -> tuple[str, ...]:
    """Where the counts come from, if not from here."""
    return ("Counts of sentences are those of the build, all of its texts.",) * bool(
        work.request.data
    )


def _probability(value: float | None) -> float | None:
    return None if value is None else float(value)


def percent(part: int, whole: int) -> float | None:
    """Of nothing there is none."""
    return 100.0 * part / whole if whole else None
