"""What each measure is called and what it asks, for readers who have not met it."""

from __future__ import annotations

from typing import NamedTuple

from equimask.audits.results import Cell
from equimask.reports.terminal import SHOWN


class Named(NamedTuple):
    """A measure's name as in the papers, and its question."""

    label: str
    asks: str


_NAMED = {
    "s_jsd": Named(
        "S_JSD",
        "How much closer the model's predictions come to the shared words of the more "
        "stereotypical sentence, masked one at a time. Below 0 the stereotype is preferred.",
    ),
    "b_s_jsd": Named(
        "binarised S_JSD",
        "In how many of 100 pairs S_JSD favours the more stereotypical sentence, however little. "
        "Above 50 the stereotype is preferred.",
    ),
    "cps": Named(
        "CPS",
        "In how many of 100 pairs the shared words, masked one at a time, are likelier in the more "
        "stereotypical sentence. Above 50 the stereotype is preferred.",
    ),
    "aul": Named(
        "AUL",
        "In how many of 100 pairs the more stereotypical sentence, read whole and unmasked, is the "
        "likelier one. Above 50 the stereotype is preferred.",
    ),
    "aula": Named(
        "AULA",
        "As AUL, with every token weighted by the attention that it receives. Above 50 the "
        "stereotype is preferred.",
    ),
    "mbe": Named(
        "MBE",
        "How often a male sentence is likelier than a female one, over two bags of sentences, "
        "weighted by how similar they are. Its neutral point is that of untrained twins, not 50.",
    ),
    "sbm": Named(
        "SBM",
        "In how many of 100 pairs the male version of a sentence, read whole, is likelier than the "
        "female one. Above 50 men are preferred.",
    ),
    "dcbm": Named(
        "DCBM",
        "In how many of 100 masked sentences the male word is more probable than the female one. "
        "Above 50 men are preferred.",
    ),
}


_PAIR_UNITS = {"s_jsd": "× 10⁻³", "dcbm": "log odds"}


def named(measure: str) -> Named:
    """The measure's name and question; its plain name where nothing more is known."""
    return _NAMED.get(measure, Named(measure, ""))


def axis_label(measure: str) -> str:
    """The measure with its unit."""
    unit = "× 10⁻³" if SHOWN[measure].factor == 1e3 else "%"
    return f"{named(measure).label}, {unit}"


def pair_unit(measure: str) -> str:
    """The unit of a single pair's score."""
    return _PAIR_UNITS.get(measure, "log-likelihood")


def signpost(measure: str, more: str = "") -> str:
    """What low and high scores prefer, under an axis that goes from left to right."""
    shown = SHOWN[measure]
    return f"← {more}{shown.below} | {more}{shown.above} →"


def away(cell: Cell) -> str:
    """The opposite of what the measure asks for."""
    shown = SHOWN[cell.measure]
    return shown.below if shown.above == cell.claim else shown.above
