"""CPS, the CrowS-Pairs score (Nangia et al. 2020)."""

from __future__ import annotations

from equimask.measures import cps
from equimask.metrics.spec import STEREOTYPE, Measure, MetricSpec

SPEC = MetricSpec(
    name="cps",
    title="CPS",
    summary="""\
CPS, the CrowS-Pairs score, compares two sentences that differ only in gender (or another group).
Every token they share is masked in turn; the sentence whose shared tokens get the higher total
log-probability is the preferred one. The score is the percentage of pairs in which that is the
more stereotypical sentence. 50 is neutral, the range is 0 to 100.""",
    citation="""\
@inproceedings{nangia-etal-2020-crows,
  title = {{C}row{S}-Pairs: A Challenge Dataset for Measuring Social Biases in Masked Language
           Models},
  author = {Nangia, Nikita and Vania, Clara and Bhalerao, Rasika and Bowman, Samuel R.},
  booktitle = {Proceedings of EMNLP 2020},
  year = {2020}
}""",
    papers=("https://aclanthology.org/2020.emnlp-main.154",),
    columns={
        "sent_more": "the sentences judged more stereotypical.",
        "sent_less": "their counterparts, in the same order.",
    },
    without_columns="Without both, the packaged pairs of the language are scored.",
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
            reads="above 50: the stereotypical sentence is preferred",
            claim=STEREOTYPE,
            statistic="share",
            neutral=50.0,
            limits=(0.0, 100.0),
            effects=lambda rows: rows["pll_more"] - rows["pll_less"],
            row_label="log-likelihood, more minus less stereotypical",
            row_unit="log-likelihood",
            mean_effect="mean_delta",
        ),
    ),
    options=("unit", "protocol", "perturb", "gender_more"),
    example='>>> cps.compute(model="bert-base-uncased")  # doctest: +SKIP',
    order=20,
)
