"""Of several things in one figure each has a colour and a sign, which a legend explains."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle, islice
from typing import Any, NamedTuple

from equimask.core.drawing import BLUE, GREEN, GREY, ORANGE, PURPLE, SKY, VERMILION

_SIGNS = (
    (BLUE, "o", "circles"),
    (ORANGE, "s", "squares"),
    (GREEN, "D", "diamonds"),
    (VERMILION, "^", "triangles"),
    (PURPLE, "v", "triangles that stand on their tips"),
    (SKY, "P", "crosses"),
    (GREY, "X", "saltires"),
)
LEGEND: dict[str, Any] = {"handlelength": 1.5, "columnspacing": 1.2}
_SIDE_BY_SIDE = 3  # names in a line of a legend
_LETTERS, _LONGEST = 8, 18  # points, and characters of such a name


class Look(NamedTuple):
    """How something is drawn, and what that is called."""

    name: str
    colour: str
    marker: str
    sign: str


def looks_of(names: Sequence[str]) -> list[Look]:
    """In their order; after the last sign comes the first."""
    signs = islice(cycle(_SIGNS), len(names))
    return [Look(name, *sign) for name, sign in zip(names, signs, strict=True)]


def explain(axes: Any, looks: Sequence[Look]) -> None:
    """A legend over the figure; one alone needs none."""
    from matplotlib.lines import Line2D

    if len(looks) < 2:
        return
    handles = [
        Line2D([], [], color=one.colour, marker=one.marker, markersize=4, label=name)
        for one, name in zip(looks, shortened([one.name for one in looks]), strict=True)
    ]
    rows = -(-len(looks) // _SIDE_BY_SIDE)
    figure = axes.figure
    figure.set_figheight(figure.get_figheight() + 0.17 * rows)
    figure.legend(
        handles=handles,
        loc="outside upper left",
        ncols=_SIDE_BY_SIDE,
        fontsize=_LETTERS,
        **LEGEND,
    )


def shortened(names: Sequence[str]) -> list[str]:
    """Without the owner where that tells none apart, and without the middle of long ones."""
    own = [name.rpartition("/")[2] for name in names]
    own = own if len(set(own)) == len(own) else list(names)
    half = _LONGEST // 2
    cut = [name if len(name) <= _LONGEST else f"{name[: half - 1]}…{name[-half:]}" for name in own]
    return cut if len(set(cut)) == len(cut) else own


def told(looks: Sequence[Look]) -> str:
    """The same in words; nothing where there is one."""
    if len(looks) < 2:
        return ""
    first, *others = looks
    parts = [f"{first.sign.capitalize()} are {first.name}"]
    return ", ".join([*parts, *(f"{one.sign} {one.name}" for one in others)]) + "."
