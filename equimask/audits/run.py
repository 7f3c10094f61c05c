"""An audit from beginning to end: plan, share, score, keep, gather, write."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from tqdm.auto import tqdm

from equimask.audits.assembling import assemble
from equimask.audits.audited_models import AuditedModel, languages_of, load_models
from equimask.audits.measures import audit_options, choose_measures
from equimask.audits.reliability import PERTURBATIONS, perturbed_pairs
from equimask.audits.results import BASELINE, Audit
from equimask.audits.scoring import measure_tasks
from equimask.audits.tasks import (
    KeptCells,
    Scored,
    Task,
    Unit,
    list_tasks,
    share_units,
    task_key,
    to_json,
    unit_cost,
)
from equimask.core.errors import ModelError
from equimask.core.files import write_atomically
from equimask.core.options import Options, parse_options
from equimask.inputs.pairs import Pair, load_pairs
from equimask.models.processes import Processes
from equimask.models.shards import in_shards

RESULTS = "results.json"


def audit(
    model: Any,
    languages: Sequence[str] | str | None = None,
    metrics: Sequence[str] | str | None = None,
    *,
    baseline: Any = None,
    baseline_revision: str | None = None,
    reliability: bool = False,
    out: str | Path | None = None,
    **options: Any,
) -> Audit:
    """All measures of a model in all languages: `equimask.audit("xlm-roberta-base", ["de", "fi"])`.

    `model` is a hub id, a folder, a live model, or "embedded"; `baseline` likewise, or a tuple
    (model, tokenizer). By default all metrics but `latent_pmi`, which reads no pairs, and all
    languages with packaged pairs (of the embedded model, those that it knows).
    `reliability=True` scores the pairs again with small changes that should not matter.
    With `out`, finished cells are kept in that folder, a repeated call goes on from there, and the
    end is `results.json`. Started by `torchrun` or `accelerate launch --multi_gpu`, processes share
    the work: every one of them must call this, and each gets the whole result.
    """
    parsed = parse_options(options, known=audit_options(), what="an option of the audit")
    measures = choose_measures(metrics)
    pairs_of, notes = _material(languages_of(model, languages), reliability, parsed.seed)
    processes = Processes.launched(parsed.device)
    parsed = replace(
        parsed,
        device=processes.device(parsed.device),
        progress=parsed.progress and processes.is_main,
    )
    shown = [pair.male for pair in next(iter(pairs_of.values()), [])]
    models = load_models(model, baseline, baseline_revision, parsed, shown)
    _refuse_shards(models, processes)
    tasks = list_tasks(
        [language for language, kind in pairs_of if not kind],
        measures,
        [place for place in pairs_of if place[1]],
        baseline=BASELINE in models,
    )
    kept = KeptCells(None if out is None else Path(out) / "cells")
    scored = _score_all(tasks, models, pairs_of, parsed, kept, processes)
    result = assemble(scored, models, measures, pairs_of, parsed, notes)
    if out is not None and processes.is_main:
        write_atomically(Path(out) / RESULTS, to_json(result.as_dict()))
    return result


def _refuse_shards(models: Mapping[str, AuditedModel], processes: Processes) -> None:
    if processes.count > 1 and any(in_shards(one.mlm.model) for one in models.values()):
        raise ModelError(
            expected="a model that every process holds whole: processes share the cells",
            got="weights in shards (FSDP2)",
            fix="Audit the saved checkpoint, or use BiasCallback while it is trained.",
        )


def _material(
    languages: Sequence[str], reliability: bool, seed: int
) -> tuple[dict[tuple[str, str], list[Pair]], list[str]]:
    """The pairs of every language, as they are ("") and with each change that changes something."""
    pairs_of = {(language, ""): load_pairs(language) for language in languages}
    notes = []
    for language in languages if reliability else ():
        pairs = pairs_of[language, ""]
        for kind in PERTURBATIONS:
            changed = perturbed_pairs(pairs, kind, language, seed)
            if changed == pairs:
                notes.append(f"{language} {kind}: left out, it changes nothing in this language")
            else:
                pairs_of[language, kind] = changed
    return pairs_of, notes


def _score_all(
    tasks: Sequence[Task],
    models: Mapping[str, AuditedModel],
    pairs_of: Mapping[tuple[str, str], list[Pair]],
    options: Options,
    kept: KeptCells,
    processes: Processes,
) -> dict[Task, Scored]:
    """Every task once: read where it is kept, else scored by the process whose share it is in."""
    keys = {
        task: task_key(
            task,
            models[task.role].identity,
            pairs_of[task.language, task.perturbation],
            options,
        )
        for task in tasks
    }
    found: dict[Task, Scored] = {}
    for task in tasks:
        if (scored := kept.read(keys[task])) is not None:
            found[task] = scored.in_role(task.role)
    known = {task for others in processes.gather(list(found)) for task in others}
    missing: dict[Unit, list[Task]] = {}
    for task in tasks:
        if task not in known:
            missing.setdefault(task.unit, []).append(task)
    costs = {
        unit: unit_cost(
            unit, models[unit.role].mlm, pairs_of[unit.language, unit.perturbation], options
        )
        for unit in missing
    }
    mine = share_units(costs, processes.count)[processes.index]
    with tqdm(
        total=len(known) + sum(len(missing[unit]) for unit in mine),
        initial=len(known),
        unit="cell",
        disable=not options.progress,
    ) as bar:
        for unit in mine:
            pairs = pairs_of[unit.language, unit.perturbation]
            for task, scored in measure_tasks(missing[unit], pairs, models[unit.role], options):
                bar.set_description(f"{task.language} {task.measure}", refresh=False)
                bar.update()
                found[task] = scored
                if scored.cell is not None:
                    kept.write(keys[task], scored)
    everything = {task: one for others in processes.gather(found) for task, one in others.items()}
    return {task: everything[task] for task in tasks}
