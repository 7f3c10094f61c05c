"""What Steinborn et al. (2022) show, in their numbering."""

from __future__ import annotations

from equimask.papers.paper import Paper, Planned
from equimask.papers.request import PaperModel
from equimask.papers.s_jsd import data_and_models, difference_figure, one_pair, scores
from equimask.papers.s_jsd.published import published_models
from equimask.papers.s_jsd.work import Work


def _own_models() -> tuple[PaperModel, ...]:
    """The multilingual ones in all languages, the others in English alone."""
    return tuple(
        PaperModel(one.model, one.hub_id, () if one.multilingual else ("en",))
        for one in published_models()
    )


PAPER = Paper(
    name="s_jsd",
    authors="Steinborn et al. (2022)",
    title="An Information-Theoretic Approach and Dataset for Probing Gender Stereotypes in "
    "Multilingual Masked Language Models",
    cites="steinborn-etal-2022-information",
    models=_own_models(),
    exhibits=(
        Planned("Figure 1", "What is masked in a pair", one_pair.masked_tokens),
        Planned("Table 1", "Words of the pairs by language", data_and_models.words),
        Planned("Table 2", "S_JSD and CPS by language", scores.by_language),
        Planned("Figure 2", "Differences of log-likelihoods by pair", difference_figure.violins),
        Planned("Table 3", "Without the last character", scores.without_last_character),
        Planned("Table 4", "The models", data_and_models.models),
        Planned("Section 5, size", "A model and a larger one", scores.sizes),
        Planned("Section 5, pair", "One pair in two languages", one_pair.in_two_languages),
        Planned("Section 5, accuracy", "Tokens guessed right", data_and_models.accuracies),
    ),
    prepare=Work,
)
