"""What Stanczak et al. (2023) show, in the order in which they show it."""

from __future__ import annotations

from equimask.papers.paper import Paper, Planned
from equimask.papers.politicians import (
    associations,
    groups,
    kinds,
    lexica,
    overview,
    people,
    sentiments,
)
from equimask.papers.politicians.families import MONOLINGUAL
from equimask.papers.politicians.words import PAPER_LANGUAGES
from equimask.papers.politicians.work import Work
from equimask.papers.request import PaperModel
from equimask.studies.published import published_models


def _models() -> tuple[PaperModel, ...]:
    """Those of Table 2; the monolingual ones in English."""
    return tuple(
        PaperModel(
            one.name if one.setup == MONOLINGUAL or one.name != "BERT" else "m-BERT",
            one.hub_id,
            ("en",) if one.setup == MONOLINGUAL else PAPER_LANGUAGES,
        )
        for one in published_models()
    )


PAPER = Paper(
    name="politicians",
    authors="Stańczak et al. (2023)",
    title="Quantifying gender bias towards politicians in cross-lingual language models",
    cites="stanczak-etal-2023-quantifying",
    models=_models(),
    exhibits=(
        Planned("Figure 1", "The three steps of the procedure", overview.procedure),
        Planned("Table 1", "Names by language and gender", people.names_of_languages),
        Planned("Table 2", "The models", overview.sizes_of_models),
        Planned("Figure 2", "The latent-variable model", overview.graphical_model),
        Planned("Table 3", "PMI of words and genders, English", associations.pmi_table),
        Planned("Table 4", "Deviations by sentiment, English", associations.english_deviations),
        Planned("Figure 3", "Kinds of adjectives, English", kinds.kinds_of_adjectives),
        Planned("Figure 4", "Sentiments by model, English", sentiments.english_shares),
        Planned("Table 5", "Effects of architecture and size", sentiments.english_effects),
        Planned("Table 6", "Deviations by sentiment, Spanish", associations.spanish_deviations),
        Planned("Table 7", "Clusters of French words", groups.clusters_of_words),
        Planned("Figure 5", "Genders by cluster, Arabic", groups.genders_of_clusters),
        Planned("Figure 6", "Sentiments by language and model", sentiments.shares_by_language),
        Planned("Table 8", "Effects of language too", sentiments.multilingual_effects),
        Planned("S1 Text", "Genders in Wikidata", people.genders),
        Planned("S2 Text", "Supersenses", kinds.classes_of_words),
        Planned("S3 Text", "Subgroups of politicians", people.subgroups),
        Planned("S1 Table", "Places of the mask", people.orders),
        Planned("S2 Table", "Lexica on labelled sentences", lexica.sentences_told),
        Planned("S3 Table", "Generated words", people.generated_words),
        Planned("S4 Table", "Clusters, all languages", groups.all_clusters),
    ),
    prepare=Work,
)
