"""From pairs and a model to cells: the score, its categories, its directions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from equimask.audits.audited_models import Subject
from equimask.audits.kept_cells import Scored
from equimask.audits.measures import MEASURES, Floats, Measure
from equimask.audits.results import Cell, Part
from equimask.audits.tasks import Task
from equimask.core.errors import InputError, ModelError
from equimask.core.options import Options
from equimask.core.result import BiasResult
from equimask.evaluation.job import Job
from equimask.evaluation.mbe import bootstrap_draws
from equimask.inputs.packaged_rows import pair_data
from equimask.inputs.pairs import Pair
from equimask.models.cached import Cached
from equimask.models.scorer import Scorer


def measure_tasks(
    tasks: Sequence[Task], pairs: list[Pair], subject: Subject, options: Options
) -> Iterator[tuple[Task, Scored]]:
    """Tasks of one unit, each as soon as it is done; the first one pays for the pass."""
    shared = Cached(subject.mlm.in_language(tasks[0].language), subject.signature)
    for task in tasks:
        try:
            scored = _score(task, pairs, shared, options)
        except (InputError, ModelError) as error:
            # Another measure may do: AUL where a family has no attention to weigh with.
            scored = Scored(None, notes=(f"{_place(task)}: left out. {error}",))
        yield task, scored


def _score(task: Task, pairs: list[Pair], mlm: Scorer, options: Options) -> Scored:
    measure = MEASURES[task.measure]
    job = _job(measure, pairs, mlm, options, task.language)
    result = measure.evaluate(job)
    effects = measure.effects(result)
    cell = Cell(
        role=task.role,
        language=task.language,
        measure=task.measure,
        claim=measure.claim,
        result=result,
        q_value=None,
        effects=None if effects is None else _plain(effects),
        by_category=(),
        by_direction=(),
    )
    if task.perturbation:
        return Scored(cell)
    draws = _plain(bootstrap_draws(job)) if measure.metric == "mbe" else None
    notes: list[str] = []

    def parts(name_of: Callable[[Pair], str]) -> tuple[Part, ...]:
        found = []
        for name in dict.fromkeys(map(name_of, pairs)):
            some = [pair for pair in pairs if name_of(pair) == name]
            try:
                part = measure.evaluate(_job(measure, some, mlm, options, task.language))
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
    return Scored(cell, draws, tuple(notes))


def _job(measure: Measure, pairs: list[Pair], mlm: Scorer, options: Options, language: str) -> Job:
    columns, label, gender_more = pair_data(measure.columns_of, pairs)
    options = replace(options, likelihood=measure.likelihood)
    return Job(measure.metric, columns, mlm, options, label, language, gender_more)


def _part(name: str, result: BiasResult) -> Part:
    return Part(
        name=name,
        n=result.n,
        value=result.value,
        neutral=result.neutral,
        ci_low=result.ci_low,
        ci_high=result.ci_high,
        p_value=result.p_value,
        q_value=None,
        mde=result.mde,
        null=result.null,
    )


def _plain(numbers: Floats) -> tuple[float | None, ...]:
    return tuple(None if np.isnan(number) else number for number in numbers.tolist())


def _place(task: Task) -> str:
    return " ".join(filter(None, (task.role, task.language, task.measure, task.perturbation)))
