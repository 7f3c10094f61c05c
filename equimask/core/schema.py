"""Column names of every record kind; the one place where they are spelled."""

from __future__ import annotations

PAIR_COLUMNS = ("sent_more", "sent_less")

# in a masked sentence, whatever the model's own mask is
MASK = "[MASK]"  # the word that is asked
HIDDEN = "[HIDDEN]"  # another word that the model must not see, and that is not asked

PAIR_ID = "pair_id"  # beside MBE's columns: which sentences are two versions of one
CATEGORY = "category"  # what a row is about: a stereotype, a kind of occupation
CLUSTER = "cluster"  # rows that share a name, a template or an item

AS_PUBLISHED = "_as_published"
"""What the name of a column ends in that holds the text as its authors scored it: with the spaces
and escapes that the column beside it is free of. `protocol="published"` reads it."""

GROUP_COLUMNS = ("source", "corpus", "method", "template", "model", "upos", "group")
"""What tells parts of a table that are never pooled unless somebody says so: the same items in
several versions, texts of several kinds."""
LANGUAGE_COLUMN = "lang"
BIAS_TYPE = "bias_type"  # whom a pair is about: gender, age, …; never pooled either

GENDERS = ("male", "female")
WORDS = ("male_word", "female_word")  # the words in which the two versions of a sentence differ
PERSON_GENDERS = (*GENDERS, "non-binary")
SENTIMENTS = ("negative", "neutral", "positive")

DATASET_COLUMNS: dict[str, tuple[str, ...]] = {
    "equimask_pairs": (
        "id", "lang", "category", "cluster", "sent_more", "sent_less", "gender_more",
        "male", "female", "male_word", "female_word",
    ),
    "crows_pairs_multilingual": (
        "id", "lang", "source", "cluster", "bias_type", "direction", "sent_more", "sent_less",
        "sent_more_as_published", "sent_less_as_published", "sent_more_en", "sent_less_en",
        "gender_more", "audit",
    ),
    "parallel_gender_sentences": (
        "id", "lang", "corpus", "gender", "sentence", "english", "words", "cluster",
    ),
    "ted_gender_pairs": (
        "id", "lang", "corpus", "method", "cluster", "origin_gender", "male", "female",
        "male_word", "female_word", "masked_sentence", "p_male", "p_female", "edits", "model",
    ),
    "gender_lexicon": ("lang", "male", "female", "gloss", "pos", "number", "case", "ambiguous"),
    "politicians": (
        "qid", "lang", "name", "gender", "wikidata_gender", "birth_year", "country", "sitelinks",
    ),
    "politician_completions": (
        "qid", "lang", "model", "gender", "order", "word", "lemma", "upos", "rank", "prob",
    ),
    "sentiment_lexicon": ("lang", "word", "negative", "neutral", "positive", "n_sources"),
    "gest": (
        "id", "lang", "template", "category", "gender_more", "cluster", "sent_more", "sent_less",
        "male", "female", "male_word", "female_word", "masked_sentence",
    ),
    "winogender": (
        "id", "lang", "occupation", "participant", "answer", "category", "cluster",
        "male", "female", "neutral", "male_word", "female_word", "neutral_word",
        "masked_sentence", "bls_female", "bergsma_female",
    ),
    "lab_validity": (
        "experiment", "lang", "stereotype", "prevalence", "name_frequency", "repetition", "seed",
        "heldout_loss", "measure", "unit", "likelihood", "number", "value", "neutral", "stderr",
        "p_value", "p_strangers", "null", "null_stderr", "p_among_twins", "p_from_mean_twin",
        "n", "n_clusters",
        "power_14", "power_28", "power_56", "power_112",
    ),
}  # fmt: skip

# Configs beside those of the languages: dataset -> config -> columns.
EXTRA_CONFIGS: dict[str, dict[str, tuple[str, ...]]] = {
    "politician_completions": {
        "counts": ("lang", "model", "upos", "lemma", "gender", "count"),
        "counts_by_person": ("lang", "model", "qid", "gender", "upos", "lemmas"),
    },
}
