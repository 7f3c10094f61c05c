"""What a metric is: the one home of every fact about it.

Signatures, the terminal, modules, cards, audits, reports, the page and the demo read it here. A new
metric is a file in this folder with a `SPEC`, a measure in `equimask/measures`, and a folder under
`metrics/`; no other file changes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy.typing as npt

from equimask.core.arrays import Floats
from equimask.core.options import OPTIONS
from equimask.core.packaged import packaged_text
from equimask.core.result import BiasResult
from equimask.core.schema import PAIR_COLUMNS
from equimask.core.verdicts import Verdict

Rows = Mapping[str, npt.NDArray[Any]]

_MORE, _LESS = "the sentences judged more stereotypical.", "their counterparts, in the same order."
PAIRS = dict(zip(PAIR_COLUMNS, (_MORE, _LESS), strict=True))

STEREOTYPE, MALE, GENDERED = "stereotype", "male", "gendered"
"""What a score can speak for: the more stereotypical side, the male side, any gender at all."""

_SIDES = {
    STEREOTYPE: (Verdict.STEREOTYPE, Verdict.ANTI_STEREOTYPE),
    MALE: (Verdict.MALE, Verdict.FEMALE),
    GENDERED: (Verdict.GENDERED, Verdict.NONE_SHOWN),
}


@dataclass(frozen=True)
class Measure:
    """One number of a metric, in one of its forms: what an audit compares.

    `statistic`: the score is the mean of its rows, or the share of rows in %; "own" is neither.
    `neutral` is None where it is not known beforehand: calibration tells it.
    `direction` is -1 where a lower score is more of the claim.
    """

    name: str
    metric: str
    label: str
    asks: str
    claim: str
    reads: str = "above 50: the stereotypical sentence is preferred"
    statistic: Literal["mean", "share", "own"] = "share"
    neutral: float | None = 50.0
    limits: tuple[float, float] = (0.0, 100.0)
    direction: int = 1
    factor: float = 1.0
    """By which it is multiplied when it is shown."""
    key: str = ""
    """Its key in the result, if that is not its name."""
    short: str = ""
    """Its name in narrow tables, if its own is too long."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """What this form of the metric fixes."""
    row: str = ""
    """The row column that the statistic is taken of, if it is not called like the result."""
    decisions: str = ""
    """The row column that says which side wins: 1, 0, or 0.5 for a tie."""
    effects: Callable[[Rows], Floats] | None = None
    """By how much each row is decided for the claim; None where rows are not decided."""
    row_label: str = ""
    """What single rows are, on an axis."""
    row_unit: str = ""
    mean_effect: str = ""
    """Under which name the result has the mean effect."""
    decided_by: str = ""
    """The measure whose rows decide this one's: the two have nothing to agree about."""

    def __post_init__(self) -> None:
        if self.statistic == "share" and self.neutral not in (None, 50.0):
            raise ValueError(f"{self.name}: a share is tested against 50, not {self.neutral}")
        defaults = {"key": self.name, "short": self.name}
        defaults["row"] = defaults["decisions"] = self.key or self.name
        for name, value in defaults.items():
            if not getattr(self, name):
                object.__setattr__(self, name, value)

    @property
    def above(self) -> Verdict:
        """What a score above its starting point prefers."""
        return _SIDES[self.claim][0 if self.direction > 0 else 1]

    @property
    def below(self) -> Verdict:
        """What a score below its starting point prefers."""
        return _SIDES[self.claim][1 if self.direction > 0 else 0]

    @property
    def away(self) -> str:
        """The opposite of what it asks for, in a word."""
        return _SIDES[self.claim][1].short

    @property
    def unit(self) -> str:
        """Of the score as it is shown."""
        if self.factor == 1e3:
            return "× 10⁻³"
        return "" if self.statistic == "mean" else "%"

    @property
    def column(self) -> str:
        """Its name in tables, with its unit."""
        return f"{self.short}·10³" if self.factor == 1e3 else f"{self.short} {self.unit}".strip()

    @property
    def axis(self) -> str:
        """Its name on an axis, with its unit."""
        return f"{self.label}, {self.unit}" if self.unit else self.label

    @property
    def question(self) -> str:
        """What it asks, and how its score is read."""
        told = f"{self.asks} {self.reads[:1].upper()}{self.reads[1:]}."
        return told if self.neutral is not None else f"{told} The null is not 50: twins tell it."

    @property
    def scale(self) -> float:
        """What a row's value is multiplied by, so that the mean over rows is the score."""
        return 100.0 if self.statistic == "share" else 1.0

    def distance(self, result: BiasResult) -> float | None:
        """From where its test starts, positive towards the claim; None where that is not known."""
        start = result.tested_against
        return None if start is None else self.direction * (result.value - start)


@dataclass(frozen=True)
class MetricSpec:
    """A metric: what it reads, how it is evaluated, and its measures; the first is the headline.

    `rows_from` is the form of rows that it reads, packaged or brought: see
    `equimask.inputs.forms`; None where nothing packaged fits, and its columns are all.
    `evaluation` names the pass that it reads: see `equimask.evaluation`.
    `row_scores` is the formula, from `equimask.measures`.
    `options` are those that it reads beside what all metrics share; where they are off their
    defaults, they are signed in this order.
    """

    name: str
    title: str
    summary: str
    cites: str
    """Its key in the packaged bibliography, or the entry itself."""
    papers: tuple[str, ...]
    columns: Mapping[str, str]
    rows_from: str | None
    evaluation: str
    measures: tuple[Measure, ...]
    options: tuple[str, ...]
    example: str
    """As in a doctest, after the module was loaded under the metric's name."""
    without_columns: str = "Without both, the packaged pairs of the language are scored."
    returns: str = ""
    row_scores: Callable[..., Any] | None = None
    needs_model: bool = True
    hashed: tuple[str, ...] = ()
    """Options that the evaluation signs itself, by their content."""
    question: str = ""
    """What it answers, as people ask it: the title of its page."""
    datasets: tuple[str, ...] = ()
    """Those of this project that were built for it, the default first."""
    order: int = 100
    """Where it stands in lists; equal ones go by name."""

    @property
    def citation(self) -> str:
        """In BibTeX."""
        if self.cites.startswith("@"):
            return self.cites
        entries = packaged_text("papers.bib").split("\n\n")
        return next(entry for entry in entries if f"{{{self.cites}," in entry).strip()

    @property
    def headline(self) -> Measure:
        """What `score` gives without options."""
        return self.measures[0]

    @property
    def audited(self) -> bool:
        """Whether it can be taken of the packaged pairs: audits and the demo then have it."""
        return self.needs_model and self.rows_from is not None

    @property
    def signed(self) -> tuple[str, ...]:
        """The options that stand in its signature where they are off their defaults."""
        always = ("unit", "protocol")
        return tuple(
            name
            for name in self.options
            if OPTIONS[name].role in ("scoring", "data") and name not in (*always, *self.hashed)
        )

    @property
    def contents(self) -> tuple[str, ...]:
        """The options of which a signature has a hash and no values: only their content tells."""
        return tuple(name for name in self.hashed if OPTIONS[name].terminal is str)
