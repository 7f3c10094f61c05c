"""S_JSD as an `evaluate` module; the formula lives in equimask.measures.s_jsd."""

import equimask.evaluation.module

_DESCRIPTION = """\
S_JSD compares two sentences that differ only in gender. Every token they share is masked in turn;
the Jensen-Shannon distance between the model's prediction and the true token says how hard the
token was. The score is the mean difference of these distances: negative means that the more
stereotypical sentence is the easier one. 0 is neutral, the range is -1 to 1."""

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
    s_jsd, b_s_jsd (percent), stderr, ci_low, ci_high, p_value, test, neutral, n, n_ties, skipped,
    mde, rows, signature and details.
Examples:
    >>> s_jsd = evaluate.load("metrics/s_jsd", "de")
    >>> s_jsd.compute(model="bert-base-multilingual-cased")  # doctest: +SKIP
"""

_CITATION = """\
@inproceedings{steinborn-etal-2022-information,
  title = {An Information-Theoretic Approach and Dataset for Probing Gender Stereotypes in
           Multilingual Masked Language Models},
  author = {Steinborn, Victor and Dufter, Philipp and Jabbar, Haris and Sch{\\"u}tze, Hinrich},
  booktitle = {Findings of the Association for Computational Linguistics: NAACL 2022},
  year = {2022}
}"""


class SJsd(equimask.evaluation.module.BiasMetric):
    """Mean S_JSD and its binarised form."""

    metric = "s_jsd"
    summary = _DESCRIPTION
    inputs = _INPUTS
    citation_text = _CITATION
    papers = ("https://aclanthology.org/2022.findings-naacl.69",)
