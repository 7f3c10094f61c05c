"""The papers, table by table: one folder for each, found by discovery, with a `PAPER`."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module

from equimask.core.errors import check_choice
from equimask.papers.paper import Paper

__all__ = ["Paper", "paper_names", "paper_of"]


@cache
def paper_names() -> tuple[str, ...]:
    """Of all papers, as they are typed."""
    return tuple(sorted(found.name for found in pkgutil.iter_modules(__path__) if found.ispkg))


def paper_of(name: str) -> Paper:
    """The paper of that name."""
    check_choice(name, paper_names(), "the name of a paper")
    paper: Paper = import_module(f"{__name__}.{name}").PAPER
    return paper
