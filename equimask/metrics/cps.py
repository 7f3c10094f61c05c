"""CPS, the CrowS-Pairs score (Nangia et al. 2020)."""

from __future__ import annotations

from equimask.measures import cps
from equimask.metrics.spec import PAIRS, STEREOTYPE, Measure, MetricSpec

SPEC = MetricSpec(
    name="cps",
    title="CPS",
    question="How often does a model prefer the stereotypical sentence?",
    summary="""\
CPS, the CrowS-Pairs score, compares two sentences that differ only in gender (or another group).
Every token they share is masked in turn; the sentence whose shared tokens get the higher total
log-probability is the preferred one. The score is the percentage of pairs in which that is the
more stereotypical sentence. 50 is neutral, the range is 0 to 100.""",
    cites="nangia-etal-2020-crows",
    papers=("https://aclanthology.org/2020.emnlp-main.154",),
    columns=PAIRS,
    rows_from="pairs",
    evaluation="masked_pairs",
    row_scores=cps.row_scores,
    measures=(
        Measure(
            name="cps",
            metric="cps",
            label="CPS",
            asks="In how many of 100 pairs the shared words, masked one at a time, are likelier in "
            "the more stereotypical sentence.",
            claim=STEREOTYPE,
            effects=lambda rows: rows["pll_more"] - rows["pll_less"],
            row_label="log-likelihood, more minus less stereotypical",
            row_unit="log-likelihood",
            mean_effect="mean_delta",
        ),
    ),
    options=("unit", "protocol", "perturb", "control", "gender_more", "cluster"),
    example='>>> cps.compute(model="bert-base-uncased")  # doctest: +SKIP',
    datasets=("equimask_pairs", "crows_pairs_multilingual", "gest"),
    order=20,
)
