"""The measures of an audit: what each asks, whom it shares a pass with, and its rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from equimask.core.errors import OptionError, near_matches
from equimask.core.result import BiasResult
from equimask.evaluation.job import Job
from equimask.evaluation.pairs import evaluate_pairs
from equimask.evaluation.score import EVALUATIONS

Floats = npt.NDArray[np.float64]

STEREOTYPE, MALE = "stereotype", "male"
MASKED, UNMASKED, FILLED = "masked", "unmasked", "filled"


@dataclass(frozen=True)
class Measure:
    """A metric in one form. `direction` is -1 where a lower score is more of the claim.

    Measures with the same `sharing` read one and the same pass over the sentences.
    """

    name: str
    metric: str
    claim: str
    sharing: str
    likelihood: str = "aula"
    direction: int = 1

    @property
    def evaluate(self) -> Callable[[Job], BiasResult]:
        """Its evaluation of a job."""
        return EVALUATIONS.get(self.metric, evaluate_pairs)

    @property
    def columns_of(self) -> str:
        """The metric whose columns it reads."""
        return "s_jsd" if self.metric == "b_s_jsd" else self.metric

    def distance(self, result: BiasResult) -> float | None:
        """From where its test starts, positive towards the claim; None where that is not known.

        Calibrated, that is the null of the twins, else the neutral point.
        """
        start = result.neutral if result.null is None else result.null
        return None if start is None else self.direction * (result.value - start)

    def rows(self, result: BiasResult) -> Floats:
        """Values whose mean is the score, NaN where an item was skipped; MBE has none."""
        factor = 1.0 if self.metric == "s_jsd" else 100.0
        return factor * _numbers(result, self.metric)

    def effects(self, result: BiasResult) -> Floats | None:
        """By how much each pair is decided for the claim, NaN where it was skipped."""
        if self.metric == "mbe":
            return None
        if self.metric == "dcbm":
            return _log_odds(result)
        if self.metric == "s_jsd":
            return -_numbers(result, "s_jsd")
        if self.metric == "b_s_jsd":
            return _numbers(result, "b_s_jsd") - 0.5
        first, second = _DECIDED_BY[self.metric]
        return _numbers(result, first) - _numbers(result, second)


_DECIDED_BY = {
    "cps": ("pll_more", "pll_less"),
    "aul": ("score_sent_more", "score_sent_less"),
    "sbm": ("score_male", "score_female"),
}
MEASURES = {
    measure.name: measure
    for measure in (
        Measure("s_jsd", "s_jsd", STEREOTYPE, MASKED, direction=-1),
        Measure("b_s_jsd", "b_s_jsd", STEREOTYPE, MASKED),
        Measure("cps", "cps", STEREOTYPE, MASKED),
        Measure("aula", "aul", STEREOTYPE, UNMASKED),
        Measure("aul", "aul", STEREOTYPE, UNMASKED, likelihood="aul"),
        Measure("sbm", "sbm", MALE, UNMASKED),
        Measure("mbe", "mbe", MALE, UNMASKED),
        Measure("dcbm", "dcbm", MALE, FILLED),
    )
}
METRICS = ("s_jsd", "cps", "aul", "sbm", "mbe", "dcbm")
_ALONG = {"s_jsd": "b_s_jsd"}  # costs nothing beside it


def choose_measures(metrics: Sequence[str] | str | None) -> tuple[Measure, ...]:
    """The measures of these metrics, of all by default, in the audit's order."""
    metrics = [metrics] if isinstance(metrics, str) else metrics
    for name in metrics or ():
        if name not in METRICS:
            fix = near_matches(name, METRICS)
            if name == "latent_pmi":
                fix = "It reads words that a model has said, no pairs: use `score`. " + fix
            raise OptionError(expected="a metric of the audit", got=repr(name), fix=fix)
    chosen = set(metrics or METRICS)
    chosen |= {_ALONG[name] for name in chosen & _ALONG.keys()}
    return tuple(measure for measure in MEASURES.values() if measure.metric in chosen)


def _numbers(result: BiasResult, name: str) -> Floats:
    return np.array(result.rows[name], dtype=np.float64)  # None becomes NaN


def _log_odds(result: BiasResult) -> Floats:
    """Of the male word against the female one."""
    smallest = np.finfo(np.float64).tiny  # what a probability of 0 stands for
    male, female = (
        np.log(np.maximum(_numbers(result, name), smallest)) for name in ("p_male", "p_female")
    )
    return np.asarray(male - female)
