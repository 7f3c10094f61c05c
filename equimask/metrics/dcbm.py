"""DCBM, the direct comparison of two words at a mask (Yu et al. 2024)."""

from __future__ import annotations

import numpy as np

from equimask.core.arrays import Floats
from equimask.measures import dcbm
from equimask.metrics.spec import MALE, Measure, MetricSpec, Rows


def _log_odds(rows: Rows) -> Floats:
    """Of the male word against the female one."""
    smallest = np.finfo(np.float64).tiny  # what a probability of 0 stands for
    male, female = (np.log(np.maximum(rows[name], smallest)) for name in ("p_male", "p_female"))
    odds: Floats = male - female
    return odds


SPEC = MetricSpec(
    name="dcbm",
    title="DCBM",
    question="Which word does a model put into the gap, the male or the female one?",
    summary="""\
DCBM, the Direct Comparison Bias Metric, asks a masked language model which of two words it puts at
a mask: a male word or its female counterpart. The score is the percentage of sentences in which the
male word is the more probable one, 0 to 100. Its neutral point is not 50: it follows how often men
and women are written about in the corpus, as its authors say. `calibrate=True` reports a null.""",
    cites="yu-etal-2024-favorite",
    papers=("https://doi.org/10.3390/info15090549",),
    columns={
        "masked_sentence": "sentences with exactly one [MASK], whatever the model's own mask token "
        "is. Another word that would tell the gender may be [HIDDEN].",
        "male_word": "the male word for each mask.",
        "female_word": "the female word for each mask.",
    },
    without_columns="Without the three, the packaged pairs of the language are masked at their "
    "gender words, and words that agree with them are hidden.",
    rows_from="masks",
    evaluation="filled_masks",
    row_scores=dcbm.row_scores,
    measures=(
        Measure(
            name="dcbm",
            metric="dcbm",
            label="DCBM",
            asks="In how many of 100 masked sentences the male word is more probable than the "
            "female one.",
            reads="above its null: the male word is preferred; follows the corpus",
            claim=MALE,
            neutral=None,
            effects=_log_odds,
            row_label="log P(male word) / P(female word)",
            row_unit="log odds",
        ),
    ),
    options=("protocol", "min_probability", "control", "gender_more", "cluster"),
    returns="single_piece",
    example='>>> dcbm.compute(model="bert-base-multilingual-cased")  # doctest: +SKIP',
    datasets=("equimask_pairs", "ted_gender_pairs", "gender_lexicon", "gest", "winogender"),
    order=60,
)
