"""What a measurement returns: the number, its error bar, its neutral point, its signature."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from equimask.core.showing import shown_as_html
from equimask.core.verdicts import Verdict

if TYPE_CHECKING:
    import pandas as pd

OF_A_MODEL = ("lm_accuracy", "lm_surprisal", "unk_rate")
"""What a result has in addition where a model was asked."""

OF_EQUIVALENCE = ("equivalence_bound", "equivalence_p")
"""And where a bound was given."""

UNKNOWN_AT_MOST = 0.05
"""The `unk_rate` above which there is a warning."""

RIGHT_AT_LEAST = 0.01
"""The `lm_accuracy` below which a model is said to know nothing of the text."""

RowValues = np.ma.MaskedArray[Any, Any]
"""A number for every row of the input, masked where a row was skipped."""


@dataclass(frozen=True, eq=False)
class BiasResult:
    """One score with all that is needed to read it."""

    metric: str
    value: float
    neutral: float | None
    stderr: float | None
    ci_low: float | None
    ci_high: float | None
    p_value: float | None
    test: str
    n: int
    n_ties: int
    skipped: Mapping[str, int]
    mde: float | None
    signature: str
    n_clusters: int | None = None
    """How many clusters the rows are in; None where they are independent: `n` of them."""
    null: float | None = None
    null_stderr: float | None = None
    attainable_p: float | None = None
    """The smallest p that so few rows could give; None where that was not asked."""
    equivalence_bound: float | None = None
    equivalence_p: float | None = None
    """Of a distance of the bound or more, where there is a bound and a test."""
    interval_of_draws: bool = False
    """Whether stderr and interval only tell how draws from these rows differ among themselves, as
    some papers have it: that is no error bar, and shows no preference."""
    verdict: Verdict | None = None
    """What it shows; see `equimask.metrics.verdict`."""
    lm_accuracy: float | None = None
    """Share of the asked tokens that the model puts first; None where no model was asked."""
    lm_surprisal: float | None = None
    """Nats per asked token."""
    unk_rate: float | None = None
    """Share of the scored text's tokens that are unknown to the model's tokenizer."""
    notes: tuple[str, ...] = ()
    """What is to be said beside the number."""
    details: Mapping[str, Any] = field(default_factory=dict, repr=False)
    row_values: Mapping[str, RowValues] = field(default_factory=dict, repr=False)
    draws: npt.NDArray[np.float64] | None = field(default=None, repr=False)
    """Those of the interval, where the score is no mean over rows; of two models on the same rows
    they go in step."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, BiasResult) and self.as_dict() == other.as_dict()

    __hash__ = None  # type: ignore[assignment]

    @property
    def tested_against(self) -> float | None:
        """Where its p-value starts: the null where there is one, else the neutral point."""
        return self.neutral if self.null is None else self.null

    @property
    def is_foreign(self) -> bool:
        """Whether the model knows nothing of the text, or its tokenizer too little."""
        right, unknown = self.lm_accuracy, self.unk_rate
        return (right is not None and right < RIGHT_AT_LEAST) or (
            unknown is not None and unknown > UNKNOWN_AT_MOST
        )

    @property
    def rows(self) -> dict[str, list[Any]]:
        """The numbers of every row of the input as lists, None where a row was skipped."""
        return {name: values.tolist() for name, values in self.row_values.items()}

    def to_frame(self) -> pd.DataFrame:
        """The numbers of every row of the input, one line each; missing where a row was skipped."""
        import pandas as pd

        return pd.DataFrame(
            {
                name: pd.array(values.tolist(), dtype="Int64")
                if values.dtype.kind in "iu"  # counts stay whole also where some are missing
                else with_gaps(values)
                for name, values in self.row_values.items()
            }
        )

    def _repr_html_(self) -> str | None:
        return shown_as_html(self)

    def as_dict(self, rows: bool = True) -> dict[str, Any]:
        """The flat dict that `compute` returns; the headline stands under the metric's name."""
        flat: dict[str, Any] = {
            self.metric: self.value,
            **self.details,
            "stderr": self.stderr,
            "ci_low": self.ci_low,
            "ci_high": self.ci_high,
            "p_value": self.p_value,
            "test": self.test,
            "neutral": self.neutral,
            "verdict": None if self.verdict is None else self.verdict.value,
            "n": self.n,
            "n_clusters": self.n if self.n_clusters is None else self.n_clusters,
            "n_ties": self.n_ties,
            "skipped": dict(self.skipped),
            "mde": self.mde,
            "attainable_p": self.attainable_p,
            "signature": self.signature,
        }
        if self.null is not None:
            flat |= {"null": self.null, "null_stderr": self.null_stderr}
        if self.interval_of_draws:
            flat["interval_of_draws"] = True
        if self.equivalence_bound is not None:
            flat |= {name: getattr(self, name) for name in OF_EQUIVALENCE}
        asked = {name: getattr(self, name) for name in OF_A_MODEL}
        flat |= {name: value for name, value in asked.items() if value is not None}
        flat["notes"] = list(self.notes)
        if rows:
            flat["rows"] = self.rows
        return flat

    @classmethod
    def from_dict(cls, flat: Mapping[str, Any]) -> BiasResult:
        """The inverse of `as_dict`."""
        metric = flat["signature"].partition("|")[0]
        apart = {"metric", "value", "details", "row_values", "draws"}
        named = {one.name for one in fields(cls)} - apart
        beside = {name: flat[name] for name in flat if name not in {*named, metric, "rows"}}
        decided, clusters = flat.get("verdict"), flat.get("n_clusters")
        return cls(
            metric=metric,
            value=flat[metric],
            details=beside,
            row_values={name: from_list(values) for name, values in flat.get("rows", {}).items()},
            **{
                name: flat[name]
                for name in named - {"notes", "verdict", "n_clusters"}
                if name in flat
            },
            n_clusters=None if clusters == flat["n"] else clusters,
            verdict=None if decided is None else Verdict(decided),
            notes=tuple(flat.get("notes", ())),
        )


