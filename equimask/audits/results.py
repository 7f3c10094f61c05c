"""What an audit found: every score, what it is made of, and how scores compare.

`results.json` is `Audit.as_dict()`. Its `results` are the models' scores in the form that
`equimask publish-results` reads; `other_results` are the further variants and the baseline's.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from equimask.audits.places import Place
from equimask.core.errors import DataError
from equimask.core.result import BiasResult
from equimask.core.showing import drawn, shown_as_html
from equimask.core.verdicts import Verdict
from equimask.metrics import measure_of
from equimask.metrics.verdict import corrected, difference_verdict

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class ModelEntry:
    """Who was audited; `key` is unique in an audit: by it cells and tables call the model."""

    key: str
    signed: str
    """name@revision, as in the signatures."""
    dtype: str
    parameters: int


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
    null_stderr: float | None = None
    stderr: float | None = None
    n_clusters: int | None = None
    attainable_p: float | None = None
    equivalence_p: float | None = None
    interval_of_draws: bool = False
    verdict: Verdict | None = None
    """By its q-value."""

    @property
    def tested_against(self) -> float | None:
        """Where its p-value starts: the null where there is one, else the neutral point."""
        return self.neutral if self.null is None else self.null


@dataclass(frozen=True, eq=False)
class Cell:
    """One measure of one model on the rows of one place.

    `effects` has a number for every row, in the order of `Audit.pairs`: by how much the model
    prefers what the measure asks for (`claim`: the more stereotypical sentence, or the male one),
    in the measure's own unit; NaN where it did not score the row. It is None as a whole for MBE,
    which compares bags and no pairs.
    `q_value` is the p-value after false-discovery control over the model's cells; None where the
    score has no neutral point to be tested against. The result's verdict goes by it.
    """

    model: str
    place: Place
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
    def verdict(self) -> Verdict:
        """By its q-value; of audits of old it is read now."""
        if self.result.verdict is not None:
            return self.result.verdict
        return corrected(measure_of(self.measure), self.result, self.q_value)

    def verdict_on(self, part: Part) -> Verdict:
        """The same of some of its pairs."""
        if part.verdict is not None:
            return part.verdict
        return corrected(measure_of(self.measure), part, part.q_value)

    @property
    def is_own_variant(self) -> bool:
        """Whether this is what `equimask score METRIC` gives without options."""
        return not measure_of(self.measure).options


@dataclass(frozen=True)
class PairTexts:
    """A pair that was scored: for "the most and the least stereotypical pairs".

    `first` is the more stereotypical sentence; where that is not known, the male one.
    """

    id: str
    category: str
    gender_more: str
    first: str
    second: str


@dataclass(frozen=True)
class Comparison:
    """A model's score minus another's on the same pairs: the baseline's where there is one.

    The interval is by paired bootstrap where two models are compared. Where there are more, it is
    simultaneous: all differences of the models on these rows lie in theirs at once.
    `q_value`: after false-discovery control over all comparisons of the audit.
    `mde`: the smallest difference that these pairs show with 80 % power; None where all pairs
    differ alike, and say nothing about how differences vary.
    """

    model: str
    other: str
    place: Place
    measure: str
    claim: str
    n: int
    value: float
    other_value: float
    difference: float
    stderr: float | None
    ci_low: float | None
    ci_high: float | None
    p_value: float | None
    q_value: float | None
    mde: float | None
    n_clusters: int | None = None
    """How many clusters the rows are in; None where they are independent."""

    @property
    def verdict(self) -> Verdict:
        """What the model prefers more than the other, by the q-value."""
        units = self.n if self.n_clusters is None else self.n_clusters
        return difference_verdict(measure_of(self.measure), self.difference, self.q_value, units)


@dataclass(frozen=True)
class Rank:
    """Where a model stands among all: 1 leans most to what the measure asks for (`claim`).

    `low` to `high` are the ranks that no difference contradicts; those of all models hold at once.
    """

    model: str
    place: Place
    measure: str
    claim: str
    rank: int
    low: int
    high: int
    n: int


@dataclass(frozen=True)
class Agreement:
    """Two measures of the same claim side by side, about one model.

    With a place: over its pairs (`n` of them), the rank correlation of the pairs' effects and the
    share of pairs on which both prefer the same sentence. Without: over the places, the same of the
    scores' distances from neutral.
    """

    model: str
    place: Place | None
    measure: str
    other: str
    n: int
    rank_correlation: float | None
    same_sign: float | None


@dataclass(frozen=True)
class Flip:
    """Two measures of the same claim that contradict each other, both beyond chance.

    `about` is "score" (opposite sides of neutral) or "difference" (one says that the model has
    more of it than `other_model`, the other less). `effect` is positive towards the claim.
    """

    model: str
    other_model: str | None
    about: str
    place: Place
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

    model: str
    place: Place
    measure: str
    perturbation: str
    n: int
    rank_correlation: float | None
    sign_changes: float | None
    value: float
    change: float


@dataclass(frozen=True, repr=False)
class Audit:
    """All of it. `pairs` are by the keys of places; `notes` say what could not be done, and why."""

    equimask: str
    models: tuple[ModelEntry, ...]
    baseline: str | None
    """The key of the model that the others are compared with; without one, all are compared."""
    places: tuple[Place, ...]
    measures: tuple[str, ...]
    options: Mapping[str, Any]
    cells: tuple[Cell, ...]
    pairs: Mapping[str, tuple[PairTexts, ...]]
    comparisons: tuple[Comparison, ...] = ()
    ranks: tuple[Rank, ...] = ()
    agreement: tuple[Agreement, ...] = ()
    flips: tuple[Flip, ...] = ()
    reliability: tuple[Reliability, ...] = ()
    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        models, places, measures = map(len, (self.models, self.places, self.measures))
        return (
            f"<Audit of {', '.join(self.model_keys)}: {len(self.cells)} scores of {models} "
            f"{'model' if models == 1 else 'models'}, {places} "
            f"{self.what_varies}{'' if places == 1 else 's'}, {measures} "
            f"{'measure' if measures == 1 else 'measures'}>"
        )

    @property
    def languages(self) -> tuple[str, ...]:
        """Of all places, each once."""
        return tuple(dict.fromkeys(p.language for p in self.places if p.language is not None))

    @property
    def what_varies(self) -> str:
        """What stands in the rows of its tables, in a word."""
        return "language" if all(place.is_packaged for place in self.places) else "data set"

    @property
    def model_keys(self) -> tuple[str, ...]:
        """As they are called, in the order in which they were asked for."""
        return tuple(entry.key for entry in self.models)

    @property
    def compared(self) -> tuple[str, ...]:
        """The models that were asked for: all but the baseline."""
        return tuple(key for key in self.model_keys if key != self.baseline)

    def cell(self, place: Place | str, measure: str, model: str | None = None) -> Cell | None:
        """One of the cells, by its place or the key of that; None where there is no such.

        Of the first model, where none is named.
        """
        key = place.key if isinstance(place, Place) else place
        return self._cells.get((model or self.models[0].key, key, measure))

    @cached_property
    def _cells(self) -> dict[tuple[str, str, str], Cell]:
        return {(cell.model, cell.place.key, cell.measure): cell for cell in self.cells}

    def to_frame(self) -> pd.DataFrame:
        """One row per number: whose, on what, error bar, null, verdict, rank and signature."""
        from equimask.audits.numbers import frame_of, numbers_of

        return frame_of(numbers_of(self))

    def _repr_html_(self) -> str | None:
        return shown_as_html(self)

    def plot(self, measure: str) -> Any:
        """A matplotlib figure of a measure's scores: a line for every place, all models in it."""
        return drawn(self, measure)

    def as_dict(self) -> dict[str, Any]:
        """Plain JSON."""
        results: list[Any] = []
        others: list[Any] = []
        for cell in self.cells:
            is_result = cell.model != self.baseline and cell.is_own_variant
            (results if is_result else others).append(cell_as_dict(cell))
        return {
            "equimask": self.equimask,
            "models": [asdict(entry) for entry in self.models],
            "baseline": self.baseline,
            "languages": list(self.languages),
            "places": [asdict(place) for place in self.places],
            "measures": list(self.measures),
            "options": dict(self.options),
            "notes": list(self.notes),
            **{name: [asdict(item) for item in getattr(self, name)] for name in _LISTS},
            "results": results,
            "other_results": others,
            "pairs": {key: [asdict(pair) for pair in pairs] for key, pairs in self.pairs.items()},
        }

    @classmethod
    def from_dict(cls, content: Mapping[str, Any]) -> Audit:
        """The inverse of `as_dict`."""
        if "models" not in content:
            raise DataError(
                expected="the results of an audit of this version",
                got=f"those of equimask {content.get('equimask', 'unknown')}, without `models`",
                fix="Run the audit again.",
            )
        models = tuple(ModelEntry(**entry) for entry in content["models"])
        keys = [entry.key for entry in models]
        measures = tuple(content["measures"])
        places = tuple(Place(**place) for place in content["places"])
        order = {place: number for number, place in enumerate(places)}
        cells = [cell_from_dict(e) for e in (*content["results"], *content["other_results"])]
        cells.sort(
            key=lambda cell: (
                keys.index(cell.model),
                order[cell.place],
                measures.index(cell.measure),
            )
        )
        found: dict[str, Any] = {
            name: content[name] for name in ("equimask", "baseline", "options")
        }
        for name, kind in _LISTS.items():
            found[name] = tuple(kind(**_with_place(item)) for item in content[name])
        return cls(
            **found,
            models=models,
            places=places,
            measures=measures,
            cells=tuple(cells),
            pairs={
                key: tuple(PairTexts(**pair) for pair in pairs)
                for key, pairs in content["pairs"].items()
            },
            notes=tuple(content["notes"]),
        )


