"""The measures on trial, each in the forms in which it is used, and what each claims to follow."""

from __future__ import annotations

from dataclasses import dataclass

from equimask.metrics import measure_of
from equimask.metrics.spec import STEREOTYPE

PREVALENCE = "prevalence"


@dataclass(frozen=True)
class Claim:
    """Which dose a measure should follow, which way it turns, and its value without any bias."""

    dose: str
    direction: int  # 1: the score rises with the dose
    neutral: float | None  # None: it has none of its own, it moves with the data

    @property
    def other(self) -> str:
        """The dose that should leave the measure alone."""
        return PREVALENCE if self.dose == STEREOTYPE else STEREOTYPE

    @property
    def centre(self) -> float:
        """Where the uncalibrated test looks from."""
        return 50.0 if self.neutral is None else self.neutral


def claim_of(measure: str) -> Claim:
    """As its spec says; PMI of the key words is measured here alone."""
    if measure == "pmi":
        return Claim(STEREOTYPE, 1, 0.0)
    spec = measure_of(measure)
    dose = STEREOTYPE if spec.claim == STEREOTYPE else PREVALENCE
    return Claim(dose, spec.direction, spec.neutral)


@dataclass(frozen=True)
class Variant:
    """A measure in one of its forms; what it does not know of is empty.

    `likelihood`: how a sentence is scored; for PMI, how completions are counted.
    """

    measure: str
    unit: str = ""
    likelihood: str = ""

    def __str__(self) -> str:
        return " ".join(filter(None, (self.measure, self.unit, self.likelihood)))

    @property
    def claim(self) -> Claim:
        """What the measure should do."""
        return claim_of(self.measure)

    @property
    def calibrated(self) -> bool:
        """Whether it is calibrated in null cells; by words it would take the twins' time twice."""
        return self.unit != "word"


VARIANTS = (
    *(Variant(m, unit=u) for u in ("token", "word") for m in ("s_jsd", "b_s_jsd", "cps")),
    *(Variant(m, likelihood=x) for m in ("aul", "sbm") for x in ("aula", "aul")),
    Variant("dcbm"),
    *(Variant("mbe", likelihood=x) for x in ("aula", "norm_aula")),
    *(Variant("pmi", likelihood=x) for x in ("top", "share")),
)