class ResultsApart(dict[str, BiasResult]):
    """The results of groups that are not pooled, by name: `source=crows`."""

    def as_dict(self, rows: bool = True) -> dict[str, Any]:
        """What `compute` returns: a flat dict for every group."""
        return {"groups": {name: result.as_dict(rows) for name, result in self.items()}}

    def to_frame(self) -> pd.DataFrame:
        """The rows of all groups, with the name of theirs."""
        import pandas as pd

        frames = [result.to_frame().assign(group=name) for name, result in self.items()]
        return pd.concat(frames, ignore_index=True) if frames else pd.DataFrame({"group": []})

    def _repr_html_(self) -> str | None:
        return shown_as_html(self)


def spread(
    n_input: int, kept: Sequence[int], columns: Mapping[str, npt.NDArray[Any]]
) -> dict[str, RowValues]:
    """The values of the kept rows over all rows of the input."""
    rows = {}
    for name, values in columns.items():
        rows[name] = np.ma.array(np.zeros(n_input, dtype=values.dtype), mask=True)
        rows[name][list(kept)] = values
    return rows


def from_list(values: Sequence[float | None]) -> RowValues:
    """Numbers as JSON has them: None where a row was skipped."""
    mask = [value is None for value in values]
    return np.ma.array([0 if value is None else value for value in values], mask=mask)


def gapped(result: BiasResult) -> dict[str, npt.NDArray[np.float64]]:
    """All rows of a result, NaN where one was skipped."""
    return {name: with_gaps(values) for name, values in result.row_values.items()}


def with_gaps(values: RowValues) -> npt.NDArray[np.float64]:
    """NaN where a row was skipped."""
    filled: npt.NDArray[np.float64] = np.ma.filled(values.astype(np.float64), np.nan)
    return filled
