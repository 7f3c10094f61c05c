"""What Steinborn et al. (2022) show."""

from __future__ import annotations

from equimask.papers.exhibit import Exhibit, NotMade, table
from equimask.papers.paper import Paper, Planned
from equimask.papers.request import PaperModel
from equimask.papers.s_jsd.work import Work


def _models(work: Work) -> Exhibit | NotMade:
    return Exhibit((table("", "Models", ("model", "parameters"), [("mBERT", 1)]),))


PAPER = Paper(
    name="s_jsd",
    authors="Steinborn et al. (2022)",
    title="An Information-Theoretic Approach and Dataset for Probing Gender Stereotypes in "
    "Multilingual Masked Language Models",
    cites="steinborn-etal-2022-information",
    models=(
        PaperModel("mBERT", "google-bert/bert-base-multilingual-cased"),
        PaperModel("xlmR", "FacebookAI/xlm-roberta-base"),
    ),
    exhibits=(Planned("Table 4", "The models", _models),),
    prepare=Work,
)
