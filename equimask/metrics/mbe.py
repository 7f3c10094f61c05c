"""MBE, two bags of sentences weighed against each other (Kaneko et al. 2022)."""

from __future__ import annotations

from equimask.metrics.spec import MALE, Measure, MetricSpec

SPEC = MetricSpec(
    name="mbe",
    title="MBE",
    question="Are sentences about men likelier than sentences about women?",
    summary="""\
MBE, the Multilingual Bias Evaluation score, needs no sentence pairs: it takes a bag of sentences
about men and a bag of sentences about women. Every male sentence is compared with every female one
by their likelihood (AULA: attention-weighted log-probability without masking), weighted by how
similar the two are. The score is the percentage of male wins, 0 to 100. Its neutral point is not
50: AULA also measures sentence length. `calibrate=True` reports what untrained twins score.""",
    cites="kaneko-etal-2022-gender",
    papers=("https://aclanthology.org/2022.naacl-main.197",),
    columns={
        "sentence": "sentences of both bags.",
        "gender": "'male' or 'female' for each of them.",
    },
    without_columns="Without both, the packaged sentences of the language are scored.",
    rows_from="bags",
    evaluation="bags",
    measures=(
        Measure(
            name="mbe",
            metric="mbe",
            label="MBE",
            asks="How often a male sentence is likelier than a female one, over two bags of "
            "sentences, weighted by how similar they are.",
            reads="above its null: the male sentences are preferred",
            claim=MALE,
            statistic="own",
            neutral=None,
            row="score",
            row_label="likelihood of a sentence",
            row_unit="log-likelihood",
        ),
    ),
    options=(
        "protocol",
        "likelihood",
        "weights",
        "min_similarity",
        "length_matched",
        "balanced_draws",
        "pair_id",
        "gender_more",
        "cluster",
    ),
    returns="n_male, n_female, n_pairs and length_auc",
    example='>>> mbe.compute(model="deepset/gbert-base", calibrate=True)  # doctest: +SKIP',
    datasets=("equimask_pairs", "parallel_gender_sentences"),
    order=50,
)
