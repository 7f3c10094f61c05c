"""From rows and a model to cells: the score, its categories, its directions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import fields, replace

from equimask.audits.audited_models import AuditedModel
from equimask.audits.measures import effects
from equimask.audits.results import Cell, Part
from equimask.audits.tasks import Scored, Task
from equimask.core.errors import DataError, InputError, ModelError
from equimask.core.options import Options
from equimask.core.result import BiasResult
from equimask.core.schema import CATEGORY
from equimask.evaluation import evaluate
from equimask.evaluation.job import Job
from equimask.evaluation.score import evaluate_part, job_of
from equimask.inputs.table import Table
from equimask.metrics import measure_of, spec_of
from equimask.models.cached import Cached
from equimask.models.scorer import Scorer

_MOST_PARTS = 60  # of a column: more are no categories


def measure_tasks(
    tasks: Sequence[Task],
    table: Table,
    audited: AuditedModel,
    options: Options,
    calibrated: Set[str] = frozenset(),
) -> Iterator[tuple[Task, Scored]]:
    """Tasks of one unit, each as soon as it is done; the first one pays for the pass."""
    mlm = audited.mlm.in_language(table.language)
    shared = Cached(mlm, audited.signature, with_attention=True)
    for task in tasks:
        try:
            scored = _score(task, table, shared, task.options(options, calibrated))
        except (InputError, ModelError) as error:
            # Another measure may do: AUL where a family has no attention to weigh with.
            scored = Scored(None, notes=(f"{_where(task)}: left out. {error}",))
        yield task, scored


def _score(task: Task, table: Table, scorer: Scorer, options: Options) -> Scored:
    measure = measure_of(task.measure)
    own = replace(options, control="", **measure.options)
    notes: list[str] = []
    result = _controlled(task, table, scorer, replace(own, control=options.control), notes)
    if result is None:
        result = evaluate(job_of(measure, table, own), scorer)
    cell = Cell(
        model=task.model,
        place=task.place,
        measure=task.measure,
        claim=measure.claim,
        result=result,
        q_value=None,
        effects=effects(measure, result),
        by_category=(),
        by_direction=(),
    )
    if task.perturbation:
        return Scored(cell)

    def parts(column: str) -> tuple[Part, ...]:
        found = []
        groups = table.by(column) if column in table.columns else {}
        if len(groups) > _MOST_PARTS:
            notes.append(f"{_where(task)}: {len(groups)} values of `{column}` are not scored apart")
            return ()
        for name, some in groups.items():
            if not name:  # not known of these rows
                continue
            try:
                part = evaluate_part(_alone(job_of(measure, some, own)), scorer)
            except InputError as error:
                notes.append(f"{_where(task)}: no score for {name}. {error}")
            else:
                found.append(_part(name, part))
        return tuple(found)

    cell = replace(cell, by_category=parts(CATEGORY), by_direction=parts("gender_more"))
    return Scored(cell, tuple(notes))


def _controlled(
    task: Task, table: Table, scorer: Scorer, options: Options, notes: list[str]
) -> BiasResult | None:
    """The score beside its control; nothing where none is wanted or there is none: notes say why.

    Neither changed rows nor parts of the rows are controlled: most would have too few names.
    """
    measure = measure_of(task.measure)
    wanted = options.control and "control" in spec_of(measure.metric).options
    if not wanted or task.perturbation:
        return None
    try:
        return evaluate(job_of(measure, table, options), scorer)
    except (InputError, DataError) as error:
        notes.append(f"{_where(task)}: no control. {error}")
        return None


def _alone(job: Job) -> Job:
    """Without what is only known beside a score: a part has no place for it, and it takes time."""
    known = {name: column for name, column in job.columns.items() if name != "gender_more"}
    return replace(job, columns=known)


def _part(name: str, result: BiasResult) -> Part:
    shared = {one.name for one in fields(Part)} & {one.name for one in fields(result)}
    return Part(name=name, q_value=None, **{field: getattr(result, field) for field in shared})


def _where(task: Task) -> str:
    return " ".join(filter(None, (task.model, task.place.key, task.measure, task.perturbation)))
