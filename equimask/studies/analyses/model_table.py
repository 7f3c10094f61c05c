"""The models of the study and how large they are (Table 2), counted from their configurations."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from equimask.core.errors import EquimaskError
from equimask.studies.analyses.display import markdown_table
from equimask.studies.published import PublishedModel


class ModelSize(NamedTuple):
    """`parameters` are None where the configuration was not to be had; then `why` says so."""

    name: str
    parameters: int | None
    why: str = ""


def model_sizes(
    models: Sequence[str] | Mapping[str, str], count: Callable[[str], int] | None = None
) -> list[ModelSize]:
    """How many parameters each model has: hub ids or folders, or names with the place of each.

    Configurations are read, weights are not; one that cannot be read does not stop the others.
    """
    if count is None:
        from equimask.models.checkpoints import parameter_count  # torch, only where it is used

        count = parameter_count
    places = models if isinstance(models, Mapping) else {name: name for name in models}
    found = []
    for name, place in places.items():
        try:
            found.append(ModelSize(name, count(place)))
        except EquimaskError as error:
            found.append(ModelSize(name, None, error.got))
    return found


def model_table(published: Sequence[PublishedModel], sizes: Sequence[ModelSize]) -> str:
    """Table 2: as printed, and beside it what the configurations of our reading say.

    `sizes` are by `PublishedModel.hub_id`; models that the paper does not have come below.
    """
    counted = {size.name: size for size in sizes}
    rows = [
        (
            model.setup,
            model.name,
            f"{model.parameters / 1e6:.0f}",
            model.hub_id,
            _millions(counted.get(model.hub_id)),
            model.training_data,
        )
        for model in published
    ]
    known = {model.hub_id for model in published}
    rows += [("ours", "", "", s.name, _millions(s), "") for s in sizes if s.name not in known]
    table = markdown_table(
        ("setup", "model", "published, million", "hub id", "counted, million", "training data"),
        rows,
    )
    unknown = "".join(f"\n{s.name}: {s.why}\n" for s in sizes if s.parameters is None)
    return f"{table}{unknown}"


def _millions(size: ModelSize | None) -> str:
    return "–" if size is None or size.parameters is None else f"{size.parameters / 1e6:.1f}"
