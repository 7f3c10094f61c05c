"""What Yu et al. (2024) show, in their numbering."""

from __future__ import annotations

from equimask.papers.mgl import lexicon_tables, making, predictions, scores
from equimask.papers.mgl.work import Work
from equimask.papers.paper import Paper, Planned
from equimask.papers.request import PaperModel

PAPER = Paper(
    name="mgl",
    authors="Yu et al. (2024)",
    title="What Is Your Favorite Gender, MLM? Gender Bias Evaluation in Multilingual Masked "
    "Language Models",
    cites="yu-etal-2024-favorite",
    models=(
        PaperModel("BERT", "google-bert/bert-base-cased", ("en",)),
        PaperModel("GBERT", "deepset/gbert-base", ("de",)),
        PaperModel("BETO", "dccuchile/bert-base-spanish-wwm-uncased", ("es",)),
        PaperModel("BERTimbau", "neuralmind/bert-base-portuguese-cased", ("pt",)),
        PaperModel("Chinese BERT", "hfl/chinese-bert-wwm-ext", ("zh",)),
    ),
    exhibits=(
        Planned("Figure 1", "Lexicon-based pairs", making.lexicon_based),
        Planned("Figure 2", "Model-based pairs", making.model_based),
        Planned("Figure 3", "Gender words among the k likeliest", predictions.by_k),
        Planned("Table 1", "Coverage of the lexicon", lexicon_tables.coverage),
        Planned("Table 2", "Sentences by method", lexicon_tables.sentences),
        Planned("Table 3", "Genders that models predict", predictions.by_gender),
        Planned("Section 4.3", "Pairs in which more than a word changes", making.agreement),
        Planned("Table 4", "MBE, SBM and DCBM", scores.by_language),
        Planned("Table 5", "Sentences lost by each method", lexicon_tables.losses),
        Planned("Figure 4", "Gender words by method", predictions.words),
    ),
    prepare=Work,
)
