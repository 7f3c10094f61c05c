"""Latent PMI as an `evaluate` module; the formulas live in equimask.measures.pmi and latent_pmi."""

import equimask.evaluation.module

_DESCRIPTION = """\
Which words a language model ties to which gender. It takes words that a model gave for people of
known gender (completions of "[MASK] NAME", say) and needs no model itself. The score is the mutual
information of word and gender, in natural logarithms, minus what chance alone would give: 0 where
the words tell nothing about gender. Beside it stand the PMI of every word and gender with an
interval, and the deviations of a latent-variable model by gender and sentiment (Stanczak et al.
2023), averaged over a grid of penalties."""

_INPUTS = """\
Args:
    word (list of str): the words, best as lemmas; one row per occurrence.
    gender (list of str): "male", "female" or "non-binary", of the person it was said of.
    counts (list of int): how often each row occurred (default: once each).
    sentiment: a lexicon: {word: (negative, neutral, positive)}, records, a Dataset, a DataFrame
        or a parquet file with word, negative, neutral, positive. Without it: one sentiment, "all".
    l1, posterior (float or list of float): penalties; default the grid of the study, 5 x 8 fits.
    rebalance (bool): weigh the genders alike, so that their deviations can be compared.
    add_k (float): added to every cell before PMI is taken.
    protocol (str): "corrected", or "published": deviations not centred, background learned.
    device, seed, n_resamples, confidence_level, progress, return_rows: see the card.
Returns:
    latent_pmi, stderr, ci_low, ci_high, p_value, test, neutral, n (events), n_words, skipped, mde,
    top_words, pmi, fits, n_converged, rows, signature and details.
Examples:
    >>> latent_pmi = evaluate.load("metrics/latent_pmi", "en")
    >>> result = latent_pmi.compute(
    ...     word=["divorced", "divorced", "bold", "bold"],
    ...     gender=["female", "male", "female", "male"],
    ...     counts=[90, 10, 20, 200], progress=False)
    >>> result["top_words"][0]["word"]
    'bold'
"""

_CITATION = """\
@article{stanczak-etal-2023-quantifying,
  title = {Quantifying gender bias towards politicians in cross-lingual language models},
  author = {Sta{\\'n}czak, Karolina and Ray Choudhury, Sagnik and Pimentel, Tiago and
            Cotterell, Ryan and Augenstein, Isabelle},
  journal = {PLOS ONE},
  volume = {18},
  number = {11},
  pages = {e0277640},
  year = {2023}
}"""


class LatentPmi(equimask.evaluation.module.BiasMetric):
    """Mutual information of word and gender beyond chance, and each word's part in it."""

    metric = "latent_pmi"
    summary = _DESCRIPTION
    inputs = _INPUTS
    citation_text = _CITATION
    papers = ("https://doi.org/10.1371/journal.pone.0277640",)
