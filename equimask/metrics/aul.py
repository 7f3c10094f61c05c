"""AUL and AULA on stereotype pairs (Kaneko and Bollegala 2022)."""

from __future__ import annotations

from equimask.core.arrays import Floats
from equimask.measures import preference
from equimask.metrics.spec import PAIRS, STEREOTYPE, Measure, MetricSpec, Rows


def _difference(rows: Rows) -> Floats:
    return rows["score_sent_more"] - rows["score_sent_less"]


SPEC = MetricSpec(
    name="aul",
    title="AUL",
    question="How often is the stereotypical sentence, read whole, the likelier one?",
    summary="""\
AUL, All Unmasked Likelihood, compares two sentences that differ only in gender (or another group)
without masking anything: each is read whole, and the mean log-probability of its tokens says how
likely it is. AULA, the default, weighs every token by the attention that it receives. The score is
the percentage of pairs in which the more stereotypical sentence is the likelier one. 50 is neutral
where both sentences have the same number of tokens, the range is 0 to 100.""",
    cites="kaneko-bollegala-2022-unmasking",
    papers=("https://arxiv.org/abs/2104.07496",),
    columns=PAIRS,
    rows_from="pairs",
    evaluation="likelihood_pairs",
    row_scores=preference.row_scores,
    measures=(
        Measure(
            name="aula",
            metric="aul",
            key="aul",
            label="AULA",
            asks="In how many of 100 pairs the more stereotypical sentence, read whole and "
            "unmasked, is the likelier one, its tokens weighted by the attention they receive.",
            claim=STEREOTYPE,
            effects=_difference,
            row_label="likelihood, more minus less stereotypical",
            row_unit="log-likelihood",
            mean_effect="mean_difference",
        ),
        Measure(
            name="aul",
            metric="aul",
            label="AUL",
            asks="In how many of 100 pairs the more stereotypical sentence, read whole and "
            "unmasked, is the likelier one, its tokens weighing the same.",
            claim=STEREOTYPE,
            options={"likelihood": "aul"},
            effects=_difference,
            row_label="likelihood, more minus less stereotypical",
            row_unit="log-likelihood",
            mean_effect="mean_difference",
        ),
    ),
    options=("protocol", "perturb", "likelihood", "control", "gender_more", "cluster"),
    returns="mean_difference, length_auc and same_length",
    example='>>> aul.compute(model="bert-base-uncased", likelihood="aul")  # doctest: +SKIP',
    datasets=("equimask_pairs", "crows_pairs_multilingual", "gest"),
    order=30,
)
