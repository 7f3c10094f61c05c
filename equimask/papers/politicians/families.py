"""Which architecture and size a model has, as the paper's tables of effects name them."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from equimask.papers.request import PaperModel
from equimask.studies.published import PublishedModel, published_models

MONOLINGUAL, MULTILINGUAL = "monolingual", "multilingual"
UNNAMED = "other"
"""The size of a model whose name tells none."""

_SIZES = ("tiny", "mini", "small", "base", "large", "xlarge", "xxlarge")
# of `model_type` in configurations, where the paper has the architecture
_ARCHITECTURES = {
    "albert": "ALBERT",
    "bert": "BERT",
    "roberta": "RoBERTa",
    "xlm": "XLM",
    "xlm-roberta": "XLM-R",
    "xlnet": "XLNet",
}


class Family(NamedTuple):
    """What an analysis of variance tells models apart by."""

    architecture: str
    size: str


def published_model(model: Any) -> PublishedModel | None:
    """The paper's entry of a model, by its id on the Hub, with or without its organisation."""
    name = str(model).partition("@")[0]
    for one in published_models():
        if name in (one.hub_id, one.hub_id.rpartition("/")[2]):
            return one
    return None


def is_in_setup(model: Any, setup: str) -> bool:
    """Whether the paper has the model in that setup."""
    known = published_model(model)
    return known is not None and known.setup == setup


def family_of(model: PaperModel, setup: str) -> Family:
    """The paper's own where it has the model; else by its configuration and its name."""
    known = published_model(model.model)
    if known is not None:
        return Family(known.architecture, known.size)
    kind = _model_type(model.model)
    name = _ARCHITECTURES.get(kind, kind)
    if setup == MULTILINGUAL and name == "BERT":
        name = "m-BERT"
    words = re.split(r"[^a-z]+", str(model.label).lower())
    return Family(name, next((size for size in _SIZES if size in words), UNNAMED))


def _model_type(model: Any) -> str:
    """As its configuration says; weights are not read."""
    config = getattr(model, "config", None)
    if config is not None:
        return str(config.model_type)
    from equimask.core.embedded import EMBEDDED, embedded_model_path
    from equimask.models.checkpoints import Where, read_fields

    place = embedded_model_path() if model == EMBEDDED else model
    name, _, revision = str(place).partition("@")
    fields = read_fields(Where(name, revision or None))
    return str(fields.get("model_type") or "unknown")
