"""DCBM as an `evaluate` module; the formula lives in equimask.measures.dcbm."""

import equimask.evaluation.module

_DESCRIPTION = """\
DCBM, the Direct Comparison Bias Metric, asks a masked language model which of two words it puts at
a mask: a male word or its female counterpart. The score is the percentage of sentences in which the
male word is the more probable one, 0 to 100. Its neutral point is not 50: it follows how often men
and women are written about in the corpus, as its authors say. `calibrate=True` reports a null."""

_INPUTS = """\
Args:
    masked_sentence (list of str): sentences with exactly one [MASK], whatever the model's own
        mask token is. Another word that would tell the gender may be [HIDDEN].
    male_word (list of str): the male word for each mask.
    female_word (list of str): the female word for each mask.
        Without the three, the packaged pairs of the language are masked at their gender words,
        and words that agree with them are hidden.
    model (str or PreTrainedModel): a hub id, a local folder, or a live masked language model.
    tokenizer: for a live model that was not loaded by name.
    min_probability (float): leave out sentences in which neither word is as probable.
    calibrate (bool): compare with n_twins=8 random-init twins; adds null and null_stderr.
    protocol (str): "corrected", or "published": one mask, so words of several pieces lose.
    revision, device, dtype, batch_tokens, seed, n_resamples, confidence_level, progress,
    return_rows: see the card.
Returns:
    dcbm (percent), stderr, ci_low, ci_high, p_value, test, neutral, n, n_ties, skipped, mde, rows,
    signature and details.
Examples:
    >>> dcbm = evaluate.load("metrics/dcbm", "de")
    >>> dcbm.compute(model="bert-base-multilingual-cased")  # doctest: +SKIP
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


class Dcbm(equimask.evaluation.module.BiasMetric):
    """Percentage of masks at which the male word is the more probable one."""

    metric = "dcbm"
    summary = _DESCRIPTION
    inputs = _INPUTS
    citation_text = _CITATION
    papers = ("https://doi.org/10.3390/info15090549",)
