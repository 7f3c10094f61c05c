"""All that is found about a model before it is scored, refusals among it."""

from __future__ import annotations

from typing import Any

from equimask.core.errors import ModelError
from equimask.core.options import parse_options
from equimask.core.packaged import packaged_languages
from equimask.core.result import UNKNOWN_AT_MOST
from equimask.models.loading import load_asked
from equimask.models.masked_lm import MaskedLM
from equimask.models.proof import Finding, unknown_shares


def check(model: Any, **options: Any) -> list[Finding]:
    """What a score of this model would rest on: `check("xlm-roberta-base")`.

    `options` are those by which a model is loaded. Nothing is raised for a model that cannot be
    scored: the finding says why, and what to do.
    """
    parsed = parse_options({"model": model, **options})
    try:
        mlm = load_asked(parsed)
        return [_model(mlm), *mlm.findings, *mlm.examine().findings, _languages(mlm)]
    except ModelError as error:
        return [
            Finding("model", "refused", f"expected {error.expected}, got {error.got}", error.fix)
        ]


def _model(mlm: MaskedLM) -> Finding:
    return Finding(
        "model",
        "good",
        f"{type(mlm.model).__name__}, {mlm.encode.vocabulary_size:,} tokens, sentences of up to "
        f"{mlm.max_tokens:,}, mask {mlm.encode.mask_token!r}, {mlm.dtype} on {mlm.device}",
    )


def _languages(mlm: MaskedLM) -> Finding:
    """Whether the tokenizer has the words of the packaged languages; it says nothing of others."""
    shares = unknown_shares(mlm.encode)
    unknown = [f"{name} {share:.0%}" for name, share in shares.items() if share > UNKNOWN_AT_MOST]
    known = [name for name, share in shares.items() if share <= UNKNOWN_AT_MOST]
    if not unknown:
        return Finding("languages", "good", "no unknown words in any packaged language")
    return Finding(
        "languages",
        "said",
        f"unknown words: {', '.join(unknown)}; few or none in {', '.join(known) or 'any other'}",
        "Score it in languages whose words it knows."
        if known
        else f"Of the packaged languages ({', '.join(packaged_languages('pairs'))}) it knows none: "
        "score it on sentences of its own.",
    )
