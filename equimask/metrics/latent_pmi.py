"""PMI of words and genders, and the latent-variable model over them (Stanczak et al. 2023)."""

from __future__ import annotations

from math import log

from equimask.metrics.spec import GENDERED, Measure, MetricSpec

SPEC = MetricSpec(
    name="latent_pmi",
    title="Latent PMI",
    question="Do the words that are said of people tell their gender?",
    summary="""\
Which words a language model ties to which gender. It takes words that a model gave for people of
known gender (completions of "[MASK] NAME", say) and needs no model itself. The score is the mutual
information of word and gender, in natural logarithms, minus what chance alone would give: 0 where
the words tell nothing about gender. Beside it stand the PMI of every word and gender with an
interval, and the deviations of a latent-variable model by gender and sentiment (Stanczak et al.
2023), averaged over a grid of penalties.""",
    cites="stanczak-etal-2023-quantifying",
    papers=("https://doi.org/10.1371/journal.pone.0277640",),
    columns={
        "word": "the words, best as lemmas; one row per occurrence.",
        "gender": "'male', 'female' or 'non-binary', of the person it was said of.",
    },
    without_columns="Nothing is packaged: what models say about people has to be built.",
    rows_from=None,
    evaluation="word_counts",
    needs_model=False,
    measures=(
        Measure(
            name="latent_pmi",
            metric="latent_pmi",
            short="l_pmi",
            label="Latent PMI",
            asks="How much the words that are said of a person tell about the person's gender, "
            "beyond chance.",
            reads="above 0: the words tell the gender of the person they are said of",
            claim=GENDERED,
            statistic="own",
            neutral=0.0,
            limits=(0.0, log(3)),  # the entropy of three genders
            factor=1e3,
            row="pmi",
            row_label="PMI of a word and a gender",
            row_unit="nats",
        ),
    ),
    options=(
        "protocol",
        "rebalance",
        "add_k",
        "min_count",
        "l1",
        "posterior",
        "sentiment",
        "counts",
    ),
    hashed=("l1", "posterior", "sentiment"),
    returns="n_words, top_words, pmi, fits and n_converged; n counts occurrences",
    example="""\
>>> result = latent_pmi.compute(
...     word=["divorced", "divorced", "bold", "bold"],
...     gender=["female", "male", "female", "male"],
...     counts=[90, 10, 20, 200], progress=False)
>>> result["top_words"][0]["word"]
'bold'""",
    datasets=("politicians", "politician_completions", "sentiment_lexicon"),
    order=70,
)
