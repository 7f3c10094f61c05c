"""Tables 1 and 2: how many sentences of either gender, and MBE on them."""

from __future__ import annotations

from collections.abc import Sequence

from scipy import stats as sps

from equimask.core.bars import Bar
from equimask.core.languages import get_language
from equimask.core.result import BiasResult
from equimask.core.schema import GENDERS
from equimask.measures.mbe import null_stderr
from equimask.metrics.verdict import verdict_of
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
from equimask.papers.mbe.sources import Bags
from equimask.papers.mbe.work import OTHER_WAYS, Scored, Work
from equimask.studies.published import PublishedBagScore, published_bag_scores

NOT_THE_CORPORA = (
    "Neither TED2020 nor GlobalVoices: these are both sides of the packaged pairs. A corpus comes "
    "with --data: what the builder parallel_gender_sentences has built, or parallel:de=FILE."
)
NOBODY = "None of the models is asked in this language: LANGUAGE=MODEL names one for a language."
FOREIGN = "?: more than 5 % of the text is unknown to the tokenizer, or the model predicts nothing."
_CORPORA = ("TED", "News")
_ALT = (
    "A line for each language: the published scores as squares, those of our first model in it as "
    "circles, behind them the null on our first corpus as a grey band."
)

_Ours = tuple[Bags, str, Scored]
"""The sentences, the model and what it says of them."""


def sizes(work: Work) -> Exhibit | NotMade:
    """Table 1."""
    if not work.bags:
        return no_bags(work)
    rows: list[tuple[Cell, ...]] = []
    for bags in work.bags:
        male, female = (bags.count(gender) for gender in GENDERS)
        rows.append(
            (
                bags.language_name,
                bags.corpus,
                *(None if one is None else one.thousands for one in _printed(bags.language)),
                male,
                female,
                male + female,
                2 * min(male, female),
            )
        )
    headings = ("language", "corpus", "TED, published", "News, published", "male", "female",
                "both", "as many of either")  # fmt: skip
    notes = ["Published: thousands of sentences, male and female together."]
    return Exhibit(
        (table("", "Sentences of one gender", headings, rows),),
        notes=(*notes, *_notes(work)),
    )


def scores(work: Work) -> Exhibit | NotMade:
    """Table 2."""
    if not work.bags:
        return no_bags(work)
    rows: list[tuple[Cell, ...]] = []
    beside: list[tuple[Cell, ...]] = []
    ours: list[_Ours] = []
    for bags in work.bags:
        for model in work.models("2", bags.language):
            found = work.scored(bags, model)
            if found is None:
                continue
            ours.append((bags, model.label, found))
            named = bags.language_name, bags.corpus, model.label
            rows.append((*named, *map(_score, _printed(bags.language)), *_cells(found.ours)))
            length = float(found.ours.details["length_auc"])
            others = [one.value for one in found.others.values()]
            beside.append((*named, *others, found.others["released code"].p_value, length))
    if not rows:
        return NotMade(" ".join(work.failures(*work.languages)) or NOBODY)
    headings = ("language", "corpus", "model", "TED, published", "News, published", "ours", "null",
                "p", "preferred", "sentences")  # fmt: skip
    ways = ("language", "corpus", "model", *OTHER_WAYS, "p of the released code", "length AUC")
    return Exhibit(
        (
            table("", "MBE by language and corpus", headings, rows),
            table("beside", "The same sentences scored otherwise", ways, beside),
            _marks(),
        ),
        (ExhibitFigure("", _figure(work.languages, ours), _ALT),),
        (
            "Above 50 the male sentences are preferred, by the formula; one sentence of the paper "
            "says the opposite. The neutral point is not 50 but the null: the mean of untrained "
            "twins of the model on the same sentences. p is about the distance from it.",
            "Released code: raw vectors in the place of cosines, and McNemar's test against random "
            "labels. No weights: the plain share of pairs. norm_aula: length is taken out of the "
            "likelihood. Length AUC: the score if the number of tokens alone mattered.",
            "The paper prints no error bars: those of its scores in the figure are ours, 1.96 "
            "times the error that so many sentences of random labels would have, and filled or "
            "open goes by them.",
            FOREIGN,
            *sampled(work),
            *_notes(work),
            *work.failures(*work.languages),
        ),
    )


