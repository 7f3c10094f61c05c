"""The designs of the study: its models, and shares made up for them."""

from __future__ import annotations

from typing import Any

import numpy as np

FACTORS = ("architecture", "size", "language")


SENTIMENTS = ("negative", "neutral", "positive")
ENGLISH = [
    *(("ALBERT", size) for size in ("base", "large", "xlarge", "xxlarge")),
    *((name, size) for name in ("BERT", "RoBERTa", "XLNet") for size in ("base", "large")),
    ("BERTweet", "base"),
]
MULTILINGUAL = [("m-BERT", "base"), *((n, s) for n in ("XLM", "XLM-R") for s in ("base", "large"))]
LANGUAGES = ("ar", "zh", "en", "fr", "hi", "ru", "es")


def units(
    models: list[tuple[str, str]], languages: tuple[str, ...] = ("en",), fits: int = 1
) -> list[dict[str, Any]]:
    """One row per model, language and fit."""
    return [
        {"model": f"{a}-{s}", "architecture": a, "size": s, "language": lang, "fit": fit}
        for a, s in models
        for lang in languages
        for fit in range(fits)
    ]


def shares(
    models: list[tuple[str, str]],
    rng: np.random.Generator,
    languages: tuple[str, ...] = ("en",),
    fits: int = 1,
) -> list[dict[str, Any]]:
    """Random shares of all sentiments for both genders."""
    return [
        {**unit, "gender": gender, "sentiment": sentiment, "share": float(share)}
        for unit in units(models, languages, fits)
        for gender in ("male", "female")
        for sentiment, share in zip(SENTIMENTS, rng.dirichlet((8, 8, 4)), strict=True)
    ]
