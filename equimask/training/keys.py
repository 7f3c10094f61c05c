"""Under which names a curve's numbers go to the trainer, all behind the evaluation's prefix."""

from __future__ import annotations

from typing import NamedTuple

PREFIX = "eval"


class ScoreKeys(NamedTuple):
    """Of one metric on one set of rows: the score, its error, how far it is from neutral."""

    score: str
    stderr: str
    distance: str


class LanguageKeys(NamedTuple):
    """Of one set of rows: how well the model predicts them."""

    accuracy: str
    surprisal: str


def score_keys(metric: str, name: str) -> ScoreKeys:
    """As in `eval_s_jsd_en`."""
    key = f"{metric}_{name}"
    return ScoreKeys(key, f"{key}_stderr", f"{key}_distance")


def language_keys(name: str) -> LanguageKeys:
    """As in `eval_lm_surprisal_en`."""
    return LanguageKeys(f"lm_accuracy_{name}", f"lm_surprisal_{name}")
