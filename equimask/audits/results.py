"""What an audit found: every score, what it is made of, and how scores compare.

`results.json` is `Audit.as_dict()`. Its `results` are the model's scores in the form that
`equimask publish-results` reads; `other_results` are the further variants and the baseline's.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

import numpy as np
import numpy.typing as npt

from equimask.core.result import BiasResult
from equimask.metrics import measure_of

MODEL, BASELINE = "model", "baseline"


@dataclass(frozen=True)
class Part:
    """The score of some of a cell's pairs: one stereotype category, or one direction.

    `null` is what untrained twins score on the same pairs; None without calibration.
    """

    name: str
    n: int
    value: float
    neutral: float | None
    ci_low: float | None
    ci_high: float | None
    p_value: float | None
    q_value: float | None
    mde: float | None
    null: float | None = None

    @property
    def tested_against(self) -> float | None:
        """Where its p-value starts: the null where there is one, else the neutral point."""
        return self.neutral if self.null is None else self.null


@dataclass(frozen=True, eq=False)
class Cell:
    """One measure of one model in one language.

    `effects` has a number for every pair of the language, in the order of `Audit.pairs`: by how
    much the model prefers what the measure asks for (`claim`: the more stereotypical sentence, or
    the male one), in the measure's own unit; NaN where it did not score the pair. It is None as a
    whole for MBE, which compares bags and no pairs.
    `q_value` is the p-value after false-discovery control over the model's cells; None where the
    score has no neutral point to be tested against.
    """

    role: str
    language: str
    measure: str
    claim: str
    result: BiasResult
    q_value: float | None
    effects: npt.NDArray[np.float64] | None
    by_category: tuple[Part, ...]
    by_direction: tuple[Part, ...]
    """`female`: pairs whose stereotype is about women; `male`: about men."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Cell) and cell_as_dict(self) == cell_as_dict(other)

    __hash__ = None  # type: ignore[assignment]

    @property
    def is_own_variant(self) -> bool:
        """Whether this is what `equimask score METRIC` gives without options."""
        return not measure_of(self.measure).options


@dataclass(frozen=True)
class PairTexts:
    """A pair that was scored: for "the most and the least stereotypical pairs"."""

    id: str
    category: str
    gender_more: str
    sent_more: str
    sent_less: str


@dataclass(frozen=True)
class Comparison:
    """The model's score minus the baseline's on the same pairs, by paired bootstrap.

    `q_value`: after false-discovery control over all comparisons of the audit.
    `mde`: the smallest difference that these pairs show with 80 % power; None where all pairs
    differ alike, and say nothing about how differences vary.
    """

    language: str
    measure: str
    claim: str
    n: int
    value: float
    baseline_value: float
    difference: float
    stderr: float | None
    ci_low: float | None
    ci_high: float | None
    p_value: float | None
    q_value: float | None
    mde: float | None


@dataclass(frozen=True)
class Agreement:
    """Two measures of the same claim side by side, about the model.

    With a language: over its pairs (`n` of them), the rank correlation of the pairs' effects and
    the share of pairs on which both prefer the same sentence. Without: over the languages, the
    same of the scores' distances from neutral.
    """

    language: str | None
    measure: str
    other: str
    n: int
    rank_correlation: float | None
    same_sign: float | None


@dataclass(frozen=True)
class Flip:
    """Two measures of the same claim that contradict each other, both beyond chance.

    `about` is "score" (opposite sides of neutral) or "difference" (one says that the model has
    more of it than the baseline, the other less). `effect` is positive towards the claim.
    """

    about: str
    language: str
    claim: str
    measure: str
    effect: float
    q_value: float
    other: str
    other_effect: float
    other_q_value: float


@dataclass(frozen=True)
class Reliability:
    """What a small change of the sentences, which should not matter, does to a score.

    `n` pairs were changed and scored both times: the rank correlation of their effects, and the
    share of them whose preferred sentence changed (None for MBE: there the correlation is that of
    the sentences' likelihoods). `value` is the score with the change, over all pairs.
    """

    language: str
    measure: str
    perturbation: str
    n: int
    rank_correlation: float | None
    sign_changes: float | None
    value: float
    change: float


