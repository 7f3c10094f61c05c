"""What is tried: the models that are trained, and the measures on trial with what they claim."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

from equimask.core.options import Options
from equimask.metrics import measure_of
from equimask.metrics.spec import STEREOTYPE
from equimask.studies.laboratory.doses import Doses

TWINS = Options().n_twins  # as users have it


@dataclass(frozen=True)
class Cell:
    """One model: its language, its planted doses, and which repetition it is."""

    lang: str
    stereotype: float
    prevalence: float
    name_frequency: float = 0.0
    repetition: int = 0

    @property
    def name(self) -> str:
        """`en +0.4 -0.8 +0 0`: the cell's name among the finished ones."""
        planted = (self.stereotype, self.prevalence, self.name_frequency)
        doses = " ".join(f"{_plain(dose):+g}" for dose in planted)
        return f"{self.lang} {doses} {self.repetition}"

    @property
    def seed(self) -> int:
        """Its own for every cell, whatever else is tried beside it."""
        return int.from_bytes(hashlib.sha256(self.name.encode()).digest()[:4], "big") >> 1

    @property
    def doses(self) -> Doses:
        """What is planted."""
        return Doses(self.stereotype, self.prevalence, self.name_frequency)

    @property
    def is_null(self) -> bool:
        """Whether nothing is planted, so that whatever a test finds is a false alarm."""
        return self.doses == Doses()


@dataclass(frozen=True)
class Design:
    """Three doses crossed, smaller ones of two kinds crossed, and more cells without any."""

    languages: tuple[str, ...]
    doses: tuple[float, ...]
    """Of every kind, all with all."""
    small_doses: tuple[float, ...]
    """Of stereotype and prevalence, in both directions, as on the dark squares of a board: each
    with small and large ones of the other kind, for and against, at half the cost of all with
    all. One dose alone is crossed with itself: two squares would tie the kinds to each other."""
    null_cells: int  # per language, that of the grid included
    steps: int

    def cells(self) -> Iterator[Cell]:
        """Language after language, so that an unfinished run has whole ones."""
        both_ways = sorted(sign * dose for dose in self.small_doses for sign in (-1, 1))
        for lang in self.languages:
            for stereotype, prevalence, names in product(self.doses, repeat=3):
                yield Cell(lang, stereotype, prevalence, names)
            for (i, stereotype), (j, prevalence) in product(enumerate(both_ways), repeat=2):
                if (i + j) % 2 or len(self.small_doses) == 1:
                    yield Cell(lang, stereotype, prevalence)
            in_grid = int(0 in self.doses)
            for repetition in range(in_grid, self.null_cells):
                yield Cell(lang, 0.0, 0.0, 0.0, repetition)


def _plain(dose: float) -> float:
    return dose + 0.0  # no negative zero


PREVALENCE, NAME_FREQUENCY = "prevalence", "name_frequency"
DOSES = (STEREOTYPE, PREVALENCE, NAME_FREQUENCY)
FIRST, SECOND = 1, 2
"""The experiments: two doses in 13 languages, and three in fewer."""

SCORE, CONTRAST, MALE_PREVALENCE, MINUS_CONTROL = (
    "score",
    "stereotype_contrast",
    "male_prevalence",
    "minus_control",
)
NUMBERS = (SCORE, CONTRAST, MALE_PREVALENCE, MINUS_CONTROL)
"""What a measure says: its score, the two numbers apart, and the score less its control's."""


@dataclass(frozen=True)
class Claim:
    """Which dose a number should follow, which way it turns, and its value without any bias."""

    dose: str
    direction: int  # 1: the number rises with the dose
    neutral: float | None  # None: it has none of its own, it moves with the data

    @property
    def others(self) -> tuple[str, ...]:
        """The doses that should leave the number alone."""
        return tuple(dose for dose in DOSES if dose != self.dose)

    @property
    def centre(self) -> float:
        """Where the uncalibrated test looks from."""
        return 50.0 if self.neutral is None else self.neutral


def claim_of(measure: str, number: str = SCORE) -> Claim:
    """Of a score as its spec says; PMI of the key words is measured here alone."""
    if measure == "pmi":
        return Claim(STEREOTYPE, 1, 0.0)
    if number == CONTRAST:
        return Claim(STEREOTYPE, 1, 0.0)
    if number == MALE_PREVALENCE:
        return Claim(PREVALENCE, 1, 50.0)
    spec = measure_of(measure)
    dose = STEREOTYPE if spec.claim == STEREOTYPE else PREVALENCE
    return Claim(dose, spec.direction, 0.0 if number == MINUS_CONTROL else spec.neutral)


@dataclass(frozen=True)
class Variant:
    """A number of a measure in one of its forms; what it does not know of is empty.

    `likelihood`: how a sentence is scored; for PMI, how completions are counted.
    """

    measure: str
    unit: str = ""
    likelihood: str = ""
    number: str = SCORE

    def __str__(self) -> str:
        number = "" if self.number == SCORE else self.number
        return " ".join(filter(None, (self.measure, self.unit, self.likelihood, number)))

    @property
    def claim(self) -> Claim:
        """What the number should do."""
        return claim_of(self.measure, self.number)


SCORES = (
    *(Variant(m, unit="token") for m in ("s_jsd", "b_s_jsd", "cps")),
    *(Variant(m, likelihood=x) for m in ("aul", "sbm") for x in ("aula", "aul")),
    Variant("dcbm"),
    *(Variant("mbe", likelihood=x) for x in ("aula", "norm_aula")),
    *(Variant("pmi", likelihood=x) for x in ("top", "share")),
)
VARIANTS = tuple(replace(one, number=number) for number in NUMBERS for one in SCORES)
"""All that may be told; which numbers a measure has, its results say."""
