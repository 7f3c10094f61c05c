"""The work of an audit in pieces: which measures, of whom, on which pairs, and who does them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields

from equimask.audits.measures import scoring_options
from equimask.audits.results import BASELINE, MODEL
from equimask.core.options import Options
from equimask.core.signature import columns_hash, content_hash
from equimask.evaluation.score import MASKED, pass_of
from equimask.inputs.pairs import Pair
from equimask.metrics import Measure, measure_of
from equimask.models import MaskedLM
from equimask.version import __version__

_PAIR_FIELDS = tuple(field.name for field in fields(Pair))


@dataclass(frozen=True)
class Task:
    """One cell to be scored; `perturbation` is empty for the pairs as they are."""

    role: str
    language: str
    measure: str
    perturbation: str = ""

    @property
    def unit(self) -> Unit:
        """With which other tasks it shares a pass."""
        return Unit(self.role, self.language, pass_of(measure_of(self.measure)), self.perturbation)


@dataclass(frozen=True)
class Unit:
    """Tasks that read one pass: they are done by one process, one after the other."""

    role: str
    language: str
    sharing: str
    perturbation: str


def list_tasks(
    languages: Sequence[str],
    measures: Sequence[Measure],
    perturbations: Iterable[tuple[str, str]],
    *,
    baseline: bool,
) -> list[Task]:
    """All cells; `perturbations` are (language, kind), and are tried on the model alone."""
    tasks = [
        Task(role, language, measure.name)
        for role in ((MODEL, BASELINE) if baseline else (MODEL,))
        for language in languages
        for measure in measures
    ]
    return tasks + [
        Task(MODEL, language, measure.name, kind)
        for language, kind in perturbations
        for measure in measures
    ]


def task_key(task: Task, signed: Mapping[str, str], pairs: Sequence[Pair], options: Options) -> str:
    """Changes with all that moves the cell: weights, data, options, the version of the package.

    A model is known by what it is (`signed`: its signature and dtype), not by its role: what was
    scored as a model need not be scored again as a baseline.
    """
    chosen = {name: str(getattr(options, name)) for name in scoring_options()}
    data = columns_hash([[getattr(pair, name) for pair in pairs] for name in _PAIR_FIELDS])
    parts = {**signed, **chosen, "equimask": __version__, "data": data, "what": task.perturbation}
    digest = content_hash(f"{name}={parts[name]}" for name in sorted(parts))
    name = "-".join(filter(None, (task.language, task.measure, task.perturbation)))
    return f"{name}-{digest}"


def share_units(units: Mapping[Unit, float], n: int) -> list[list[Unit]]:
    """Units and their costs spread over `n` processes: the dearest first, to the least busy."""
    shares: list[list[Unit]] = [[] for _ in range(n)]
    busy = [0.0] * n
    for unit in sorted(units, key=lambda unit: -units[unit]):
        k = busy.index(min(busy))
        shares[k].append(unit)
        busy[k] += units[unit]
    return shares


def unit_cost(unit: Unit, mlm: MaskedLM, pairs: Sequence[Pair], options: Options) -> float:
    """About how many tokens the model reads: a masked sentence is read once per token."""
    sentences = mlm.encode([side for pair in pairs for side in (pair.male, pair.female)])
    power = 2 if unit.sharing == MASKED else 1
    tokens = sum(len(sentence.ids) ** power for sentence in sentences)
    return float(tokens) * (1 + options.n_twins if options.calibrate else 1)
