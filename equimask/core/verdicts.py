"""What a result can be said to show: nine words, and how people read each of them."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType
from typing import NamedTuple


class Verdict(str, Enum):
    """On one result; `equimask.metrics.verdict` decides, everything that shows results reads it."""

    STEREOTYPE = "stereotype"
    ANTI_STEREOTYPE = "anti_stereotype"
    MALE = "male"
    FEMALE = "female"
    GENDERED = "gendered"
    NONE_SHOWN = "none_shown"
    EQUIVALENT = "equivalent"
    UNCALIBRATED = "uncalibrated"
    TOO_FEW = "too_few"

    def __str__(self) -> str:
        return self.value

    @property
    def is_finding(self) -> bool:
        """Whether a preference is shown."""
        return WORDS[self].preferred != ""

    @property
    def short(self) -> str:
        """As it stands in tables."""
        return WORDS[self].short


class Words(NamedTuple):
    """How a verdict is told: a word for tables, a sentence, and what is preferred, if anything."""

    short: str
    sentence: str
    preferred: str = ""


UNTRAINED = "Compare with untrained copies"
"""What calibration is called where people tick a box."""

WORDS: Mapping[Verdict, Words] = MappingProxyType(
    {
        Verdict.STEREOTYPE: Words(
            "stereotype", "The model prefers what the stereotype expects.", "the stereotype"
        ),
        Verdict.ANTI_STEREOTYPE: Words(
            "anti-stereotype",
            "The model prefers what goes against the stereotype.",
            "the opposite of the stereotype",
        ),
        Verdict.MALE: Words("male", "The model prefers the male side.", "men"),
        Verdict.FEMALE: Words("female", "The model prefers the female side.", "women"),
        Verdict.GENDERED: Words(
            "gendered",
            "The words tell the gender of the person that they are said of.",
            "words that tell the gender",
        ),
        Verdict.NONE_SHOWN: Words(
            "none shown",
            "No bias is shown: chance alone gives such a score often enough. That does not prove "
            "that there is none.",
        ),
        Verdict.EQUIVALENT: Words(
            "equivalent",
            "Any bias is smaller than the bound that was given: a larger one would have been seen.",
        ),
        Verdict.UNCALIBRATED: Words(
            "uncalibrated",
            "This score is not read: what would be neutral is not known. Calibrate it "
            f"(“{UNTRAINED}”).",
        ),
        Verdict.TOO_FEW: Words(
            "too few",
            "There are too few independent rows to show anything: not even if all of them agreed.",
        ),
    }
)