@dataclass(frozen=True)
class Audit:
    """All of it. `pairs` are by language; `notes` say what could not be done, and why."""

    equimask: str
    model: str
    """name@revision, as in the signatures."""
    baseline: str | None
    languages: tuple[str, ...]
    measures: tuple[str, ...]
    options: Mapping[str, Any]
    cells: tuple[Cell, ...]
    pairs: Mapping[str, tuple[PairTexts, ...]]
    comparisons: tuple[Comparison, ...] = ()
    agreement: tuple[Agreement, ...] = ()
    flips: tuple[Flip, ...] = ()
    reliability: tuple[Reliability, ...] = ()
    notes: tuple[str, ...] = ()

    def cell(self, language: str, measure: str, role: str = MODEL) -> Cell | None:
        """One of the cells; None where there is no such."""
        for cell in self.cells:
            if (cell.role, cell.language, cell.measure) == (role, language, measure):
                return cell
        return None

    def as_dict(self) -> dict[str, Any]:
        """Plain JSON."""
        results: list[Any] = []
        others: list[Any] = []
        for cell in self.cells:
            is_result = cell.role == MODEL and cell.is_own_variant
            (results if is_result else others).append(cell_as_dict(cell))
        return {
            **{name: getattr(self, name) for name in ("equimask", "model", "baseline")},
            "languages": list(self.languages),
            "measures": list(self.measures),
            "options": dict(self.options),
            "notes": list(self.notes),
            **{name: [asdict(item) for item in getattr(self, name)] for name in _LISTS},
            "results": results,
            "other_results": others,
            "pairs": {
                language: [asdict(pair) for pair in pairs] for language, pairs in self.pairs.items()
            },
        }

    @classmethod
    def from_dict(cls, content: Mapping[str, Any]) -> Audit:
        """The inverse of `as_dict`."""
        languages, measures = tuple(content["languages"]), tuple(content["measures"])
        cells = [cell_from_dict(e) for e in (*content["results"], *content["other_results"])]
        cells.sort(
            key=lambda cell: (
                cell.role != MODEL,
                languages.index(cell.language),
                measures.index(cell.measure),
            )
        )
        found: dict[str, Any] = {
            name: content[name] for name in ("equimask", "model", "baseline", "options")
        }
        for name, kind in _LISTS.items():
            found[name] = tuple(kind(**item) for item in content[name])
        return cls(
            **found,
            languages=languages,
            measures=measures,
            cells=tuple(cells),
            pairs={
                language: tuple(PairTexts(**pair) for pair in pairs)
                for language, pairs in content["pairs"].items()
            },
            notes=tuple(content["notes"]),
        )


def as_list(numbers: npt.NDArray[np.float64]) -> list[float | None]:
    """As JSON has them: None for NaN."""
    return [None if np.isnan(number) else number for number in numbers.tolist()]


def cell_as_dict(cell: Cell) -> dict[str, Any]:
    """The flat result, as `compute` returns it, and beside it what makes it a cell."""
    return {
        "role": cell.role,
        "language": cell.language,
        "measure": cell.measure,
        "claim": cell.claim,
        **cell.result.as_dict(),
        "q_value": cell.q_value,
        "effects": None if cell.effects is None else as_list(cell.effects),
        "by_category": [asdict(part) for part in cell.by_category],
        "by_direction": [asdict(part) for part in cell.by_direction],
    }


def cell_from_dict(entry: Mapping[str, Any]) -> Cell:
    """The inverse of `cell_as_dict`."""
    own = {name: entry[name] for name in ("role", "language", "measure", "claim", "q_value")}
    flat = {name: value for name, value in entry.items() if name not in _CELL_FIELDS}
    effects = entry["effects"]
    return Cell(
        **own,
        result=BiasResult.from_dict(flat),
        effects=None if effects is None else np.array(effects, dtype=np.float64),
        by_category=tuple(Part(**part) for part in entry["by_category"]),
        by_direction=tuple(Part(**part) for part in entry["by_direction"]),
    )


_CELL_FIELDS = {f.name for f in fields(Cell)} - {"result"}
_LISTS: dict[str, Any] = {
    "comparisons": Comparison,
    "agreement": Agreement,
    "flips": Flip,
    "reliability": Reliability,
}
