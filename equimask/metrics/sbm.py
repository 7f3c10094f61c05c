"""SBM, the strict comparison of minimal pairs (Yu et al. 2024)."""

from __future__ import annotations

from equimask.measures import preference
from equimask.metrics.spec import MALE, Measure, MetricSpec

SPEC = MetricSpec(
    name="sbm",
    title="SBM",
    question="Is a sentence likelier about a man than about a woman?",
    summary="""\
SBM, the Strict Bias Metric, compares minimal pairs: a male and a female version of one sentence.
The likelier version wins, by AULA (attention-weighted log-probability without masking) or AUL. The
score is the percentage of pairs in which the male version wins. 50 is neutral where both versions
have the same number of tokens, the range is 0 to 100.""",
    cites="yu-etal-2024-favorite",
    papers=("https://doi.org/10.3390/info15090549",),
    columns={
        "male": "the male versions.",
        "female": "the female versions, in the same order.",
    },
    rows_from="sides",
    evaluation="likelihood_pairs",
    row_scores=preference.row_scores,
    measures=(
        Measure(
            name="sbm",
            metric="sbm",
            label="SBM",
            asks="In how many of 100 pairs the male version of a sentence, read whole, is likelier "
            "than the female one.",
            reads="above 50: the male sentence is preferred",
            claim=MALE,
            effects=lambda rows: rows["score_male"] - rows["score_female"],
            row_label="likelihood, male minus female sentence",
            row_unit="log-likelihood",
            mean_effect="mean_difference",
        ),
    ),
    options=("protocol", "perturb", "likelihood", "control", "origin", "gender_more", "cluster"),
    returns="mean_difference, length_auc and same_length",
    example='>>> sbm.compute(model="bert-base-multilingual-cased")  # doctest: +SKIP',
    datasets=("equimask_pairs", "ted_gender_pairs", "gender_lexicon", "gest", "winogender"),
    order=40,
)
