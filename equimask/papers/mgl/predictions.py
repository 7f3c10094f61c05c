"""Table 3 and Figures 3 and 4: which gender words models name at the masks."""

from __future__ import annotations

from equimask.core.languages import get_language
from equimask.core.schema import GENDERS
from equimask.papers.exhibit import Cell, Estimate, Exhibit, ExhibitFigure, NotMade, table
from equimask.papers.mgl.making import percent
from equimask.papers.mgl.published import published_model_words
from equimask.papers.mgl.work import Work
from equimask.studies.pair_making.records import LONGEST_SWEEP
from equimask.studies.pair_making.statistics import coverage_figure, words_figure
from equimask.studies.published import published_ted_counts

_SIDES = ("none", "one", "both")


def by_gender(work: Work) -> Exhibit | NotMade:
    """Table 3."""
    printed = {row.language: row for row in published_ted_counts() if row.none is not None}
    rows: list[tuple[Cell, ...]] = []
    for language in dict.fromkeys((*printed, *work.languages)):
        name = get_language(language).name
        if (theirs := printed.get(language)) is not None:
            told = (Estimate(getattr(theirs, side) or 0.0, published=True) for side in _SIDES)
            rows.append((name, "published", "", theirs.total, *told, theirs.model))
        for (label, code), found in work.predictions.items():
            if code == language:
                shares = (
                    percent(found.counts["sides"][side], found.counts["masked"]) for side in _SIDES
                )
                masks, pairs = found.counts["masked"], found.counts["rows"]
                rows.append((name, "ours", label, masks, *shares, pairs))
    headings = (
        "language", "figures", "model", "masks", "none, %", "one gender, %", "both, %",
        "comparisons",
    )  # fmt: skip
    title = "Masks at which the ten likeliest words have gender words of none, one or both genders"
    notes = (
        "Masks: the published ones are the total of Table 2, of which the three shares are. "
        "Comparisons: masks with a gender word; of ours, those whose pair could be made.",
        *work.notes,
    )
    return Exhibit((table("", title, headings, rows),), notes=notes)


def by_k(work: Work) -> Exhibit | NotMade:
    """Figure 3: the paper draws it, and chooses k = 10 by it."""
    curves = {
        f"{language} {label}": found.counts["coverage_by_k"]
        for (label, language), found in work.predictions.items()
    }
    rows: list[tuple[Cell, ...]] = [
        (
            get_language(language).name,
            label,
            *(round(100.0 * x, 2) for x in found.counts["coverage_by_k"]),
        )
        for (label, language), found in work.predictions.items()
    ]
    headings = ("language", "model", *(f"k={k}" for k in range(1, LONGEST_SWEEP + 1)))
    title = "Masks with a gender word of P ≥ 0.01 among the k likeliest words, in per cent"
    alt = (
        "A line for every language and model: the share of masks with a gender word among the k "
        "likeliest words. Where lines coincide the last one is seen. The table has the numbers."
    )
    notes = ("The paper draws this figure and prints none of its numbers.", *work.notes)
    figure = ExhibitFigure("", coverage_figure(curves), alt)
    return Exhibit((table("", title, headings, rows),), (figure,), notes)


def words(work: Work) -> Exhibit | NotMade:
    """Figure 4: how many different gender words the pairs of each method have."""
    printed = {row.language: row._asdict() for row in published_model_words()}
    several = len({label for label, _ in work.predictions}) > 1
    counts: dict[str, dict[str, dict[str, int]]] = {}
    rows: list[tuple[Cell, ...]] = []
    for (label, language), found in work.predictions.items():
        facts = work.facts.get(language)
        own = {"listed": dict(facts.listed), "lexicon": facts.lexicon["words"]} if facts else {}
        own["model"] = found.counts["words"]
        counts[f"{language} {label}" if several else language] = own
        for gender in GENDERS:
            theirs = printed.get(language, {}).get(gender)
            told = (own.get(source, {}).get(gender) for source in ("listed", "lexicon", "model"))
            rows.append((get_language(language).name, label, gender, *told, theirs))
    headings = (
        "language", "model", "gender", "in the lexicon", "in lexicon-based pairs",
        "in model-based pairs", "in model-based pairs, published",
    )  # fmt: skip
    alt = (
        "Bars by language and gender: different words that the lexicon lists, that lexicon-based "
        "pairs have and that model-based pairs have. The table has the numbers."
    )
    notes = (
        "The paper draws this figure; its text tells two numbers of the Chinese model.",
        *work.notes,
    )
    figure = ExhibitFigure("", words_figure(counts), alt)
    return Exhibit((table("", "Different gender words", headings, rows),), (figure,), notes)