def not_the_corpora(work: Work) -> tuple[str, ...]:
    """What a reader must know where nobody brought a corpus."""
    return (NOT_THE_CORPORA,) if any(bags.is_packaged for bags in work.bags) else ()


def sampled(work: Work) -> tuple[str, ...]:
    """How many sentences were taken, where not all were."""
    thinner = [bags for bags in work.bags if len(work.sample(bags).table) < len(bags.table)]
    if not thinner:
        return ()
    if work.request.rows is None:
        return ("The larger set of each corpus is thinned to the size of the smaller.",)
    return (
        f"At most {work.request.rows} sentences of a language and corpus, as many male as female; "
        "all of them with --full.",
    )


def no_bags(work: Work) -> NotMade:
    """There is nothing to count or to score."""
    return NotMade(
        f"No sentences in {', '.join(work.languages)}, neither in the data nor packaged. "
        "Pass --data: what parallel_gender_sentences has built, or parallel:de=FILE."
    )


def _notes(work: Work) -> tuple[str, ...]:
    return (*work.sources.notes, *not_the_corpora(work))


def _printed(language: str) -> list[PublishedBagScore | None]:
    """The paper's cell of each corpus."""
    rows = {(row.corpus, row.language): row for row in published_bag_scores()}
    return [rows.get((corpus, language)) for corpus in _CORPORA]


def _score(row: PublishedBagScore | None) -> Cell:
    return None if row is None else Estimate(row.score, published=True)


def _error(row: PublishedBagScore) -> float:
    """If every pair of sentences counted alike, and both sets were equally large."""
    size = round(500 * row.thousands)
    return null_stderr(size, size)


def _marks() -> ExhibitTable:
    """What the paper calls significant, and the p-value that the number of sentences gives."""
    rows = []
    for row in published_bag_scores():
        p_value = float(2 * sps.norm.sf(abs(row.score - 50) / _error(row)))
        marked = "marked" if row.significant else "not marked"
        named = get_language(row.language).name, row.corpus
        rows.append((*named, Estimate(row.score, published=True), marked, p_value))
    headings = ("language", "corpus", "published", "in the paper", "p by the number of sentences")
    return table("marks", "The paper's marks of significance", headings, rows)


def _figure(languages: Sequence[str], ours: Sequence[_Ours]) -> bytes:
    """Of each language the first model: in the paper there is one."""
    first: dict[tuple[str, str], BiasResult] = {}
    for bags, _, found in ours:
        first.setdefault((bags.corpus, bags.language), found.ours)
    corpora = list(dict.fromkeys(corpus for corpus, _ in first))
    printed = {language: _printed(language) for language in languages}
    theirs = {
        corpus: [_published_bar(printed[language][place]) for language in languages]
        for place, corpus in enumerate(_CORPORA)
    }
    own = {corpus: [bar_of(first.get((corpus, one))) for one in languages] for corpus in corpora}
    nulls = [
        next((first[corpus, one] for corpus in corpora if (corpus, one) in first), None)
        for one in languages
    ]
    axis = "MBE in %; dotted: 50; grey: untrained twins, on our first corpus"
    names = [get_language(one).name for one in languages]
    return beside_published(names, theirs, own, line=50, axis=axis, nulls=nulls)


def _published_bar(row: PublishedBagScore | None) -> Bar | None:
    if row is None:
        return None
    reach = 1.96 * _error(row)
    return Bar(row.score, row.score - reach, row.score + reach, abs(row.score - 50) > reach)


def _cells(found: BiasResult) -> tuple[Cell, ...]:
    null = None if found.null is None else Estimate(found.null, found.null_stderr)
    return estimate(found), null, found.p_value, verdict_text(found), found.n


def verdict_text(result: BiasResult) -> str:
    """What it shows, with a sign where the model knows too little of the text."""
    verdict = verdict_of(result).short
    return f"{verdict} ?" if result.is_foreign else verdict


def estimate(result: BiasResult) -> Estimate:
    """A score with its interval."""
    return Estimate(result.value, result.stderr, result.ci_low, result.ci_high)
