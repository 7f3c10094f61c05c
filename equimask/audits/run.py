"""An audit from beginning to end: plan, share, score, keep, gather, write."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from equimask.audits.assembling import assemble
from equimask.audits.audited_models import (
    AskedModel,
    AuditedModel,
    asked_models,
    languages_of,
    load_audited,
)
from equimask.audits.measures import audit_options, choose_calibrated, choose_measures
from equimask.audits.perturbing import PERTURBATIONS, changed_rows, perturbed
from equimask.audits.places import (
    Material,
    Place,
    idle,
    own_material,
    packaged_material,
    refuse_unread,
)
from equimask.audits.reliability import TablesOf
from equimask.audits.results import Audit, ModelEntry
from equimask.audits.scoring import measure_tasks
from equimask.audits.tasks import (
    KeptCells,
    Scored,
    Task,
    Unit,
    list_tasks,
    share_units,
    task_key,
    times_alone,
    unit_cost,
)
from equimask.core.errors import ModelError, OptionError, shorten
from equimask.core.files import write_atomically
from equimask.core.languages import get_language
from equimask.core.options import Options, parse_options
from equimask.core.progress import Progress
from equimask.core.result_files import RESULTS, stamped, to_json
from equimask.evaluation.score import passes_of, twins_found, twins_note
from equimask.inputs.specification import Choice, parse_choice
from equimask.inputs.table import Table
from equimask.metrics import Measure, spec_of
from equimask.metrics.texts import OF_DATA
from equimask.models.loading import forget_models, refuse_unreadable
from equimask.models.processes import WAIT, Processes
from equimask.models.shards import in_shards

_OWN = (
    "languages", "metrics", "baseline", "baseline_revision", "calibrate_metrics", "reliability",
    "out", "wait",
)  # fmt: skip
_PROVED_ON = 1_000  # sentences are more than enough to prove a model on


def audit(
    models: Any,
    languages: Sequence[str] | str | None = None,
    metrics: Sequence[str] | str | None = None,
    *,
    data: Any = None,
    columns: Any = None,
    where: Any = None,
    template: str | None = None,
    group: str | Sequence[str] | None = None,
    baseline: Any = None,
    baseline_revision: str | None = None,
    calibrate_metrics: Sequence[str] | str = (),
    reliability: bool = False,
    out: str | Path | None = None,
    wait: float = WAIT,
    **options: Any,
) -> Audit:
    """All measures of models on all data: `equimask.audit("xlm-roberta-base", ["de", "fi"])`.

    `models` is a hub id (or NAME@REVISION), a folder, a live model, or "embedded"; a tuple of one
    and its tokenizer; or a list of such: they are loaded one after another, ranked and compared
    with each other, or with the `baseline`, which may be one of them. By default all metrics but
    `latent_pmi`, which reads no pairs, on the packaged pairs of all languages (of the embedded
    model, those that it knows).

    `data` is what `score` takes, a list of such, or a mapping that names them; "papers" are the
    papers' sentences, built in the folder `datasets`, "papers:PLACE" those in another folder or of
    an organisation of the Hub. Every metric is taken of the data whose columns it can read;
    every language, source and corpus is scored by itself. `columns`, `where`, `template` and
    `group` are those of `score`, and hold for the data that have such columns.

    `calibrate_metrics` are compared with untrained twins although others are not: those that have
    no neutral point, for a fraction of the work of `calibrate=True`.
    `reliability=True` scores the rows again with small changes that should not matter.
    With `out`, finished cells are kept in that folder, a repeated call goes on from there, and the
    end is `results.json`. Started by `torchrun` or `accelerate launch --multi_gpu`, processes share
    the work: every one of them must call this, and each gets the whole result. Who has not come
    within `wait` seconds, or gives no sign of life for so long, is not waited for.
    """
    parsed = parse_options(
        options, (*OF_DATA, *_OWN), known=audit_options(), what="an option of the audit"
    )
    measures = choose_measures(metrics)
    choice = parse_choice(columns, where, group, template)
    asked = asked_models(models, baseline, baseline_revision, parsed)
    material, notes = _material(asked, _canonical(languages), data, choice, parsed.published)
    if data is not None:
        specs = [spec_of(name) for name in dict.fromkeys(one.metric for one in measures)]
        refuse_unread(material, specs)
        notes += idle(material, specs) if metrics else []  # whoever names none takes what there is
    tables_of, left_out = _perturbed(material, parsed.seed) if reliability else ({}, [])
    tables_of = {**{(place, ""): table for place, table in material.items()}, **tables_of}
    processes = Processes.launched(parsed.device, wait)
    parsed = replace(
        parsed,
        device=processes.device(parsed.device),
        progress=parsed.progress and processes.is_main,
    )
    kept = KeptCells(None if out is None else Path(out) / "cells")
    calibrated = choose_calibrated(calibrate_metrics, measures)
    found = processes.in_company(
        lambda: _score_models(asked, measures, tables_of, parsed, kept, processes, calibrated)
    )
    notes = [*notes, *left_out, *found.notes]
    result = assemble(
        found.scored, found.models, found.baseline, measures, tables_of, parsed, notes
    )
    apart = {"calibrate_metrics": _named(calibrate_metrics)} if calibrated else {}
    result = replace(result, options={**result.options, **choice.as_texts(), **apart})
    if out is not None and processes.is_main:
        write_atomically(Path(out) / RESULTS, to_json(stamped(result.as_dict())))
    return result


def _named(names: Sequence[str] | str | None) -> list[str]:
    return [names] if isinstance(names, str) else list(names or ())


def _canonical(languages: Sequence[str] | str | None) -> tuple[str, ...]:
    names = _named(languages)
    return tuple(dict.fromkeys(get_language(name).code for name in names))


def _material(
    asked: Sequence[AskedModel],
    languages: tuple[str, ...],
    data: Any,
    choice: Choice,
    published: bool,
) -> tuple[dict[Place, Table], list[str]]:
    """What is scored: the packaged pairs where nothing is given."""
    if data is not None:
        return own_material(data, choice, languages, published)
    if choice.named:
        raise OptionError(
            expected="data to choose columns and rows of",
            got=f"{sorted(choice.named)[0]!r} and no data",
            fix="Pass data=… (--data …): the packaged pairs have nothing to choose.",
        )
    return packaged_material(languages or languages_of(asked)), []


def _shown(tables_of: TablesOf) -> list[str]:
    """Some of the sentences that are scored."""
    for table in tables_of.values():
        for name in ("male", "sent_more", "sentence"):
            if name in table.columns:
                texts = table.columns[name][:_PROVED_ON]
                return [text for text in texts if isinstance(text, str)]
    return []


def _perturbed(material: Material, seed: int) -> tuple[dict[tuple[Place, str], Table], list[str]]:
    """The rows with each change that changes something."""
    tables_of, notes = {}, []
    for place, table in material.items():
        for kind in PERTURBATIONS:
            changed = perturbed(table, kind, seed)
            if any(changed_rows(table, changed)):
                tables_of[place, kind] = changed
            else:
                where = "in this language" if place.is_packaged else "here"
                notes.append(f"{place.key} {kind}: left out, it changes nothing {where}")
    return tables_of, notes


class _ScoredModels(NamedTuple):
    models: list[ModelEntry]
    baseline: str | None
    scored: dict[Task, Scored]
    notes: list[str]


def _score_models(
    asked: Sequence[AskedModel],
    measures: Sequence[Measure],
    tables_of: TablesOf,
    options: Options,
    kept: KeptCells,
    processes: Processes,
    calibrated: Set[str],
) -> _ScoredModels:
    """One model after another; one of several that cannot be scored is left out, and it is said.

    Whatever is asked for by name must be there: that is seen before hours are spent on others.
    """
    several = len(asked) > 1
    if several:
        for one in asked:
            refuse_unreadable(one.options(options))
    entries: list[ModelEntry] = []
    baseline: str | None = None
    scored: dict[Task, Scored] = {}
    notes: list[str] = []
    for one in asked:
        own = one.options(options)
        try:
            audited = processes.all_or_none(partial(_load, own, _shown(tables_of), processes))
        except ModelError as error:
            if not several or one.is_baseline:
                raise
            forget_models()
            notes.append(f"{shorten(one.model, 60)}: left out. {error}")
            continue
        entry = audited.entry([earlier.key for earlier in entries])
        entries.append(entry)
        baseline = entry.key if one.is_baseline else baseline
        tasks = list_tasks(entry.key, tables_of, measures, perturbed=one.is_listed)
        title = f"{entry.key} ({len(entries)} of {len(asked)})" if several else entry.key
        scored |= _score_all(tasks, audited, tables_of, own, kept, processes, calibrated, title)
        if several:
            del audited
            forget_models()  # the next may need all the memory that there is
    return _ScoredModels(entries, baseline, scored, notes)


def _load(options: Options, sentences: Sequence[str], processes: Processes) -> AuditedModel:
    audited = load_audited(options, sentences)
    _refuse_shards(audited, processes)
    return audited


def _refuse_shards(audited: AuditedModel, processes: Processes) -> None:
    if processes.count > 1 and in_shards(audited.mlm.model):
        raise ModelError(
            expected="a model that every process holds whole: processes share the cells",
            got="weights in shards (FSDP2)",
            fix="Audit the saved checkpoint, or use BiasCallback while it is trained.",
        )


def _score_all(
    tasks: Sequence[Task],
    audited: AuditedModel,
    tables_of: TablesOf,
    options: Options,
    kept: KeptCells,
    processes: Processes,
    calibrated: Set[str],
    title: str,
) -> dict[Task, Scored]:
    """Every task once: read where it is kept, else scored by the process whose share it is in."""
    keys = {
        task: task_key(
            task,
            audited.identity,
            tables_of[task.place, task.perturbation],
            task.options(options, calibrated),
        )
        for task in tasks
    }
    found: dict[Task, Scored] = {}
    for task in tasks:
        if (scored := kept.read(keys[task])) is not None:
            found[task] = scored.of(task)
    known = {task for others in processes.gather(list(found)) for task in others}
    missing: dict[Unit, list[Task]] = {}
    for task in tasks:
        if task not in known:
            missing.setdefault(task.unit, []).append(task)
    mine = list(missing)
    passes = {
        unit: max(passes_of(task.options(options, calibrated)) for task in some)
        for unit, some in missing.items()
    }
    costs = dict.fromkeys(missing, 1.0)
    if options.progress or processes.count > 1:  # tokens are counted, which takes its time
        costs = {
            unit: unit_cost(unit, audited.mlm, tables_of[unit.place, unit.perturbation], n)
            for unit, n in passes.items()
        }
    if processes.count > 1:
        mine = share_units(costs, processes.count)[processes.index]
    with Progress(
        len(known) + sum(len(missing[unit]) for unit in mine),
        "cell",
        title,
        cost=sum(costs[unit] for unit in mine),
        note=twins_note(options.n_twins, times_alone(costs, passes)),
        shown=bool(options.progress),
    ) as steps:
        steps.know(len(known), 0)
        parts = []
        for unit in mine:
            table = tables_of[unit.place, unit.perturbation]
            named = f"{title} {unit.place.key}"
            with steps.part(costs[unit], passes[unit], named) as part:
                told = replace(options, progress=part)
                for task, scored in measure_tasks(missing[unit], table, audited, told, calibrated):
                    steps.update(1, 0)
                    found[task] = scored
                    if scored.cell is not None:
                        kept.write(keys[task], scored)
            parts.append(part)
        steps.tally.found = twins_found(parts) if any(n > 1 for n in passes.values()) else ""
    everything = {task: one for others in processes.gather(found) for task, one in others.items()}
    return {task: everything[task] for task in tasks}