def as_list(numbers: npt.NDArray[np.float64]) -> list[float | None]:
    """As JSON has them: None for NaN."""
    return [None if np.isnan(number) else number for number in numbers.tolist()]


def cell_as_dict(cell: Cell) -> dict[str, Any]:
    """The flat result, as `compute` returns it, and beside it what makes it a cell."""
    return {
        "model": cell.model,
        "language": cell.place.language,
        "place": asdict(cell.place),
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
    own = {name: entry[name] for name in ("model", "measure", "claim", "q_value")}
    flat = {name: value for name, value in entry.items() if name not in _CELL_FIELDS}
    effects = entry["effects"]
    return Cell(
        **own,
        place=Place(**entry["place"]),
        result=BiasResult.from_dict(flat),
        effects=None if effects is None else np.array(effects, dtype=np.float64),
        by_category=tuple(map(_part_from_dict, entry["by_category"])),
        by_direction=tuple(map(_part_from_dict, entry["by_direction"])),
    )


def _part_from_dict(part: Mapping[str, Any]) -> Part:
    decided = part.get("verdict")
    return Part(**{**part, "verdict": None if decided is None else Verdict(decided)})


def _with_place(item: Mapping[str, Any]) -> dict[str, Any]:
    place = item["place"]
    return {**item, "place": None if place is None else Place(**place)}


_CELL_FIELDS = {f.name for f in fields(Cell)} - {"result"} | {"language"}
_LISTS: dict[str, Any] = {
    "comparisons": Comparison,
    "ranks": Rank,
    "agreement": Agreement,
    "flips": Flip,
    "reliability": Reliability,
}
