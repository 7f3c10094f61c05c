"""The part of the work that many processes share: models are asked, answers are kept."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from builders.kit.division import Division
from builders.kit.machine import is_launched, threads_each
from builders.kit.workers import map_unordered
from builders.politician_completions.kept import Kept, Signature, signatures_asked
from builders.politician_completions.language_job import LanguageJob, Part
from builders.politician_completions.options import CompletionOptions, ModelChoice
from equimask.core.errors import DataError, OptionError
from equimask.core.progress import Bar, Lines, Progress, Voice, told_by

if TYPE_CHECKING:
    from equimask.models import MaskedLM

Jobs = Mapping[str, LanguageJob]


class Share(NamedTuple):
    """What a worker process is given."""

    own: CompletionOptions
    languages: tuple[str, ...]
    files: Mapping[str, Path]
    division: Division
    threads: int | None
    speaks: bool


def ask_in_processes(
    own: CompletionOptions,
    languages: Sequence[str],
    files: Mapping[str, Path],
    division: Division,
    processes: int,
) -> None:
    """So many processes of this machine, each a share of the division."""
    if is_launched():
        raise OptionError(
            expected="--processes, or processes that a launcher has started",
            got="both",
            fix="Leave --processes out: torchrun and accelerate launch say how many there are.",
        )
    threads = threads_each(processes)
    shares = [
        (k, Share(own, tuple(languages), files, division.within(k, processes), threads, k == 0))
        for k in range(processes)
    ]
    for _ in map_unordered(_ask_share, shares, processes=processes):
        pass


def ask_as_launched(own: CompletionOptions, jobs: Jobs, division: Division) -> bool:
    """Alone, or this process's share of what a launcher has started; whether it is the first.

    When it comes back, all processes have done their shares.
    """
    from equimask.models.processes import FailedElsewhereError, Processes, leave_processes

    processes = Processes.launched(own.device)
    device = processes.device(own.device)
    share = division.within(processes.index, processes.count)
    try:
        processes.agree(lambda: ask(own, jobs, share, device=device, shown=processes.is_main))
    except FailedElsewhereError as failure:
        raise DataError(
            expected="every process to do its share",
            got=str(failure),
            fix="Mend that and give the same command again: finished parts are kept.",
        ) from failure
    finally:
        if processes.count > 1:
            leave_processes()
    return processes.is_main


def ask(
    own: CompletionOptions,
    jobs: Jobs,
    division: Division,
    *,
    device: str | None = None,
    shown: bool = True,
) -> None:
    """Ask all models in all their languages about the division's share of the people."""
    shares = _shares(own, jobs, division)
    total = sum(len(p.people) for todo in shares for parts in todo.values() for p in parts)
    asked: dict[str, set[str]] = {lang: set() for lang in jobs}
    with Progress(total, "name", shown=shown) as steps:
        for choice, todo in zip(own.models, shares, strict=True):
            if not any(todo.values()):
                continue
            mlm = _load(own, choice, device)
            for lang, parts in todo.items():
                refuse_twice(mlm.signature["model"], asked[lang], lang)
                steps.title = f"{mlm.name} {lang}" + ("" if division.whole else f" {division}")
                with Kept(own, jobs[lang], mlm.signature, division.label) as kept:
                    _fill(kept, jobs[lang], choice, mlm, parts, steps)


def check_finished(own: CompletionOptions, jobs: Jobs) -> None:
    """Refuse to join what is not all there; what was there and is damaged is asked for anew."""
    for lang, job in jobs.items():
        for choice in own.models_of(lang):
            with Kept(own, job, meant(own, job, choice)) as kept:
                parts, damaged = kept.lacking()
                if not damaged:
                    there = sum(1 for _ in job.parts()) - len(parts)
                    raise DataError(
                        expected=f"all parts of {kept.model} in {lang!r} to be finished",
                        got=f"{there} of {there + len(parts)} pieces in {own.shards.name}",
                        fix="Run every --part I/N to its end, with the same options but "
                        "--assemble; or leave --assemble out, and what is lacking is asked here.",
                    )
                if kept.shards.damaged:
                    mlm = _load(own, choice, own.device)
                    if mlm.signature != kept.signature:
                        raise DataError(
                            expected=f"the model {kept.model}, to ask for damaged pieces anew",
                            got=mlm.signature["model"],
                            fix="Give the model of the other pieces, or leave --assemble out.",
                        )
                    with Progress(sum(len(part.people) for part in parts), "name") as steps:
                        _fill(kept, job, choice, mlm, parts, steps)


def meant(own: CompletionOptions, job: LanguageJob, choice: ModelChoice) -> Signature:
    """The model that an option names: the one that has answered by that name, or else loaded."""
    known = signatures_asked(own, job, choice)
    return known[0] if len(known) == 1 else _load(own, choice, own.device).signature


def refuse_twice(model: str, asked: set[str], lang: str) -> None:
    """A model by two names would count double."""
    if model in asked:
        raise OptionError(
            expected="every --model once",
            got=f"{model} twice in {lang!r}",
            fix="Its words would count double: leave one of them out.",
        )
    asked.add(model)


def _fill(
    kept: Kept,
    job: LanguageJob,
    choice: ModelChoice,
    mlm: MaskedLM,
    parts: Sequence[Part],
    steps: Progress,
) -> None:
    filters = kept.filters()
    if filters is None:
        filters = job.filters(mlm)
        kept.keep_filters(filters)
    kept.note_asked(choice)
    for part in parts:
        if kept.has(part):
            steps.know(len(part.people))
            continue
        rows, skipped = job.answers(mlm, filters, part)
        kept.keep(part, rows, {"skipped": skipped, "device": mlm.device.type})
        steps.update(len(part.people))


def _shares(own: CompletionOptions, jobs: Jobs, division: Division) -> list[dict[str, list[Part]]]:
    """For every model, by language, the parts of the division; all are numbered through."""
    shares = []
    number = 0
    for choice in own.models:
        todo = {}
        for lang, job in jobs.items():
            if choice.speaks(lang):
                parts = list(job.parts())
                todo[lang] = [part for k, part in enumerate(parts, number) if division.takes(k)]
                number += len(parts)
        shares.append(todo)
    return shares


def _ask_share(share: Share) -> None:
    """In a worker process, of which the first tells how far they are."""
    import torch

    if share.threads is not None:
        torch.set_num_threads(share.threads)
    jobs = {lang: LanguageJob(lang, share.files, share.own) for lang in share.languages}
    with told_by(_voice):
        ask(share.own, jobs, share.division, device=share.own.device, shown=share.speaks)


def _voice() -> Voice:
    return Bar() if sys.stderr.isatty() else Lines()


def _load(own: CompletionOptions, choice: ModelChoice, device: str | None) -> MaskedLM:
    from equimask.models import load_mlm

    return load_mlm(
        choice.place,
        revision=own.revision,
        device=device,
        dtype=own.dtype,
        trust_remote_code=own.trust_remote_code,
    )
