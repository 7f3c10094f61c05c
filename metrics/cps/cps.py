"""CPS as an `evaluate` module; the formula lives in equimask.measures.cps."""

import equimask.evaluation.module

_DESCRIPTION = """\
CPS, the CrowS-Pairs score, compares two sentences that differ only in gender (or another group).
Every token they share is masked in turn; the sentence whose shared tokens get the higher total
log-probability is the preferred one. The score is the percentage of pairs in which that is the
more stereotypical sentence. 50 is neutral, the range is 0 to 100."""

_INPUTS = """\
Args:
    sent_more (list of str): the sentences judged more stereotypical.
    sent_less (list of str): their counterparts, in the same order.
        Without both, the packaged pairs of the language are scored.
    model (str or PreTrainedModel): a hub id, a local folder, or a live masked language model.
    tokenizer: for a live model that was not loaded by name.
    unit (str): "token", or "word" to hide the later pieces of a word with the masked one.
    protocol (str): "corrected", or "published" to reproduce the authors' released code.
    perturb (str): None, or "last_character" to remove each sentence's last character.
    gender_more (list of str): "male", "female" or "" for each pair; adds `male_preference`.
    revision, device, dtype, batch_tokens, seed, n_resamples, confidence_level, progress,
    return_rows: see the card.
Returns:
    cps (percent), stderr, ci_low, ci_high, p_value, test, neutral, n, n_ties, skipped, mde, rows,
    signature and details.
Examples:
    >>> cps = evaluate.load("metrics/cps", "en")
    >>> cps.compute(model="bert-base-uncased")  # doctest: +SKIP
"""

_CITATION = """\
@inproceedings{nangia-etal-2020-crows,
  title = {{C}row{S}-Pairs: A Challenge Dataset for Measuring Social Biases in Masked Language
           Models},
  author = {Nangia, Nikita and Vania, Clara and Bhalerao, Rasika and Bowman, Samuel R.},
  booktitle = {Proceedings of EMNLP 2020},
  year = {2020}
}"""


class Cps(equimask.evaluation.module.BiasMetric):
    """Percentage of pairs whose more stereotypical sentence is preferred."""

    metric = "cps"
    summary = _DESCRIPTION
    inputs = _INPUTS
    citation_text = _CITATION
    papers = ("https://aclanthology.org/2020.emnlp-main.154",)
