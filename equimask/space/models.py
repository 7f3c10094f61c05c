"""Which models a visitor may name: the embedded one, and what the Hub shows to everybody.

A name never becomes a path of the server, the owner's token is never used for a visitor, and what
is too large for a small machine is refused before it is fetched.
"""

from __future__ import annotations

import os
from typing import Any

from huggingface_hub import HfApi
from huggingface_hub.errors import HFValidationError, RepositoryNotFoundError
from huggingface_hub.utils import validate_repo_id  # type: ignore[attr-defined]

from equimask.core.embedded import EMBEDDED
from equimask.core.errors import ModelError, shorten

SUGGESTED = (
    "distilbert/distilbert-base-multilingual-cased",
    "google-bert/bert-base-multilingual-cased",
    "FacebookAI/xlm-roberta-base",
    "FacebookAI/roberta-base",
    "answerdotai/ModernBERT-base",
)
MAX_PARAMETERS = 1_000_000_000  # 4 GB in float32: a free Space has 16 GB and keeps two models
_PATIENCE = 20.0  # seconds for the Hub's answer
_AN_ID = "the id of a public model on the Hub, such as google-bert/bert-base-multilingual-cased"


def find_model(name: str | None) -> str:
    """What `score` may load for this name: the embedded model, or the Hub's own id."""
    name = (name or "").strip()
    if name == EMBEDDED:
        return EMBEDDED
    _check_is_no_path(name)
    found = _ask_hub(name)
    if found.gated:
        raise ModelError(
            expected="a model that everybody may read",
            got=f"{found.id}, whose licence has to be accepted first",
            fix="Accept it on its page and score the model on your own machine: "
            f"equimask score METRIC {found.id}.",
        )
    size = _parameters(found)
    if size > MAX_PARAMETERS:
        raise ModelError(
            expected=f"a model of at most {MAX_PARAMETERS:,} parameters on this shared page",
            got=f"{found.id} with {size:,}",
            fix=f"Score it on your own machine: equimask score METRIC {found.id}.",
        )
    _check_is_no_path(found.id)  # the Hub may know the model by another name now
    return str(found.id)


def _parameters(found: Any) -> int:
    """As the weights count them; where they do not, their bytes as numbers of float32."""
    if found.safetensors:
        return int(found.safetensors.total)
    return max(
        sum(
            file.size or 0
            for file in found.siblings or ()
            if "/" not in file.rfilename and file.rfilename.endswith(kind)
        )
        // 4
        for kind in (".bin", ".safetensors")
    )


def _check_is_no_path(name: str) -> None:
    """transformers prefers a folder to a model of the same name."""
    try:
        validate_repo_id(name)
    except HFValidationError as error:
        raise ModelError(
            expected=_AN_ID,
            got=shorten(name) if name else "no model",
            fix="Copy the id from the model's page. Files of this server cannot be scored; "
            "for a model of your own use: equimask score METRIC ./folder.",
        ) from error
    if os.path.lexists(name):
        raise ModelError(
            expected=_AN_ID,
            got=f"{name!r}, which cannot be told from a file of this server",
            fix="Write the id with its organisation: ORG/NAME.",
        )


def _ask_hub(name: str) -> Any:
    """As anybody: a private model, the owner's too, does not exist here."""
    try:
        return HfApi().model_info(name, token=False, timeout=_PATIENCE, files_metadata=True)
    except RepositoryNotFoundError as error:
        raise ModelError(
            expected=_AN_ID,
            got=f"{name!r}, which the Hub does not know or does not show",
            fix="Check the spelling: copy the id from the model's page.",
        ) from error
    except Exception as error:  # its client raises many kinds, its HTTP library's among them
        raise ModelError(
            expected=f"an answer from the Hub about {name!r}",
            got=type(error).__name__,
            fix="Try again in a few minutes, or choose the embedded model, which needs no Hub.",
        ) from error
