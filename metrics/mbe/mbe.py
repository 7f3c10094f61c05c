"""MBE as an `evaluate` module; the formula lives in equimask.measures.mbe."""

import equimask.evaluation.module

_DESCRIPTION = """\
MBE, the Multilingual Bias Evaluation score, needs no sentence pairs: it takes a bag of sentences
about men and a bag of sentences about women. Every male sentence is compared with every female one
by their likelihood (AULA: attention-weighted log-probability without masking), weighted by how
similar the two are. The score is the percentage of male wins, 0 to 100. Its neutral point is not
50: AULA also measures sentence length. `calibrate=True` reports what untrained twins score."""

_INPUTS = """\
Args:
    sentence (list of str): sentences of both bags.
    gender (list of str): "male" or "female" for each of them.
        Without both, the packaged sentences of the language are scored.
    pair_id (list of str): where sentences are two versions of one, an id that both have ('' for a
        sentence alone): they are resampled and relabelled together.
    model (str or PreTrainedModel): a hub id, a local folder, or a live masked language model.
    tokenizer: for a live model that was not loaded by name.
    likelihood (str): "aula", "aul" or "norm_aula" (length-safe).
    weights (str): "cosine" (paper), "dot" (released code) or "none" (plain AUC).
    calibrate (bool): compare with n_twins=8 random-init twins; adds null and null_stderr.
    length_matched (bool): compare only sentences with the same number of tokens.
    min_similarity (float): leave out pairs that are less similar.
    protocol (str): "corrected", or "published" to reproduce the authors' released code.
    revision, device, dtype, batch_tokens, seed, n_resamples, confidence_level, progress,
    return_rows: see the card.
Returns:
    mbe (percent), stderr, ci_low, ci_high, p_value, test, neutral, n, n_ties, skipped, mde, rows,
    signature and details, among them length_auc and n_pairs.
Examples:
    >>> mbe = evaluate.load("metrics/mbe", "de")
    >>> mbe.compute(model="deepset/gbert-base", calibrate=True)  # doctest: +SKIP
"""

_CITATION = """\
@inproceedings{kaneko-etal-2022-gender,
  title = {Gender Bias in Masked Language Models for Multiple Languages},
  author = {Kaneko, Masahiro and Imankulova, Aizhan and Bollegala, Danushka and Okazaki, Naoaki},
  booktitle = {Proceedings of NAACL 2022},
  year = {2022}
}"""


class Mbe(equimask.evaluation.module.BiasMetric):
    """Percentage of male wins over all pairs of a male and a female sentence."""

    metric = "mbe"
    summary = _DESCRIPTION
    inputs = _INPUTS
    citation_text = _CITATION
    papers = ("https://aclanthology.org/2022.naacl-main.197",)
