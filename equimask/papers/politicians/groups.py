"""Groups of words by their vectors: Table 7, Figure 5 and S4 Table."""

from __future__ import annotations

from collections.abc import Mapping

from equimask.core.errors import EquimaskError
from equimask.core.languages import get_language
from equimask.papers.exhibit import Cell, Exhibit, ExhibitFigure, NotMade, table
from equimask.papers.politicians.families import MULTILINGUAL, published_model
from equimask.papers.politicians.words import ENGLISH
from equimask.papers.politicians.work import Work
from equimask.papers.request import PaperModel
from equimask.studies.analyses.clusters import WordClusters
from equimask.studies.analyses.gender_clusters import gender_clusters_figure
from equimask.studies.published import PublishedClusterWord, published_clusters

EXAMPLES = 5
FRENCH, ARABIC = "fr", "ar"
NUMBERS = (
    "k-means over the words' vectors in the model's last layer, of each gender's words apart. "
    "Numbers of clusters mean nothing: no cluster of ours belongs to a printed one."
)
_HEADINGS = ("language", "model", "gender", "cluster", "words", "male", "female", "examples")


def clusters_of_words(work: Work) -> Exhibit | NotMade:
    """Table 7: clusters of French words that m-BERT said; printed ones above ours."""
    chosen = _chosen(work, FRENCH, "BERT")
    if chosen is None:
        return NotMade("No model has words. Ask one.")
    model, language = chosen
    found = work.clusters(model, language)
    rows = [*_printed(published_clusters()), *_rows(language, model.label, found)]
    notes = (*work.words.told, *_other_than(language, FRENCH, "French"), NUMBERS)
    return Exhibit((table("clusters", "Clusters", _HEADINGS, rows),), notes=notes)


def genders_of_clusters(work: Work) -> Exhibit | NotMade:
    """Figure 5: of whom the words of each cluster were said, in Arabic by XLM-base."""
    chosen = _chosen(work, ARABIC, "XLM-base")
    if chosen is None:
        return NotMade("No model has words. Ask one.")
    model, language = chosen
    found = work.clusters(model, language)
    svg = gender_clusters_figure(found, title=f"{model.label}, {get_language(language).name}")
    alt = "Bars: of whom the words of each cluster were said, a panel per gender."
    notes = (*work.words.told, *_other_than(language, ARABIC, "Arabic"), NUMBERS)
    return Exhibit(
        (table("shares", "Genders by cluster", _HEADINGS, _rows(language, model.label, found)),),
        (ExhibitFigure("shares", svg, alt),),
        notes,
    )


def all_clusters(work: Work) -> Exhibit | NotMade:
    """S4 Table: the clusters of every multilingual model in every language."""
    if not work.models(MULTILINGUAL):
        return NotMade("No model has words in several languages. Ask one in two or more.")
    rows: list[list[Cell]] = []
    left_out = []
    for model, language in work.each(MULTILINGUAL):
        try:
            rows += _rows(language, model.label, work.clusters(model, language))
        except EquimaskError as error:
            left_out.append(f"{model.label}, {get_language(language).name}: {error}")
    if not rows:
        return NotMade(" ".join(left_out))
    shown = table("clusters", "Clusters", _HEADINGS, rows)
    return Exhibit((shown,), notes=(*work.words.told, NUMBERS, *left_out))


def _chosen(work: Work, language: str, name: str) -> tuple[PaperModel, str] | None:
    """The paper's model and language where they are there; else what comes first and is near."""
    pairs = [
        (model, spoken)
        for model in work.words.models
        for spoken in work.words.languages_of(model.label)
    ]

    def far(pair: tuple[PaperModel, str]) -> tuple[bool, bool, bool]:
        known = published_model(pair[0].model)
        same = known is not None and (known.setup, known.name) == (MULTILINGUAL, name)
        return pair[1] != language, not same, pair[1] == ENGLISH

    return min(pairs, key=far, default=None)


def _other_than(language: str, printed: str, name: str) -> tuple[str, ...]:
    if language == printed:
        return ()
    own = get_language(language).name
    return (f"The paper shows {name}, in which no model here has words: ours are {own}.",)


def _printed(words: list[PublishedClusterWord]) -> list[list[Cell]]:
    clusters: dict[tuple[str, str, str, int], list[str]] = {}
    for word in words:
        key = (word.language, word.model, word.gender, word.cluster)
        clusters.setdefault(key, []).append(word.word)
    rows: list[list[Cell]] = []
    for (language, model, gender, cluster), some in clusters.items():
        named = get_language(language).name, f"{model}, published", gender, cluster
        rows.append([*named, None, None, None, ", ".join(some)])
    return rows


def _rows(language: str, label: str, found: Mapping[str, WordClusters]) -> list[list[Cell]]:
    rows: list[list[Cell]] = []
    spoken = get_language(language).name
    for gender, clusters in found.items():
        shares = dict(zip(clusters.genders, clusters.gender_shares.T.tolist(), strict=True))
        for cluster in range(clusters.k):
            size = int((clusters.assignment == cluster).sum())
            of_whom = (shares["male"][cluster], shares["female"][cluster])
            examples = ", ".join(clusters.members(cluster, EXAMPLES))
            rows.append([spoken, label, gender, cluster + 1, size, *of_whom, examples])
    return rows
