"""The paper's own models, and in which of its tables each is asked."""

from __future__ import annotations

from equimask.papers.mbe.published import published_models
from equimask.papers.request import PaperModel

_NATIVE_NAMES, _ALSO_THERE = "6", ("4", "5")


def own_models() -> tuple[PaperModel, ...]:
    """All of them, each in its language."""
    return tuple(PaperModel(one.name, one.hub_id, (one.language,)) for one in published_models())


def is_of_table(hub_id: str, number: str) -> bool:
    """Whether the table asks it; a model that the paper does not have is asked in all of them."""
    known = {one.table for one in published_models() if one.hub_id == hub_id}
    if number == _NATIVE_NAMES and not known.isdisjoint(_ALSO_THERE):
        return True
    return not known or number in known
