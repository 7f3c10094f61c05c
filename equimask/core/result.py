"""What a measurement returns: the number, its error bar, its neutral point, its signature."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
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
    null: float | None = None
    null_stderr: float | None = None
    details: Mapping[str, Any] = field(default_factory=dict)
    rows: Mapping[str, list[Any]] = field(default_factory=dict)

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
            "n": self.n,
            "n_ties": self.n_ties,
            "skipped": dict(self.skipped),
            "mde": self.mde,
            "signature": self.signature,
        }
        if self.null is not None:
            flat |= {"null": self.null, "null_stderr": self.null_stderr}
        if rows:
            flat["rows"] = {name: list(values) for name, values in self.rows.items()}
        return flat
