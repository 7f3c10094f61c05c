"""Tables 4 to 6: translated pairs beside MBE, templates and native names, model by model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from equimask.core.languages import get_language
from equimask.core.result import BiasResult
from equimask.papers.exhibit import Cell, Estimate, Exhibit, NotMade, table
from equimask.papers.mbe.corpora import FOREIGN, NOBODY, estimate, verdict_text
from equimask.papers.mbe.sources import PACKAGED, Pairs
from equimask.papers.mbe.work import NATIVE, TRANSLATED, Work
from equimask.studies.meta_evaluation.result import MetaEvaluation
from equimask.studies.published import PublishedScore, published_scores


class _Line(NamedTuple):
    """A method as it is shown, its name in the paper if it has one, and here."""

    shown: str
    published: str
    ours: str


_LINES = (
    _Line("HT", "HT", "ht"),
    _Line("MT", "MT", "mt"),
    _Line("MBE", "MBE", "mbe"),
    _Line("Tmp", "Tmp", "tmp_published"),
    _Line("Tmp, our templates", "", "tmp"),
    _Line("Tmp, our templates, by stereotype", "", "tmp_stereotype"),
    _Line("HT, male side", "", "ht_male"),
    _Line("Shf", "", "shf"),
)
_HEADINGS = (
    "method", "model", "published", "Diff, published", "in the paper", "ours", "Diff, ours", "p",
    "preferred",
)  # fmt: skip
_READ = (
    "HT: share of pairs whose stereotypical sentence is the likelier (Eq. 3). MBE, Tmp and the "
    "male side of HT are shares of male sentences that are the likelier: Diff compares unlike "
    "with unlike, as the paper does.",
    "Tmp: the subjects and sentences that the paper prints, with our occupations, since its lists "
    "of 644 Japanese and 154 Russian ones are not printed; below it the same with our sentences. "
    "Pairs of templates are not independent: without --calibrate they have no p.",
)
_MISPRINT = "Table 4 prints 9.93 as the difference of MT, large-char, which is −9.93."


def of_japanese(work: Work) -> Exhibit | NotMade:
    """Table 4."""
    return _scores(work, "ja", "4", (_MISPRINT,))


def of_russian(work: Work) -> Exhibit | NotMade:
    """Table 5."""
    return _scores(work, "ru", "5", ("Table 5 rounds the differences of Tmp to one digit.",))


def native_names(work: Work) -> Exhibit | NotMade:
    """Table 6."""
    tried = {language: _evaluated(work, language, "6") for language in TRANSLATED}
    found = {tag: one for tag, one in tried.items() if not isinstance(one, NotMade)}
    if not found:
        return next(one for one in tried.values() if isinstance(one, NotMade))
    rows: list[tuple[Cell, ...]] = []
    notes: list[str] = []
    for language, one in found.items():
        native = _native_method(one.evaluated)
        changed = f"{one.changed} of {one.n_pairs}"
        printed = [
            row for row in published_scores() if (row.language, row.method) == (language, "HTname")
        ]
        for label, row, results in _models(printed, one.evaluated):
            ours = None if results is None else (results[native], results["ht"])
            rows.append(
                (
                    get_language(language).name,
                    label,
                    *_printed(row),
                    *(map(estimate, ours) if ours else (None, None)),
                    ours[0].value - ours[1].value if ours else None,
                    changed if ours else None,
                )
            )
        notes += one.notes
    headings = ("language", "model", "HTname, published", "Diff, published", "in the paper",
                "HTname, ours", "HT, ours", "Diff, ours", "pairs that differ")  # fmt: skip
    left_out = [f"{one.why}" for one in tried.values() if isinstance(one, NotMade)]
    return Exhibit(
        (table("", "Native names in the place of transliterated ones", headings, rows),),
        notes=(*dict.fromkeys(notes), *left_out, *work.failures(*TRANSLATED)),
    )


class _Evaluated(NamedTuple):
    evaluated: MetaEvaluation
    changed: int
    """Pairs that HT and HTname name otherwise."""
    n_pairs: int
    notes: tuple[str, ...]


def _scores(work: Work, language: str, number: str, notes: Sequence[str]) -> Exhibit | NotMade:
    one = _evaluated(work, language, number)
    if isinstance(one, NotMade):
        return one
    found = one.evaluated
    rows: list[tuple[Cell, ...]] = []
    for line in _LINES:
        theirs = [
            row
            for row in published_scores()
            if (row.language, row.method, row.table) == (language, line.published, number)
        ]
        for label, row, results in _models(theirs, found if line.ours in found.methods else None):
            ours = None if results is None else results[line.ours]
            rows.append((line.shown, label, *_printed(row), *_ours(ours, results, line)))
    if "mt" not in found.methods:
        notes = (
            *notes,
            f"MT: no pairs that a machine has translated; --data mt:{language}=FILE brings some. "
            "Those of the paper are not released.",
        )
    title = f"Scores and their differences from HT, {get_language(language).name}"
    return Exhibit(
        (table("", title, _HEADINGS, rows),),
        notes=(*_READ, FOREIGN, *one.notes, *notes, *work.failures(language)),
    )


def _evaluated(work: Work, language: str, number: str) -> _Evaluated | NotMade:
    name = get_language(language).name
    pairs = work.pairs(language)
    if pairs is None:
        return NotMade(f"No pairs in {name}: --data papers:DIR or pairs:{language}=FILE.")
    if not work.models(number, language):
        return NotMade(f"{name}: {NOBODY}")
    found = work.meta_evaluated(pairs, number)
    if found is None:
        return NotMade(" ".join(work.failures(language)))
    return _Evaluated(found, *_renamed(work, pairs, found))


def _renamed(work: Work, pairs: Pairs, found: MetaEvaluation) -> tuple[int, int, tuple[str, ...]]:
    """How many pairs differ between HT and HTname, of how many, and which are whose."""
    name, n_pairs = get_language(pairs.language).name, len(pairs.columns["sent_more"])
    what = (
        "the packaged pairs, not the paper's; --data papers:DIR or "
        f"pairs:{pairs.language}=FILE brings those that the authors released"
        if pairs.source == PACKAGED
        else f"{n_pairs} pairs ({pairs.source})"
    )
    told = [f"{name}: {what}."]
    if pairs.bags() is None:
        told.append(f"{name}: the sentences of MBE are chosen by their own gender words.")
    named = work.named_as_translated(pairs)
    if named is None:
        return found.changed.get("ht_name", (0, 0))[0], n_pairs, tuple(told)
    told.append(
        f"{name}: these pairs have native names, so they are HTname. HT is made of them: in "
        f"{named.n_pairs} pairs the names of both sides become transliterated English ones. "
        "The paper went the other way, and its HT is not released."
    )
    return named.n_pairs, n_pairs, tuple(told)


def _native_method(found: MetaEvaluation) -> str:
    return NATIVE if NATIVE in found.methods else "ht_name"


def _models(
    printed: Sequence[PublishedScore], found: MetaEvaluation | None
) -> list[tuple[str, PublishedScore | None, dict[str, BiasResult] | None]]:
    """The paper's models, then ours; one that is both stands once."""
    theirs = {row.model: row for row in printed}
    ours = {} if found is None else found.results
    labels = dict.fromkeys((*theirs, *ours))
    return [(one, theirs.get(one), dict(ours[one]) if one in ours else None) for one in labels]


def _printed(row: PublishedScore | None) -> tuple[Cell, ...]:
    if row is None:
        return None, None, ""
    difference = None if row.difference is None else Estimate(row.difference, published=True)
    marked = "marked" if row.significant else "not marked"
    return Estimate(row.score, published=True), difference, marked


def _ours(
    one: BiasResult | None, results: dict[str, BiasResult] | None, line: _Line
) -> tuple[Cell, ...]:
    if one is None or results is None:
        return None, None, None, ""
    difference = None if line.ours == "ht" else one.value - results["ht"].value
    is_decided = one.verdict is not None and one.p_value is not None
    return estimate(one), difference, one.p_value, verdict_text(one) if is_decided else ""
