"""Every number of an audit as one flat record: what frames, tables and files of numbers hold."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from equimask.audits.places import Place
from equimask.audits.results import Audit, Cell, ModelEntry, Rank
from equimask.core.options import OPTIONS
from equimask.core.result import BiasResult
from equimask.core.signature import Signature
from equimask.core.verdicts import Verdict
from equimask.metrics import Measure, measure_of, signed_measure, spec_of

if TYPE_CHECKING:
    import pandas as pd

OF_RESULT = (
    "value", "stderr", "ci_low", "ci_high", "confidence_level", "neutral", "null", "null_stderr",
    "test", "p_value", "q_value", "verdict", "n", "n_clusters", "n_ties", "skipped",
    "skipped_by_reason", "mde", "equivalence_bound", "equivalence_p", "lm_accuracy",
    "lm_surprisal", "unk_rate",
)  # fmt: skip
"""The columns that every score has, empty where it has no such number."""

OF_DETAILS = (
    "stereotype_contrast", "stereotype_contrast_ci_low", "stereotype_contrast_ci_high",
    "stereotype_contrast_p_value", "male_prevalence", "male_prevalence_ci_low",
    "male_prevalence_ci_high", "control", "minus_control", "minus_control_ci_low",
    "minus_control_ci_high", "minus_control_p_value",
)  # fmt: skip
"""What stands beside some scores."""


@dataclass(frozen=True, eq=False)
class Number:
    """One score of one model, and how it came to be.

    `q_value` is None where there was no false-discovery control: the score stands alone then.
    """

    model: str
    signed: str
    place: Place
    measure: str
    result: BiasResult
    verdict: Verdict
    q_value: float | None = None
    in_audit: bool = False
    """Whether its verdict goes by a q-value over all scores of the model."""
    rank: Rank | None = None
    ranked_with: tuple[str, ...] = ()
    """The models that the rank is among, itself with them."""
    parameters: int | None = None
    is_baseline: bool = False

    @property
    def shown(self) -> Measure:
        """What there is to know of the measure."""
        return measure_of(self.measure)

    @property
    def signature(self) -> dict[str, str]:
        """The fields of its signature."""
        return dict(Signature.parse(self.result.signature).fields)

    @property
    def confidence_level(self) -> float:
        """Of its interval."""
        return confidence_level(self.result)

    @property
    def rank_level(self) -> float:
        """At which ranks hold: that of the audit, whatever a score's own interval has."""
        return _asked_level(self.signature)

    def record(self) -> dict[str, Any]:
        """One line of a table of numbers; None where there is no such number."""
        result, signature = self.result, self.signature
        own: dict[str, Any] = {
            "confidence_level": self.confidence_level,
            "q_value": self.q_value,
            "verdict": self.verdict.value,
            "n_clusters": result.n if result.n_clusters is None else result.n_clusters,
            "skipped": sum(result.skipped.values()),
            "skipped_by_reason": "; ".join(f"{why}={n}" for why, n in result.skipped.items()),
        }
        rank = self.rank
        return {
            "model": self.model,
            "model_signed": self.signed,
            "parameters": self.parameters,
            "is_baseline": self.is_baseline,
            "place": self.place.key,
            "place_name": self.place.name,
            "language": self.place.language,
            "data": self.place.data,
            "group": self.place.group,
            "measure": self.measure,
            "metric": self.shown.metric,
            "claim": self.shown.claim,
            **{name: own[name] if name in own else getattr(result, name) for name in OF_RESULT},
            **{name: result.details.get(name) for name in OF_DETAILS},
            "rank": None if rank is None else rank.rank,
            "rank_low": None if rank is None else rank.low,
            "rank_high": None if rank is None else rank.high,
            "n_ranked": None if rank is None else len(self.ranked_with),
            "notes": " ".join(result.notes),
            "equimask": signature.get("equimask"),
            "signature": result.signature,
        }


def confidence_level(result: BiasResult) -> float:
    """Of its interval: the usual one, unless the signature or balanced draws have another."""
    from equimask.evaluation.balanced import BALANCED_CONFIDENCE

    signed = dict(Signature.parse(result.signature).fields)
    if "balanced_draws" in result.details or "origin" in signed:
        return BALANCED_CONFIDENCE
    return _asked_level(signed)


def _asked_level(signed: Mapping[str, str]) -> float:
    return float(signed.get("confidence_level", OPTIONS["confidence_level"].default))


def measure_of_result(result: BiasResult) -> Measure:
    """The form of its metric that a result is of."""
    found = signed_measure(result.metric, dict(Signature.parse(result.signature).fields))
    return found or spec_of(result.metric, what="a signature of a metric").headline


def numbers_of(audit: Audit) -> list[Number]:
    """All scores of an audit, model by model."""
    entries = {entry.key: entry for entry in audit.models}
    ranked: dict[tuple[str, str], dict[str, Rank]] = {}
    for one in audit.ranks:
        ranked.setdefault((one.place.key, one.measure), {})[one.model] = one
    return [
        _number(cell, entries[cell.model], ranked.get((cell.place.key, cell.measure), {}), audit)
        for cell in audit.cells
    ]


def _number(cell: Cell, entry: ModelEntry, ranks: Mapping[str, Rank], audit: Audit) -> Number:
    """`ranks` are those of all models in its place, by its measure."""
    rank = ranks.get(cell.model)
    return Number(
        model=cell.model,
        signed=entry.signed,
        place=cell.place,
        measure=cell.measure,
        result=cell.result,
        verdict=cell.verdict,
        q_value=cell.q_value,
        in_audit=True,
        rank=rank,
        ranked_with=() if rank is None else tuple(ranks),
        parameters=entry.parameters,
        is_baseline=cell.model == audit.baseline,
    )


def frame_of(numbers: Iterable[Number]) -> pd.DataFrame:
    """One row per number; whole numbers stay whole where some are missing."""
    import pandas as pd

    frame = pd.DataFrame([number.record() for number in numbers])
    kinds = dict.fromkeys(WHOLE, "Int64") | dict.fromkeys(_REAL, "float64")
    return frame.astype({name: kind for name, kind in kinds.items() if name in frame})


WHOLE = (
    "parameters", "n", "n_clusters", "n_ties", "skipped", "rank", "rank_low", "rank_high",
    "n_ranked",
)  # fmt: skip
_TEXTS = ("test", "verdict", "skipped_by_reason")
_REAL = tuple(name for name in (*OF_RESULT, *OF_DETAILS) if name not in (*WHOLE, *_TEXTS))
