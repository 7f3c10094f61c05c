"""How well a model predicts what it was asked: one that knows no language is no fair model."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from equimask.core.arrays import Bools, Floats, Ints

MASKED, IN_SIGHT = "masked", "in_sight"


class LanguageQuality(NamedTuple):
    """The share of answers that were the top prediction, and nats of surprise per asked token.

    `read`: whether the tokens were masked, or in sight of the model. The latter is an easier
    question, and the two cannot be compared.
    """

    accuracy: float
    surprisal: float
    read: str


def of_tokens(log_probs: Floats, hits: Bools, read: str) -> LanguageQuality:
    """Every token counts the same."""
    return LanguageQuality(float(np.mean(hits)), float(-np.mean(log_probs)), read)


def of_words(log_p: Floats, pieces: Ints, hits: Bools) -> LanguageQuality:
    """Of [2, rows] words that compete for one mask: the likelier one of each row is asked.

    `hits` tells whether a word's first piece was the top prediction; that of either will do.
    """
    likelier = np.argmax(log_p, axis=0), np.arange(log_p.shape[1])
    surprisal = -log_p[likelier].sum() / pieces[likelier].sum()
    return LanguageQuality(float(np.mean(hits.any(axis=0))), float(surprisal), MASKED)
