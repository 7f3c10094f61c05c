"""From pairs and a model to cells: the score, its categories, its directions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, replace

from equimask.audits.audited_models import AuditedModel
from equimask.audits.measures import effects
from equimask.audits.results import Cell, Part
from equimask.audits.tasks import Scored, Task
from equimask.core.errors import InputError, ModelError
from equimask.core.options import Options
from equimask.core.result import BiasResult
from equimask.evaluation import evaluate
from equimask.evaluation.job import Job
from equimask.evaluation.score import evaluate_part
from equimask.inputs.packaged_rows import rows_of
from equimask.inputs.pairs import Pair
from equimask.metrics import Measure, measure_of, spec_of
from equimask.models.cached import Cached
from equimask.models.scorer import Scorer


def measure_tasks(
    tasks: Sequence[Task], pairs: list[Pair], audited: AuditedModel, options: Options
) -> Iterator[tuple[Task, Scored]]:
    """Tasks of one unit, each as soon as it is done; the first one pays for the pass."""
    mlm = audited.mlm.in_language(tasks[0].language)
    shared = Cached(mlm, audited.signature, with_attention=True)
    for task in tasks:
        try:
            scored = _score(task, pairs, shared, options)
        except (InputError, ModelError) as error:
            # Another measure may do: AUL where a family has no attention to weigh with.
            scored = Scored(None, notes=(f"{_place(task)}: left out. {error}",))
        yield task, scored


def _score(task: Task, pairs: list[Pair], scorer: Scorer, options: Options) -> Scored:
    measure = measure_of(task.measure)
    result = evaluate(_job(measure, pairs, options, task.language), scorer)
    cell = Cell(
        role=task.role,
        language=task.language,
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
    notes: list[str] = []

    def parts(name_of: Callable[[Pair], str]) -> tuple[Part, ...]:
        found = []
        for name in dict.fromkeys(map(name_of, pairs)):
            some = [pair for pair in pairs if name_of(pair) == name]
            try:
                part = evaluate_part(_job(measure, some, options, task.language), scorer)
            except InputError as error:
                notes.append(f"{_place(task)}: no score for {name}. {error}")
            else:
                found.append(_part(name, part))
        return tuple(found)

    cell = replace(
        cell,
        by_category=parts(lambda pair: pair.category),
        by_direction=parts(lambda pair: pair.gender_more),
    )
    return Scored(cell, tuple(notes))


def _job(measure: Measure, pairs: list[Pair], options: Options, language: str) -> Job:
    columns, label = rows_of(spec_of(measure.metric), pairs)
    return Job(measure, columns, replace(options, **measure.options), label, language)


def _part(name: str, result: BiasResult) -> Part:
    shared = {one.name for one in fields(Part)} & {one.name for one in fields(result)}
    return Part(name=name, q_value=None, **{field: getattr(result, field) for field in shared})


def _place(task: Task) -> str:
    return " ".join(filter(None, (task.role, task.language, task.measure, task.perturbation)))
