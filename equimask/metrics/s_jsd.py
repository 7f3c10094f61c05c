"""S_JSD (Steinborn et al. 2022) and its binarised form."""

from __future__ import annotations

from equimask.measures import s_jsd
from equimask.metrics.spec import PAIRS, STEREOTYPE, Measure, MetricSpec

SPEC = MetricSpec(
    name="s_jsd",
    title="S_JSD",
    question="Is the stereotypical sentence the easier one?",
    summary="""\
S_JSD compares two sentences that differ only in gender. Every token they share is masked in turn;
the Jensen-Shannon distance between the model's prediction and the true token says how hard the
token was. The score is the mean difference of these distances: negative means that the more
stereotypical sentence is the easier one. 0 is neutral, the range is -1 to 1.""",
    cites="steinborn-etal-2022-information",
    papers=("https://aclanthology.org/2022.findings-naacl.69",),
    columns=PAIRS,
    rows_from="pairs",
    evaluation="masked_pairs",
    row_scores=s_jsd.row_scores,
    measures=(
        Measure(
            name="s_jsd",
            metric="s_jsd",
            label="S_JSD",
            asks="How much closer the model's predictions come to the shared words of the more "
            "stereotypical sentence, masked one at a time.",
            reads="negative: the stereotypical sentence is preferred",
            claim=STEREOTYPE,
            statistic="mean",
            neutral=0.0,
            limits=(-1.0, 1.0),
            direction=-1,
            factor=1e3,
            decisions="b_s_jsd",
            effects=lambda rows: -rows["s_jsd"],
            row_label="s_jsd·10³ of a pair",
            row_unit="× 10⁻³",
        ),
        Measure(
            name="b_s_jsd",
            metric="s_jsd",
            label="binarised S_JSD",
            asks="In how many of 100 pairs S_JSD favours the more stereotypical sentence, however "
            "little.",
            claim=STEREOTYPE,
            effects=lambda rows: rows["b_s_jsd"] - 0.5,
            row_label="preferred side of a pair",
            row_unit="wins",
            decided_by="s_jsd",
        ),
    ),
    options=("unit", "protocol", "perturb", "control", "gender_more", "cluster"),
    returns="b_s_jsd (percent, with its own stderr, interval and p_value)",
    example='>>> s_jsd.compute(model="bert-base-multilingual-cased")  # doctest: +SKIP',
    datasets=("equimask_pairs", "crows_pairs_multilingual", "gest"),
    order=10,
)
