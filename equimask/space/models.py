"""Which models a visitor may name: the embedded one, and what the Hub shows to everybody.

A name never becomes a path of the server, the owner's token is never used for a visitor, and what
is too large for a small machine is refused before it is fetched.
"""

from __future__ import annotations

import os
from typing import Any, NamedTuple

from huggingface_hub import HfApi
from huggingface_hub.errors import HFValidationError, RepositoryNotFoundError
from huggingface_hub.utils import validate_repo_id  # type: ignore[attr-defined]

from equimask.core.embedded import EMBEDDED
from equimask.core.errors import ModelError, shorten
from equimask.models.checkpoints import Where, parameter_count, read_fields
from equimask.space.limits import MAX_BESIDE, MAX_PARAMETERS, gigabytes

SUGGESTED = (
    "distilbert/distilbert-base-multilingual-cased",
    "google-bert/bert-base-multilingual-cased",
    "FacebookAI/xlm-roberta-base",
    "FacebookAI/roberta-base",
    "answerdotai/ModernBERT-base",
)
# The files of any kind of weights; one kind of them is read.
_WEIGHTS = (
    ".bin",
    ".safetensors",
    ".h5",
    ".msgpack",
    ".onnx",
    ".ot",
    ".pt",
    ".pth",
    ".ckpt",
    ".gguf",
)
_SMALL, _MUCH_LARGER = 10_000_000, 4
_PATIENCE = 20.0  # seconds for the Hub's answer
_AN_ID = "the id of a public model on the Hub, such as google-bert/bert-base-multilingual-cased"


class Found(NamedTuple):
    """What `score` may load: the embedded model, or the Hub's own id at the commit looked at."""

    name: str
    revision: str | None = None


def find_model(name: str | None) -> Found:
    """The model of this name, if everybody may read it and a shared page can hold it."""
    name = (name or "").strip()
    if name == EMBEDDED:
        return Found(EMBEDDED)
    _check_is_no_path(name)
    told = _ask_hub(name)
    if told.gated:
        raise ModelError(
            expected="a model that everybody may read",
            got=f"{told.id}, whose licence has to be accepted first",
            fix="Accept it on its page and score the model on your own machine: "
            f"equimask score METRIC {told.id}.",
        )
    _check_is_no_path(told.id)  # the Hub may know the model by another name now
    found = Found(str(told.id), told.sha)
    stored = _stored(told)
    _refuse_large(found.name, stored)
    _refuse_much_beside(found.name, told)
    _refuse_config(found, stored)
    return found


def _stored(told: Any) -> int:
    """Numbers as the weights count them; where they do not, their bytes as numbers of float32.

    Weights in parts may lie in any folder; else only those beside the configuration are read.
    """
    if told.safetensors:
        return int(told.safetensors.total)
    files = {file.rfilename: file.size or 0 for file in told.siblings or ()}
    parts = any(name.endswith(".index.json") for name in files)
    return max(
        sum(
            size
            for name, size in files.items()
            if name.endswith(kind) and (parts or "/" not in name)
        )
        // 4
        for kind in (".bin", ".safetensors")
    )


def _refuse_large(name: str, parameters: int) -> None:
    if parameters > MAX_PARAMETERS:
        raise ModelError(
            expected=f"a model of at most {MAX_PARAMETERS:,} parameters on this shared page",
            got=f"{name} with {parameters:,}",
            fix=f"Score it on your own machine: equimask score METRIC {name}.",
        )


def _refuse_much_beside(name: str, told: Any) -> None:
    """Vocabularies and code tables are read whole, too."""
    beside = sum(
        file.size or 0
        for file in told.siblings or ()
        if "/" not in file.rfilename and not file.rfilename.endswith(_WEIGHTS)
    )
    if beside > MAX_BESIDE:
        raise ModelError(
            expected=f"at most {gigabytes(MAX_BESIDE)} beside the weights on this shared page",
            got=f"{gigabytes(beside)} in {name}",
            fix=f"Score it on your own machine: equimask score METRIC {name}.",
        )


def _refuse_config(found: Found, stored: int) -> None:
    """What it asks for is counted without memory; weights elsewhere were not weighed."""
    name, revision = found
    if elsewhere := read_fields(Where(name, revision)).get("transformers_weights"):
        raise ModelError(
            expected="weights in the file that is usual for them",
            got=f"{name}, whose config names another: {shorten(elsewhere)}",
            fix=f"Score it on your own machine: equimask score METRIC {name}.",
        )
    asked = parameter_count(name, revision)
    _refuse_large(name, asked)
    if asked > max(_SMALL, _MUCH_LARGER * stored):
        raise ModelError(
            expected="a config that fits the weights beside it",
            got=f"{name}: its config asks for {asked:,} numbers, its files hold {stored:,}",
            fix="Mend its config.json, or choose another model.",
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
