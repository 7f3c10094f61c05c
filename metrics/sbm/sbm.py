"""SBM as an `evaluate` module; the bit lives in equimask.measures.preference."""

import equimask.evaluation.module

_DESCRIPTION = """\
SBM, the Strict Bias Metric, compares minimal pairs: a male and a female version of one sentence.
The likelier version wins, by AULA (attention-weighted log-probability without masking) or AUL. The
score is the percentage of pairs in which the male version wins. 50 is neutral where both versions
have the same number of tokens, the range is 0 to 100."""

_INPUTS = """\
Args:
    male (list of str): the male versions.
    female (list of str): the female versions, in the same order.
        Without both, the packaged pairs of the language are scored.
    model (str or PreTrainedModel): a hub id, a local folder, or a live masked language model.
    tokenizer: for a live model that was not loaded by name.
    likelihood (str): "aula", "aul" or "norm_aula" (length-safe).
    calibrate (bool): compare with n_twins=8 random-init twins; adds null and null_stderr.
    origin (list of str): "male" or "female", which version is the original; needed by
        protocol="published", which balances origins five times.
    protocol (str): "corrected", or "published" for the authors' balancing and ties.
    revision, device, dtype, batch_tokens, seed, n_resamples, confidence_level, progress,
    return_rows: see the card.
Returns:
    sbm (percent), stderr, ci_low, ci_high, p_value, test, neutral, n, n_ties, skipped, mde, rows,
    signature and details, among them length_auc.
Examples:
    >>> sbm = evaluate.load("metrics/sbm", "es")
    >>> sbm.compute(model="bert-base-multilingual-cased")  # doctest: +SKIP
"""

_CITATION = """\
@article{yu-etal-2024-favorite,
  title = {What Is Your Favorite Gender, {MLM}? Gender Bias Evaluation in Multilingual Masked
           Language Models},
  author = {Yu, Jeongrok and Kim, Seong Ug and Choi, Jacob and Choi, Jinho D.},
  journal = {Information},
  volume = {15},
  number = {9},
  pages = {549},
  year = {2024}
}"""


class Sbm(equimask.evaluation.module.BiasMetric):
    """Percentage of minimal pairs whose male version is the likelier one."""

    metric = "sbm"
    summary = _DESCRIPTION
    inputs = _INPUTS
    citation_text = _CITATION
    papers = ("https://doi.org/10.3390/info15090549",)
