"""A card on its way to the Hub: code that works in a clone becomes code that works there.

A committed card loads `datasets/NAME`, a folder; a published one loads the repository that it is
the card of. Others of this project are looked for in the same organisation.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from equimask.core.schema import DATASET_COLUMNS
from equimask.metrics import all_specs

_FENCE = "```"
_FOLDER = re.compile(r"(?<=[\"'])(?P<room>datasets|metrics)/(?P<name>[\w.-]+)")
_PLACEHOLDER = re.compile(r"(?<=[\"'])ORG/(?P<name>[\w.-]+)")
_ROOMS = {"dataset": "datasets", "space": "metrics"}


class Target(NamedTuple):
    """What is published, as what, where and under which tag; `version` is the folder's own."""

    name: str
    repo_type: str
    repo: str
    tag: str
    version: str


class Rewritten(NamedTuple):
    """A line of a card, as it is committed and as it is published."""

    number: int
    before: str
    after: str


def published_card(card: str, target: Target) -> str:
    """The card of a folder as it stands in its repository."""
    lines = []
    in_code = False
    for line in card.split("\n"):
        if line.startswith(_FENCE):
            in_code = not in_code
        lines.append(_published(line, in_code, target))
    return "\n".join(lines)


def rewritten_lines(card: str, published: str) -> tuple[Rewritten, ...]:
    """Where the two differ; publishing adds no line and takes none away."""
    both = zip(card.split("\n"), published.split("\n"), strict=True)
    return tuple(
        Rewritten(number, before, after)
        for number, (before, after) in enumerate(both, 1)
        if before != after
    )


def _published(line: str, in_code: bool, target: Target) -> str:
    room = _ROOMS[target.repo_type]
    organisation = target.repo.partition("/")[0]
    known = {*DATASET_COLUMNS, *all_specs(), target.name}

    def repository(found: re.Match[str]) -> str:
        name = found["name"]
        if name not in known:
            return found[0]
        is_own = name == target.name and found.groupdict().get("room", room) == room
        return target.repo if is_own else f"{organisation}/{name}"

    if in_code:  # words may go on to speak of the folder of a clone
        line = _FOLDER.sub(repository, line)
    line = _PLACEHOLDER.sub(repository, line)
    return line.replace(f'revision="v{target.version}"', f'revision="{target.tag}"')
